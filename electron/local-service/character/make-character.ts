/**
 * The threads' work for a character: one picture of it, encoded and marked as what it is.
 */
import sharp from 'sharp'
import { toBytes } from '../paint/finish.ts'
import type { Canvas } from '../paint/canvas.ts'
import { createRandom } from '../paint/random.ts'
import type { CharacterJob, PictureName } from './character-job.ts'
import { designCharacter } from './design-character.ts'
import { nameCharacter } from './names.ts'
import { PIXEL_SIDE, toFlatBytes, toPixelArt } from './pixels.ts'
import { drawSheet, drawSingleView } from './sheet/character-sheet.ts'
import type { PictureWish } from './sheet/desk.ts'
import { drawPalette } from './sheet/palette-picture.ts'
import { drawPixelPalette } from './sheet/pixel-palette.ts'
import { drawPortrait } from './sheet/portrait.ts'

const LABEL = 'Made by Sample studio, procedural art'

/** The encoded picture. */
export async function drawCharacter(job: CharacterJob): Promise<{ readonly bytes: Uint8Array }> {
  const { picture, style, prompt, seed, reference, width, height } = job
  const character = designCharacter(prompt, seed, reference)
  const isPixel = style === 'pixel'
  const shrink = (side: number): number => (isPixel ? Math.max(24, Math.round(side / PIXEL_SIDE)) : side)
  const canvas = draw(picture, {
    style,
    design: character.design,
    name: nameCharacter(character, prompt, seed),
    title: character.title,
    width: shrink(width),
    height: shrink(height),
    seed,
  })
  const finish = { vignette: 0, grain: style === 'gouache' ? 1.1 : 0 }
  const bytes = isPixel
    ? toFlatBytes(toPixelArt(canvas, width, height))
    : toBytes(canvas, finish, createRandom('finish', seed))
  return { bytes: await encode(bytes, job) }
}

function draw(picture: PictureName, wish: PictureWish): Canvas {
  switch (picture) {
    case 'sheet':
      return drawSheet(wish)
    case 'portrait':
      return drawPortrait(wish)
    case 'palette':
      return wish.style === 'pixel' ? drawPixelPalette(wish) : drawPalette(wish)
    case 'front':
    case 'three-quarter':
    case 'back':
      return drawSingleView(wish, picture)
  }
}

async function encode(
  bytes: Uint8Array,
  { width, height, format, picture, style, seed }: CharacterJob,
): Promise<Uint8Array> {
  const labels = {
    Software: LABEL,
    ImageDescription: `${LABEL} (character ${picture}, ${style}, seed ${seed})`,
  }
  const image = sharp(bytes, { raw: { width, height, channels: 3 } }).withExif({ IFD0: labels })
  switch (format) {
    case 'png':
      return await image.png({ compressionLevel: 6 }).toBuffer()
    case 'jpeg':
      return await image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    case 'webp':
      return await image.webp({ quality: 90, smartSubsample: true }).toBuffer()
  }
}

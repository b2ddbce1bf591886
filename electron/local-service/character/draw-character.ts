/**
 * The threads' work for a character: one image of it (the sheet with all sides and moods, a portrait, the palette, or a single
 * side), encoded and labelled as what it is.
 */
import sharp, { type Sharp } from 'sharp'
import { hexOf, mix, oklch, type Rgb, shift } from '../image/color.ts'
import { addGrain, encode } from '../image/draw-image.ts'
import { ellipse, group, type Point, px, rectangle } from '../image/svg.ts'
import { type CharacterJob, type Design, designCharacter, type View } from './design.ts'
import { drawCharacterFigure, type Mood, MOODS } from './figure.ts'

const PAPER = oklch(0.95, 0.016, 85)
/** Side of a pixel of the pixel style, as a share of the shorter side. */
const PIXEL_SHARE = 1 / 128
const PIXEL_COLORS = 28
const SIDES: readonly View[] = ['front', 'three-quarter', 'back']

interface Sheet {
  readonly design: Design
  readonly job: CharacterJob
  readonly backdrop: Rgb
}

interface Box {
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly tall: number
}

export async function drawCharacter(job: CharacterJob): Promise<{ readonly bytes: Uint8Array }> {
  sharp.concurrency(1)
  const { width, height, style, seed, image, prompt, reference } = job
  const design = designCharacter(prompt, seed, reference)
  const sheet: Sheet = { design, job, backdrop: mix(shift(design.colors.accent, 0.05, 0.4), PAPER, 0.45) }
  const whole = { x: 0, y: 0, wide: width, tall: height }
  const content =
    image === 'sheet'
      ? wholeSheet(sheet)
      : image === 'portrait'
        ? bust(sheet, whole, 'calm')
        : image === 'palette'
          ? chips(sheet, { x: width * 0.06, y: height * 0.2, wide: width * 0.88, tall: height * 0.6 })
          : standing(sheet, { ...whole, y: height * 0.04, tall: height * 0.92 }, image)
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`
  const drawn = sharp(Buffer.from(svg)).flatten({ background: hexOf(PAPER) })
  if (style === 'pixel')
    return { bytes: await encode(await toPixels(drawn, job), job, `character ${image}, ${style}`) }
  const bytes = await drawn.raw().toBuffer()
  addGrain(bytes, 3, seed)
  return { bytes: await encode(bytes, job, `character ${image}, ${style}`) }
}

/** Three sides in the upper two thirds, four moods below, the palette at the foot; side by side where the sheet is wide. */
function wholeSheet(sheet: Sheet): string {
  const { width, height } = sheet.job
  const gap = Math.min(width, height) * 0.025
  const isWide = width > height * 1.5
  const wide = isWide ? width * 0.58 : width - 2 * gap
  const tall = isWide ? height - 2 * gap : height * 0.62
  const sides = SIDES.map((view, index) =>
    standing(sheet, { x: gap + (index * wide) / 3, y: gap, wide: wide / 3 - gap * 0.4, tall }, view),
  )
  const [left, top] = isWide ? [gap * 2 + wide, gap] : [gap, tall + gap * 2]
  const room = { wide: width - left - gap, tall: height - top - gap }
  const [across, down] = isWide ? [2, 2] : [4, 1]
  const foot = Math.min(room.tall * 0.16, room.wide * 0.09)
  const [cellWide, cellTall] = [(room.wide + gap) / across, (room.tall - foot) / down]
  const moods = MOODS.map((mood, index) => {
    const place = { x: left + (index % across) * cellWide, y: top + Math.floor(index / across) * cellTall }
    return bust(sheet, { ...place, wide: cellWide - gap, tall: cellTall - gap }, mood)
  })
  const palette = chips(sheet, { x: left, y: height - gap - foot, wide: room.wide, tall: foot })
  return [...sides, ...moods, palette].join('')
}

function standing({ design, job, backdrop }: Sheet, { x, y, wide, tall }: Box, view: View): string {
  const scale = Math.min(tall / 285, wide / 112)
  const foot: Point = [x + wide / 2, y + tall * 0.5 + 128 * scale]
  const place = `transform="translate(${foot.map(px).join(' ')}) scale(${scale.toFixed(4)})"`
  return [
    ellipse([foot[0], y + tall * 0.52], wide * 0.46, tall * 0.44, hexOf(backdrop)),
    ellipse(foot, 38 * scale, 6 * scale, hexOf(shift(backdrop, -0.16))),
    group([drawCharacterFigure(design, job.style, view, 'calm')], place),
  ].join('')
}

function bust({ design, job, backdrop }: Sheet, { x, y, wide, tall }: Box, mood: Mood): string {
  const id = `c${Math.round(x)}-${Math.round(y)}`
  const isChild = design.age === 'child'
  const scale = Math.min(wide / 88, tall / 128) * (isChild ? 1.2 : 1)
  const box = (fill: string): string =>
    rectangle([x, y], wide, tall, fill, `rx="${px(Math.min(wide, tall) * 0.07)}"`)
  const neck = y + tall * 0.56 + 168 * scale * (isChild ? 0.8 : 1)
  const place = `transform="translate(${px(x + wide / 2)} ${px(neck)}) scale(${scale.toFixed(4)})"`
  const figure = drawCharacterFigure(design, job.style, mood === 'calm' ? 'three-quarter' : 'front', mood)
  const clip = `<clipPath id="${id}">${box('#000')}</clipPath>`
  return clip + box(hexOf(backdrop)) + group([group([figure], place)], `clip-path="url(#${id})"`)
}

function chips({ design }: Sheet, { x, y, wide, tall }: Box): string {
  const colors = Object.values(design.colors)
  const step = wide / colors.length
  const round = `rx="${px(Math.min(tall, step) * 0.18)}"`
  return colors
    .map((color, index) => rectangle([x + index * step, y], step * 0.88, tall, hexOf(color), round))
    .join('')
}

/** Few colours in large squares. */
async function toPixels(drawn: Sharp, { width, height }: CharacterJob): Promise<Uint8Array> {
  const side = Math.max(1, Math.round(Math.min(width, height) * PIXEL_SHARE))
  const [across, down] = [width, height].map((length) => Math.max(1, Math.round(length / side)))
  const small = await drawn
    .resize(across, down, { kernel: 'mitchell', fit: 'fill' })
    .png({ palette: true, colors: PIXEL_COLORS, dither: 0 })
    .toBuffer()
  return await sharp(small)
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

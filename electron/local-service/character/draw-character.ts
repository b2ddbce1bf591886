/**
 * The threads' work for a character: one image of it (the sheet with all sides and moods, a portrait, the palette, or a single
 * side), encoded and labelled as what it is.
 */
import sharp, { type Sharp } from 'sharp'
import { hexOf, mix, oklch, shift, type Rgb } from '../image/color.ts'
import { encode, finishImage } from '../image/draw-image.ts'
import { group, px, rectangle } from '../image/svg.ts'
import type { CharacterJob, View } from './design.ts'
import { designCharacter, type Design } from './design.ts'
import { drawCharacterFigure, MOODS, type Mood } from './figure.ts'

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

/** Draws and encodes one image. */
export async function drawCharacter(job: CharacterJob): Promise<{ readonly bytes: Uint8Array }> {
  sharp.concurrency(1)
  const { width, height, style, seed } = job
  const design = designCharacter(job.prompt, seed, job.reference)
  const sheet: Sheet = { design, job, backdrop: mix(shift(design.colors.accent, 0.05, 0.4), PAPER, 0.45) }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rectangle([0, 0], width, height, hexOf(PAPER))}${contentOf(sheet)}</svg>`
  const drawn = sharp(Buffer.from(svg)).removeAlpha()
  const isPixel = style === 'pixel'
  const bytes = isPixel ? await toPixels(drawn, job) : await drawn.raw().toBuffer()
  if (!isPixel) finishImage(bytes, job, { grain: 3, vignette: 0 }, seed)
  return { bytes: await encode(bytes, job, `character ${job.image}, ${style}`) }
}

function contentOf(sheet: Sheet): string {
  const { width, height, image } = sheet.job
  switch (image) {
    case 'sheet':
      return wholeSheet(sheet)
    case 'portrait':
      return bust(sheet, 0, 0, width, height, 'calm')
    case 'palette':
      return chips(sheet, width * 0.06, height * 0.2, width * 0.88, height * 0.6)
    default:
      return standing(sheet, image, width * 0.06, height * 0.04, width * 0.88, height * 0.92)
  }
}

/** Three sides in the upper two thirds, four moods below, the palette at the foot; side by side where the sheet is wide. */
function wholeSheet(sheet: Sheet): string {
  const { width, height } = sheet.job
  const gap = Math.min(width, height) * 0.025
  const isWide = width > height * 1.5
  const area = isWide
    ? { wide: width * 0.58, tall: height - 2 * gap }
    : { wide: width - 2 * gap, tall: height * 0.62 }
  const column = area.wide / 3
  const sides = SIDES.map((view, index) =>
    standing(sheet, view, gap + index * column, gap, column - gap * 0.4, area.tall),
  )
  const left = isWide ? gap * 2 + area.wide : gap
  const top = isWide ? gap : area.tall + gap * 2
  const room = { wide: width - left - gap, tall: height - top - gap }
  const perRow = isWide ? 2 : 4
  const rows = MOODS.length / perRow
  const foot = Math.min(room.tall * 0.16, room.wide * 0.09)
  const cell = {
    wide: (room.wide - gap * (perRow - 1)) / perRow,
    tall: (room.tall - foot - gap * rows) / rows,
  }
  const moods = MOODS.map((mood, index) =>
    bust(
      sheet,
      left + (index % perRow) * (cell.wide + gap),
      top + Math.floor(index / perRow) * (cell.tall + gap),
      cell.wide,
      cell.tall,
      mood,
    ),
  )
  return [...sides, ...moods, chips(sheet, left, height - gap - foot, room.wide, foot)].join('')
}

function standing(
  { design, job, backdrop }: Sheet,
  view: View,
  x: number,
  y: number,
  wide: number,
  tall: number,
): string {
  const scale = Math.min(tall / 285, wide / 112)
  const foot = y + tall * 0.5 + 128 * scale
  const middle = x + wide / 2
  const spot = `<ellipse cx="${px(middle)}" cy="${px(y + tall * 0.52)}" rx="${px(wide * 0.46)}" ry="${px(tall * 0.44)}" fill="${hexOf(backdrop)}"/>`
  const shadow = `<ellipse cx="${px(middle)}" cy="${px(foot)}" rx="${px(38 * scale)}" ry="${px(6 * scale)}" fill="${hexOf(shift(backdrop, -0.16))}"/>`
  const figure = drawCharacterFigure(design, job.style, view)
  return (
    spot +
    shadow +
    group([figure], `transform="translate(${px(middle)} ${px(foot)}) scale(${scale.toFixed(4)})"`)
  )
}

/** Head and shoulders in a box. */
function bust(
  { design, job, backdrop }: Sheet,
  x: number,
  y: number,
  wide: number,
  tall: number,
  mood: Mood,
): string {
  const id = `c${Math.round(x)}-${Math.round(y)}`
  const scale = Math.min(wide / 88, tall / 128) * (design.age === 'child' ? 1.2 : 1)
  const corner = Math.min(wide, tall) * 0.07
  const box = `x="${px(x)}" y="${px(y)}" width="${px(wide)}" height="${px(tall)}" rx="${px(corner)}"`
  const figure = drawCharacterFigure(design, job.style, mood === 'calm' ? 'three-quarter' : 'front', mood)
  const place = `transform="translate(${px(x + wide / 2)} ${px(y + tall * 0.56 + 168 * scale * (design.age === 'child' ? 0.8 : 1))}) scale(${scale.toFixed(4)})"`
  return `<clipPath id="${id}"><rect ${box}/></clipPath><rect ${box} fill="${hexOf(backdrop)}"/><g clip-path="url(#${id})">${group([figure], place)}</g>`
}

function chips({ design }: Sheet, x: number, y: number, wide: number, tall: number): string {
  const colors = Object.values(design.colors)
  const step = wide / colors.length
  return colors
    .map((color, index) =>
      rectangle(
        [x + index * step, y],
        step * 0.88,
        tall,
        hexOf(color),
        `rx="${px(Math.min(tall, step) * 0.18)}"`,
      ),
    )
    .join('')
}

/** Few colours in large squares. */
async function toPixels(drawn: Sharp, { width, height }: CharacterJob): Promise<Buffer> {
  const side = Math.max(1, Math.round(Math.min(width, height) * PIXEL_SHARE))
  const small = await drawn
    .resize(Math.max(1, Math.round(width / side)), Math.max(1, Math.round(height / side)), {
      kernel: 'mitchell',
      fit: 'fill',
    })
    .png({ palette: true, colors: PIXEL_COLORS, dither: 0 })
    .toBuffer()
  return await sharp(small)
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

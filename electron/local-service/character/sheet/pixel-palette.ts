/**
 * The palette as pixel art: chips in rows, with letters of whole pixels, as large as the picture has room for.
 */
import type { Canvas } from '../../paint/canvas.ts'
import { mix, shift } from '../../paint/color.ts'
import { hexOf } from '../hex.ts'
import { setUpDesk, type PictureWish } from './desk.ts'
import { fillPixels, LETTER_HEIGHT, pixelWidthOf, writePixels } from './pixel-lettering.ts'
import { shownColors } from './shown-colors.ts'

export interface PixelPaletteLayout {
  readonly columns: number
  /** Of a chip with its words and the space around, in pixels. */
  readonly cellWidth: number
  readonly cellHeight: number
  /** How many pixels wide a pixel of a letter is; 0 where there is no room for letters. */
  readonly scale: number
}

const MOST_SCALE = 4
const MOST_ROWS = 3
/** Widest of what is written below a chip. */
const WORDS_WIDTH = pixelWidthOf('#888888')

/** How `count` chips stand on a sheet of this size: the letters as large as can be, then the rows as few. */
export function layOutPixelPalette(count: number, width: number, height: number): PixelPaletteLayout {
  for (let scale = MOST_SCALE; scale > 0; scale -= 1) {
    for (let rows = 1; rows <= MOST_ROWS; rows += 1) {
      const columns = Math.ceil(count / rows)
      const [cellWidth, cellHeight] = [Math.floor(width / columns), Math.floor(height / rows)]
      const chip = cellHeight - wordsHeight(scale) - 2 * scale
      // The smallest letters are worth a low chip.
      const leastChip = scale === 1 ? 2 : LETTER_HEIGHT * scale
      if (cellWidth >= (WORDS_WIDTH + 2) * scale && chip >= leastChip)
        return { columns, cellWidth, cellHeight, scale }
    }
  }
  return { columns: count, cellWidth: Math.floor(width / count), cellHeight: height, scale: 0 }
}

/** A name, a hexadecimal value, and the lines between. */
function wordsHeight(scale: number): number {
  return (2 * LETTER_HEIGHT + 4) * scale
}

export function drawPixelPalette(wish: PictureWish): Canvas {
  const { canvas, tints } = setUpDesk(wish)
  const { width, height, design } = wish
  const colors = shownColors(design)
  const margin = Math.max(1, Math.round(Math.min(width, height) * 0.06))
  const { columns, cellWidth, cellHeight, scale } = layOutPixelPalette(
    colors.length,
    width - 2 * margin,
    height - 2 * margin,
  )
  const soft = mix(tints.ink, tints.paper, 0.3)
  const [left, top] = [
    Math.floor((width - columns * cellWidth) / 2),
    Math.floor((height - Math.ceil(colors.length / columns) * cellHeight) / 2),
  ]
  const gap = Math.max(1, scale)
  const chip = { width: cellWidth - 2 * gap, height: cellHeight - wordsHeight(scale) - gap }
  for (const [index, { label, color }] of colors.entries()) {
    const x = left + (index % columns) * cellWidth + gap
    const y = top + Math.floor(index / columns) * cellHeight + gap
    drawChip(canvas, { left: x, top: y, ...chip }, color, gap)
    if (scale === 0) continue
    const words = y + chip.height + scale
    writePixels(canvas, label, { left: x, top: words, scale }, tints.ink)
    writePixels(canvas, hexOf(color), { left: x, top: words + (LETTER_HEIGHT + 1) * scale, scale }, soft)
  }
  return canvas
}

type Rectangle = Parameters<typeof fillPixels>[1]
type Color = Parameters<typeof fillPixels>[2]

/** A colour with a rim of its shade, and where there is room its light and its shade beside each other. */
function drawChip(canvas: Canvas, box: Rectangle, color: Color, rim: number): void {
  fillPixels(canvas, box, shift(color, -0.13))
  fillPixels(canvas, { ...box, width: box.width - rim, height: box.height - rim }, color)
  const side = Math.floor(Math.min(box.width / 4, box.height / 4))
  if (side < 2) return
  for (const [place, step] of [0.1, -0.13].entries()) {
    const left = box.left + rim + place * (side + rim)
    const top = box.top + box.height - 2 * rim - side
    fillPixels(canvas, { left, top, width: side, height: side }, shift(color, step))
  }
}

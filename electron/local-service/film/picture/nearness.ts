/**
 * Guesses how near each place of a picture is, from what pictures mostly are: ground below, sky above, haze far away.
 *
 * Nothing here knows what is shown. The guess is kept soft, so that a camera moving through it bends a picture gently where it
 * is wrong instead of tearing it.
 */
import { blurPlane } from '../../paint/canvas.ts'
import { decodePart, toOklab, type Rgb } from '../../paint/color.ts'
import type { Plate } from '../plate.ts'

export interface Nearness {
  readonly columns: number
  readonly rows: number
  /** 0 (as far as can be) to 1 (at the lens) for each cell, row by row. */
  readonly values: Float32Array
  /** How surely each cell is sky, 0 to 1. */
  readonly sky: Float32Array
  /** Where the ground ends, as a share of the height. */
  readonly horizon: number
  /** The colour of the air there, 0 to 255, and how light the picture is as a whole, 0 to 1. */
  readonly haze: readonly [number, number, number]
  readonly level: number
}

/** Cells on the longer side: depth is smooth, and more cells would only find texture. */
const CELLS = 192

interface Look {
  /** Gamma-encoded, 0 to 255 each. */
  readonly color: Float32Array
  readonly light: Float32Array
  readonly chroma: Float32Array
  /** How busy each cell is. */
  readonly detail: Float32Array
}

/** The nearness of `picture`. */
export function guessNearness(picture: Plate): Nearness {
  const shrink = CELLS / Math.max(picture.width, picture.height)
  const columns = Math.max(8, Math.round(picture.width * shrink))
  const rows = Math.max(8, Math.round(picture.height * shrink))
  const look = lookAt(picture, columns, rows)
  const sky = findSky(look, columns, rows)
  const horizon = findHorizon(look, sky, columns, rows)
  const raw = new Float32Array(columns * rows)
  const detail = blurPlane(look.detail, columns, rows, 1, 3)
  for (let y = 0; y < rows; y += 1) {
    const height = y / (rows - 1)
    const ground = Math.max(0, (height - horizon) / (1 - horizon))
    for (let x = 0; x < columns; x += 1) {
      const at = y * columns + x
      /** Things in the middle of a picture are what it shows, and stand before the rest. */
      const middle = Math.exp(-(((x / columns - 0.5) / 0.3) ** 2) - ((height - 0.58) / 0.32) ** 2)
      const crisp = Math.min(1, (detail[at] as number) * 14)
      const vivid = Math.min(1, (look.chroma[at] as number) * 5)
      const standing = 0.16 + 0.14 * crisp + 0.1 * vivid + 0.22 * middle * (0.4 + 0.6 * crisp)
      const near = Math.max(standing, 0.14 + 0.86 * ground ** 1.15)
      raw[at] = near * (1 - (sky[at] as number)) + 0.03 * (sky[at] as number)
    }
  }
  const values = smoothAlong(raw, look.light, columns, rows)
  const level = Math.min(1, look.light.reduce((sum, light) => sum + light, 0) / (look.light.length * 0.75))
  const haze = hazeAt(look.color, columns, rows, horizon)
  return { columns, rows, values, sky: blurPlane(sky, columns, rows, 1, 1.5), horizon, haze, level }
}

function lookAt(picture: Plate, columns: number, rows: number): Look {
  const color = new Float32Array(columns * rows * 3)
  const light = new Float32Array(columns * rows)
  const chroma = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const cell = meanOfCell(picture, x / columns, y / rows, 1 / columns, 1 / rows)
      color.set(cell, (y * columns + x) * 3)
      const [l, a, b] = toOklab(cell.map((part) => decodePart(part)) as unknown as Rgb)
      light[y * columns + x] = l
      chroma[y * columns + x] = Math.hypot(a, b)
    }
  }
  const soft = blurPlane(light, columns, rows, 1, 2)
  const detail = light.map((value, at) => Math.abs(value - (soft[at] as number)))
  return { color, light, chroma, detail }
}

/** The mean colour of one cell, gamma-encoded, 0 to 255 each; its place and size are shares of the picture. */
function meanOfCell(
  { width, height, data }: Plate,
  u: number,
  v: number,
  wide: number,
  tall: number,
): readonly [number, number, number] {
  const [left, right] = [Math.floor(u * width), Math.max(1, Math.round(wide * width))]
  const [top, bottom] = [Math.floor(v * height), Math.max(1, Math.round(tall * height))]
  let [r, g, b, count] = [0, 0, 0, 0]
  for (let y = top; y < Math.min(height, top + bottom); y += 1) {
    for (let x = left; x < Math.min(width, left + right); x += 1) {
      const at = (y * width + x) * 4
      r += data[at] as number
      g += data[at + 1] as number
      b += data[at + 2] as number
      count += 256
    }
  }
  return [r / count, g / count, b / count]
}

/** Sky hangs from the upper edge: quiet, and of a lightness that changes slowly downwards. */
function findSky({ light, detail }: Look, columns: number, rows: number): Float32Array {
  const quiet = blurPlane(detail, columns, rows, 1, 1.2)
  const sky = new Float32Array(columns * rows)
  for (let x = 0; x < columns; x += 1) {
    let sure = 1
    let before = light[x] as number
    for (let y = 0; y < rows * 0.8; y += 1) {
      const at = y * columns + x
      const here = light[at] as number
      const jump = Math.abs(here - before) * 5 + Math.max(0, (quiet[at] as number) - 0.02) * 9
      sure = Math.max(0, sure - Math.max(0, jump - 0.12))
      before += (here - before) * 0.35
      sky[at] = sure
    }
  }
  const soft = blurPlane(sky, columns, rows, 1, 2.5)
  return soft.map((value) => Math.min(1, Math.max(0, (value - 0.35) * 2.2)))
}

/** The row below which hardly anything is sky; the middle where there is none at all. */
function findHorizon({ light }: Look, sky: Float32Array, columns: number, rows: number): number {
  let lowest = 0
  for (let y = 0; y < rows; y += 1) {
    let covered = 0
    for (let x = 0; x < columns; x += 1) covered += sky[y * columns + x] as number
    if (covered / columns > 0.3) lowest = y / rows
  }
  if (lowest > 0.12) return Math.min(0.72, lowest + 0.03)
  return strongestEdge(light, columns, rows)
}

/** The mean colour around the horizon. */
function hazeAt(
  color: Float32Array,
  columns: number,
  rows: number,
  horizon: number,
): readonly [number, number, number] {
  const from = Math.max(0, Math.floor((horizon - 0.06) * rows)) * columns
  const to = Math.max(from + columns, Math.ceil((horizon + 0.02) * rows) * columns)
  const sums = [0, 0, 0] as [number, number, number]
  for (let cell = from; cell < to; cell += 1)
    for (const part of [0, 1, 2] as const) sums[part] += color[cell * 3 + part] as number
  const count = to - from
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}

/** The row, between a quarter and three quarters of the height, at which the rows' mean lightness changes most. */
function strongestEdge(light: Float32Array, columns: number, rows: number): number {
  const means = Array.from({ length: rows }, (_, y) => {
    let sum = 0
    for (let x = 0; x < columns; x += 1) sum += light[y * columns + x] as number
    return sum / columns
  })
  let [best, strength] = [0.45, 0.06]
  for (let y = Math.floor(rows * 0.25); y < rows * 0.7; y += 1) {
    const change = Math.abs((means[y + 2] ?? 0) - (means[y - 2] ?? 0))
    if (change > strength) [best, strength] = [y / rows, change]
  }
  return best
}

/**
 * Smooths `values` without crossing contours of `guide` (He, Sun and Tang, "Guided Image Filtering", 2010), then a little
 * everywhere.
 */
function smoothAlong(values: Float32Array, guide: Float32Array, columns: number, rows: number): Float32Array {
  const reach = columns / 26
  const blur = (plane: Float32Array): Float32Array => blurPlane(plane, columns, rows, 1, reach)
  const meanGuide = blur(guide)
  const meanValue = blur(values)
  const meanBoth = blur(values.map((value, at) => value * (guide[at] as number)))
  const meanSquare = blur(guide.map((value) => value * value))
  const slope = new Float32Array(values.length)
  const offset = new Float32Array(values.length)
  for (let at = 0; at < values.length; at += 1) {
    const spread = (meanSquare[at] as number) - (meanGuide[at] as number) ** 2
    const shared = (meanBoth[at] as number) - (meanGuide[at] as number) * (meanValue[at] as number)
    slope[at] = shared / (spread + 0.004)
    offset[at] = (meanValue[at] as number) - (slope[at] as number) * (meanGuide[at] as number)
  }
  const [meanSlope, meanOffset] = [blur(slope), blur(offset)]
  const guided = guide.map((value, at) => (meanSlope[at] as number) * value + (meanOffset[at] as number))
  return blurPlane(guided, columns, rows, 1, 2.2).map((value) => Math.min(1, Math.max(0.02, value)))
}

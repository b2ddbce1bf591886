/**
 * Repaints any picture in brush strokes, large ones first, small ones where there is detail.
 *
 * After Aaron Hertzmann, "Painterly Rendering with Curved Brush Strokes of Multiple Sizes" (1998): here each stroke is one
 * bent, bristled dab along the picture's contours, and the paint's height is lit at the end.
 */
import { blurPlane, resizeCanvas, type Canvas } from './canvas.ts'
import { measureFlow, type Flow } from './flow.ts'
import type { Noise } from './noise.ts'
import { shuffle, type Random } from './random.ts'
import type { Focus } from './scene/subjects.ts'

export interface BrushWork {
  /** Half the width of the largest stroke as a share of the shorter side. */
  readonly size: number
  /** Number of sizes; each is a little over half the one before. */
  readonly sizes: number
  /** 0 (faithful) to 1 (free): longer strokes, more colour play, less detail. */
  readonly freedom: number
}

/** A power of two, so that bristles can be counted round with a mask. */
const BRISTLES = 128
const BRISTLE_LENGTH = 128
/** Detail is measured in squares of so many pixels a side: what decides about strokes needs no more. */
const CELL = 2

/** `source` in brush strokes. `focus` gets the finest ones. */
export function paintWithBrush(
  source: Canvas,
  work: BrushWork,
  focus: readonly Focus[],
  noise: Noise,
  random: Random,
): Canvas {
  const { width, height } = source
  const unit = Math.min(width, height)
  const flow = measureFlow(source, unit / 90)
  const detail = measureDetail(source, focus)
  const bristles = makeBristles(noise)
  const coarse = Math.max(1, unit * work.size * 0.8)
  const under = resizeCanvas(source, Math.ceil(width / coarse), Math.ceil(height / coarse))
  const result = resizeCanvas(under, width, height)
  const paint = new Float32Array(width * height)
  for (let level = 0; level < work.sizes; level += 1) {
    const radius = Math.max(0.9, unit * work.size * 0.52 ** level)
    const threshold = level === 0 ? -1 : (0.003 + 0.0065 * level) * (0.5 + work.freedom)
    const step = radius * 1.62
    const spots: number[] = []
    for (let y = 0; y < height; y += step) {
      for (let x = 0; x < width; x += step) {
        const [sx, sy] = [x + (random() - 0.5) * step, y + (random() - 0.5) * step]
        const [cx, cy] = [clampTo(sx, width), clampTo(sy, height)]
        const cell = Math.floor(cy / CELL) * detail.columns + Math.floor(cx / CELL)
        if ((detail.values[cell] as number) > threshold) spots.push(sx, sy)
      }
    }
    const order = shuffle(
      random,
      Array.from({ length: spots.length / 2 }, (_, index) => index),
    )
    for (const index of order) {
      dab(
        result,
        paint,
        source,
        flow,
        bristles,
        spots[index * 2] as number,
        spots[index * 2 + 1] as number,
        radius,
        work,
        random,
      )
    }
  }
  lightPaint(result, paint)
  return result
}

/** A plane of one number for each square of `CELL` pixels. */
interface Detail {
  readonly columns: number
  readonly values: Float32Array
}

/** How busy the picture is in each cell: the spread of brightness nearby, raised where `focus` lies. */
function measureDetail({ width, height, data }: Canvas, focus: readonly Focus[]): Detail {
  const unit = Math.min(width, height) / CELL
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const bright = new Float32Array(width * height)
  const mean = new Float32Array(columns * rows)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const sum =
        (data[at * 3] as number) * 0.5 + (data[at * 3 + 1] as number) + (data[at * 3 + 2] as number) * 0.5
      const value = Math.sqrt(Math.max(0, sum) / 2)
      const cell = row + Math.floor(x / CELL)
      bright[at] = value
      mean[cell] = (mean[cell] as number) + value / CELL ** 2
    }
  }
  const smooth = blurPlane(mean, columns, rows, 1, unit / 220)
  const spread = new Float32Array(columns * rows)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / CELL) * columns
    for (let x = 0; x < width; x += 1) {
      const cell = row + Math.floor(x / CELL)
      const apart = Math.abs((bright[y * width + x] as number) - (smooth[cell] as number))
      spread[cell] = (spread[cell] as number) + apart / CELL ** 2
    }
  }
  const values = blurPlane(spread, columns, rows, 1, unit / 160)
  for (const spot of focus) {
    const [x, y, radius] = [spot.x / CELL, spot.y / CELL, spot.radius / CELL]
    for (let py = Math.max(0, Math.floor(y - radius)); py < Math.min(rows, y + radius); py += 1) {
      for (let px = Math.max(0, Math.floor(x - radius)); px < Math.min(columns, x + radius); px += 1) {
        if ((px - x) ** 2 + (py - y) ** 2 < radius * radius)
          values[py * columns + px] = (values[py * columns + px] as number) * 2.5 + 0.012
      }
    }
  }
  return { columns, values }
}

/** The paint that bristles leave: columns along the stroke, each row one bristle. 0 (bare) to 1 (thick). */
function makeBristles(noise: Noise): Float32Array {
  const table = new Float32Array(BRISTLES * BRISTLE_LENGTH)
  for (let bristle = 0; bristle < BRISTLES; bristle += 1) {
    for (let along = 0; along < BRISTLE_LENGTH; along += 1) {
      const streak =
        noise.fbm(bristle * 0.31, along * 0.012 + 50, 3) + 0.5 * noise.at(bristle * 0.9, along * 0.05)
      table[bristle * BRISTLE_LENGTH + along] = Math.min(1, Math.max(0, 0.62 + streak * 0.85))
    }
  }
  return table
}

function dab(
  canvas: Canvas,
  paint: Float32Array,
  source: Canvas,
  flow: Flow,
  bristles: Float32Array,
  x: number,
  y: number,
  radius: number,
  { freedom }: BrushWork,
  random: Random,
): void {
  const { width, height, data } = canvas
  const [cx, cy] = [clampTo(x, width), clampTo(y, height)]
  const [red, green, blue] = meanAround(source, cx, cy, radius * 0.5)
  const play = (random() - 0.5) * (0.1 + 0.2 * freedom)
  const warm = (random() - 0.5) * (0.05 + 0.1 * freedom)
  const r = red * (1 + play + warm)
  const g = green * (1 + play)
  const b = blue * (1 + play - warm)
  const { angle, strength } = flow.at(cx, cy)
  const turn = angle + (random() - 0.5) * (0.35 + 0.5 * (1 - strength))
  const long = radius * (1.9 + 2.2 * random() * (0.5 + freedom)) * (0.75 + 0.5 * strength)
  const bend = ((random() - 0.5) * 0.5) / long
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const sway = bend * long * long
  const [from, to] = [Math.min(0, sway) - radius, Math.max(0, sway) + radius]
  const reachY = Math.abs(sin) * long + Math.abs(cos) * Math.max(-from, to)
  const [top, bottom] = [Math.max(0, Math.floor(y - reachY)), Math.min(height - 1, Math.ceil(y + reachY))]
  const offset = Math.floor(random() * BRISTLES)
  const spread = Math.min(BRISTLES - 1, 10 + radius * 1.6)
  const soft = Math.min(0.6, 1.1 / radius)
  const [perRadius, perLong, perSoft] = [1 / radius, 1 / long, 1 / soft]
  const curl = bend * perRadius
  for (let py = top; py <= bottom; py += 1) {
    const dy = py - y
    const [low, high] = rowSpan(dy, cos, sin, long, from, to)
    const left = Math.max(0, Math.floor(x + low))
    const right = Math.min(width - 1, Math.ceil(x + high))
    for (let px = left; px <= right; px += 1) {
      const dx = px - x
      const u = dx * cos + dy * sin
      const along = u * perLong
      const rim = 1 - along * along
      if (rim <= 0) continue
      const v = (dy * cos - dx * sin) * perRadius - curl * u * u
      const room = rim * 2.2 + 0.12
      const edge = room >= 1 ? 1 - Math.abs(v) : 1 - Math.abs(v) / room
      if (edge <= 0) continue
      const bristle = (offset + (((v + 1) * 0.5 * spread) | 0)) & (BRISTLES - 1)
      const load = bristles[
        bristle * BRISTLE_LENGTH + (((along + 1) * 0.4999 * BRISTLE_LENGTH) | 0)
      ] as number
      const worn = load + 0.32 - (along > 0 ? 0.55 * along : 0)
      const cover = edge < soft ? edge * perSoft * 0.95 : 0.95
      const alpha = cover * (worn > 1 ? 1 : worn < 0.12 ? 0.12 : worn)
      const spot = py * width + px
      const at = spot * 3
      const kept = 1 - alpha
      data[at] = (data[at] as number) * kept + r * alpha
      data[at + 1] = (data[at + 1] as number) * kept + g * alpha
      data[at + 2] = (data[at + 2] as number) * kept + b * alpha
      paint[spot] = (paint[spot] as number) * (1 - alpha * 0.8) + (load + edge * 0.25) * alpha
    }
  }
}

/**
 * The part of a row, `dy` from a stroke's middle, that the stroke's box can touch, from its middle. The box reaches `long` both
 * ways along the stroke, and `from` to `to` across it.
 */
function rowSpan(
  dy: number,
  cos: number,
  sin: number,
  long: number,
  from: number,
  to: number,
): readonly [number, number] {
  const along = cos === 0 ? Infinity : Math.abs(long / cos)
  const middle = cos === 0 ? 0 : (-dy * sin) / cos
  const one = sin === 0 ? -Infinity : (dy * cos - to) / sin
  const other = sin === 0 ? Infinity : (dy * cos - from) / sin
  return [Math.max(middle - along, Math.min(one, other)), Math.min(middle + along, Math.max(one, other))]
}

/** The mean colour of nine points within `reach` pixels. */
function meanAround(
  { width, height, data }: Canvas,
  x: number,
  y: number,
  reach: number,
): readonly [number, number, number] {
  let [r, g, b] = [0, 0, 0]
  for (let point = 0; point < 9; point += 1) {
    const px = clampTo(x + ((point % 3) - 1) * reach, width)
    const py = clampTo(y + (Math.floor(point / 3) - 1) * reach, height)
    const at = (py * width + px) * 3
    r += data[at] as number
    g += data[at + 1] as number
    b += data[at + 2] as number
  }
  return [r / 9, g / 9, b / 9]
}

/** Lets light graze the paint from the upper left, so that every bristle shows. */
function lightPaint({ width, height, data }: Canvas, paint: Float32Array): void {
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const spot = y * width + x
      const here = paint[spot] as number
      const slope = 2 * here - (paint[spot - 1] as number) - (paint[spot - width] as number)
      const relief = 1 + Math.max(-0.16, Math.min(0.16, slope * 0.2))
      for (let at = spot * 3; at < spot * 3 + 3; at += 1) data[at] = (data[at] as number) * relief
    }
  }
}

function clampTo(value: number, size: number): number {
  return value < 0 ? 0 : value > size - 1 ? size - 1 : Math.floor(value)
}

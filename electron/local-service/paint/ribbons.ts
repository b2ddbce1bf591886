/**
 * Fills a canvas with ribbons along a direction field, packed so that none touches another.
 */
import type { Canvas } from './canvas.ts'
import { shift, type Rgb } from './color.ts'
import { createPen } from './pen.ts'
import type { Random } from './random.ts'

export interface RibbonField {
  /** In radians. */
  readonly angleAt: (x: number, y: number) => number
  /** Ribbons never cross from one region into another. */
  readonly regionAt: (x: number, y: number) => number
  /** Asked once a ribbon, at its middle. */
  readonly colorAt: (x: number, y: number) => Rgb
}

export interface RibbonMeasure {
  /** From broad to fine, in pixels: each fills what the ones before left. */
  readonly widths: readonly number[]
  /** Room between neighbours, in pixels. */
  readonly gap: number
  readonly longest: number
  /** 0 (blunt) to 1 (thin at both ends). */
  readonly taper: number
}

/** Draws ribbons until each width finds no more room. */
export function drawRibbons(
  canvas: Canvas,
  field: RibbonField,
  measure: RibbonMeasure,
  random: Random,
): void {
  const { width, height } = canvas
  const cell = Math.max(1, Math.min(...measure.widths) * 0.5)
  const columns = Math.ceil(width / cell)
  const rows = Math.ceil(height / cell)
  const taken = new Uint8Array(columns * rows)
  const pen = createPen(canvas)

  const free = (x: number, y: number, reach: number): boolean => {
    if (x < -reach || y < -reach || x >= width + reach || y >= height + reach) return false
    const span = Math.ceil(reach / cell)
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    for (let j = Math.max(0, row - span); j <= Math.min(rows - 1, row + span); j += 1) {
      for (let i = Math.max(0, column - span); i <= Math.min(columns - 1, column + span); i += 1) {
        const [dx, dy] = [(i + 0.5) * cell - x, (j + 0.5) * cell - y]
        if (taken[j * columns + i] === 1 && dx * dx + dy * dy < reach * reach) return false
      }
    }
    return true
  }
  const take = (x: number, y: number, reach: number): void => {
    const span = Math.ceil(reach / cell)
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    for (let j = Math.max(0, row - span); j <= Math.min(rows - 1, row + span); j += 1) {
      for (let i = Math.max(0, column - span); i <= Math.min(columns - 1, column + span); i += 1) {
        const [dx, dy] = [(i + 0.5) * cell - x, (j + 0.5) * cell - y]
        if (dx * dx + dy * dy < reach * reach) taken[j * columns + i] = 1
      }
    }
  }

  for (const broad of measure.widths) {
    const reach = broad / 2 + measure.gap
    const step = Math.max(1.5, broad * 0.45)
    const tries = Math.round(((width * height) / (broad * measure.longest)) * 5)
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const [x, y] = [random() * width, random() * height]
      if (!free(x, y, reach)) continue
      const region = field.regionAt(x, y)
      const half = (measure.longest * (0.35 + 0.65 * random())) / 2
      const ahead = trace(field, free, x, y, 1, { step, reach, half, region })
      const behind = trace(field, free, x, y, -1, { step, reach, half, region })
      const points = [...behind.toReversed(), [x, y] as const, ...ahead]
      if (points.length * step < broad * 1.6) continue
      for (const [px, py] of points) take(px, py, broad / 2 + measure.gap * 0.5)
      const color = field.colorAt(x, y)
      pen.draw([ribbonOutline(points, broad, measure.taper)], color)
      if (broad > 5)
        pen.draw([ribbonOutline(points, broad * 0.34, measure.taper, -broad * 0.2)], shift(color, 0.035), 0.6)
    }
  }
}

type Point = readonly [number, number]

function trace(
  field: RibbonField,
  free: (x: number, y: number, reach: number) => boolean,
  startX: number,
  startY: number,
  sign: 1 | -1,
  {
    step,
    reach,
    half,
    region,
  }: { readonly step: number; readonly reach: number; readonly half: number; readonly region: number },
): Point[] {
  const points: Point[] = []
  let [x, y] = [startX, startY]
  let heading = field.angleAt(x, y)
  for (let walked = step; walked < half; walked += step) {
    let angle = field.angleAt(x, y)
    if (Math.cos(angle - heading) < 0) angle += Math.PI
    heading = angle
    x += Math.cos(angle) * step * sign
    y += Math.sin(angle) * step * sign
    if (!free(x, y, reach) || field.regionAt(x, y) !== region) break
    points.push([x, y])
  }
  return points
}

/** The outline along `points`, `broad` wide, moved sideways by `offset`; ends are round or, with taper, thin. */
function ribbonOutline(points: readonly Point[], broad: number, taper: number, offset = 0): number[] {
  const left: number[] = []
  const right: Point[] = []
  const last = points.length - 1
  for (const [index, [x, y]] of points.entries()) {
    const before = points[Math.max(0, index - 1)] ?? [x, y]
    const after = points[Math.min(last, index + 1)] ?? [x, y]
    const angle = Math.atan2(after[1] - before[1], after[0] - before[0])
    const along = last === 0 ? 0 : (index / last) * 2 - 1
    const round = Math.sqrt(Math.max(0, 1 - Math.abs(along) ** (taper > 0.6 ? 2 : 14)))
    const half = (broad / 2) * Math.max(0.12, round * (1 - taper * 0.5 * along * along))
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)]
    left.push(x + nx * (half + offset), y + ny * (half + offset))
    right.push([x - nx * (half - offset), y - ny * (half - offset)])
  }
  return [...left, ...right.toReversed().flat()]
}

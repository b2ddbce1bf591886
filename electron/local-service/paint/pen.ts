/**
 * Fills shapes on a canvas with exact edge coverage: no jagged edges, no supersampling.
 *
 * Signed-area accumulation after Raph Levien's font-rs. Shapes are flat point lists; curves are flattened by `path.ts`.
 */
import type { Canvas } from './canvas.ts'
import type { Rgb } from './color.ts'

/** x0, y0, x1, y1, … of a closed outline, in pixels. */
export type Outline = readonly number[]

export interface Pen {
  /** Fills the outlines as one shape; overlapping outlines of the same direction do not add up past full coverage. */
  draw(outlines: readonly Outline[], color: Rgb, opacity?: number): void
  /** The same, asking `shade` for each covered pixel: it draws there with `coverage` 0 to 1. */
  cover(outlines: readonly Outline[], shade: (x: number, y: number, coverage: number) => void): void
  disc(x: number, y: number, radius: number, color: Rgb, opacity?: number): void
  /** A line with round-less ends, `fromWidth` to `toWidth` pixels wide. */
  line(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    fromWidth: number,
    toWidth: number,
    color: Rgb,
    opacity?: number,
  ): void
}

/** A pen for `canvas`. It keeps a scratch buffer, so use one pen for many shapes. */
export function createPen(canvas: Canvas): Pen {
  const { width, height, data } = canvas
  let area = new Float32Array(1024)

  function cover(
    outlines: readonly Outline[],
    shade: (x: number, y: number, coverage: number) => void,
  ): void {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const outline of outlines) {
      for (let index = 0; index < outline.length; index += 2) {
        const x = outline[index] as number
        const y = outline[index + 1] as number
        if (x < minX) minX = x
        if (x > maxX) maxX = x
        if (y < minY) minY = y
        if (y > maxY) maxY = y
      }
    }
    const left = Math.max(0, Math.floor(minX))
    const top = Math.max(0, Math.floor(minY))
    const right = Math.min(width, Math.ceil(maxX) + 1)
    const bottom = Math.min(height, Math.ceil(maxY) + 1)
    if (!(left < right && top < bottom)) return
    const stride = right - left + 2
    const size = stride * (bottom - top)
    if (area.length < size) area = new Float32Array(size * 2)
    else area.fill(0, 0, size)
    for (const outline of outlines) accumulate(area, outline, left, top, stride, right - left, bottom - top)
    for (let y = top; y < bottom; y += 1) {
      let sum = 0
      const row = (y - top) * stride
      for (let x = left; x < right; x += 1) {
        sum += area[row + x - left] as number
        const coverage = sum < 0 ? -sum : sum
        if (coverage > 0.002) shade(x, y, coverage > 1 ? 1 : coverage)
      }
    }
  }

  function draw(outlines: readonly Outline[], [r, g, b]: Rgb, opacity = 1): void {
    cover(outlines, (x, y, coverage) => {
      const at = (y * width + x) * 3
      const alpha = coverage * opacity
      data[at] = (data[at] as number) * (1 - alpha) + r * alpha
      data[at + 1] = (data[at + 1] as number) * (1 - alpha) + g * alpha
      data[at + 2] = (data[at + 2] as number) * (1 - alpha) + b * alpha
    })
  }

  return {
    draw,
    cover,
    disc: (x, y, radius, color, opacity) => draw([ellipse(x, y, radius, radius)], color, opacity),
    line(x0, y0, x1, y1, fromWidth, toWidth, color, opacity) {
      const length = Math.hypot(x1 - x0, y1 - y0) || 1
      const [nx, ny] = [-(y1 - y0) / length / 2, (x1 - x0) / length / 2]
      const outline = [
        x0 + nx * fromWidth,
        y0 + ny * fromWidth,
        x1 + nx * toWidth,
        y1 + ny * toWidth,
        x1 - nx * toWidth,
        y1 - ny * toWidth,
        x0 - nx * fromWidth,
        y0 - ny * fromWidth,
      ]
      draw([outline], color, opacity)
    },
  }
}

/** The outline of an ellipse, finer the larger it is. */
export function ellipse(x: number, y: number, radiusX: number, radiusY: number): Outline {
  const steps = Math.max(8, Math.min(160, Math.ceil(4 * Math.sqrt(Math.max(radiusX, radiusY)) * 2)))
  const outline: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * 2 * Math.PI
    outline.push(x + Math.cos(angle) * radiusX, y + Math.sin(angle) * radiusY)
  }
  return outline
}

function accumulate(
  area: Float32Array,
  outline: Outline,
  left: number,
  top: number,
  stride: number,
  columns: number,
  rows: number,
): void {
  let px = (outline[outline.length - 2] as number) - left
  let py = (outline[outline.length - 1] as number) - top
  for (let index = 0; index < outline.length; index += 2) {
    const qx = (outline[index] as number) - left
    const qy = (outline[index + 1] as number) - top
    addEdge(area, px, py, qx, qy, stride, columns, rows)
    px = qx
    py = qy
  }
}

function addEdge(
  area: Float32Array,
  px: number,
  py: number,
  qx: number,
  qy: number,
  stride: number,
  columns: number,
  rows: number,
): void {
  if (py === qy) return
  const direction = py < qy ? 1 : -1
  const [x0, y0, x1, y1] = py < qy ? [px, py, qx, qy] : [qx, qy, px, py]
  const slope = (x1 - x0) / (y1 - y0)
  const lastRow = Math.min(rows, Math.ceil(y1))
  for (let row = Math.max(0, Math.floor(y0)); row < lastRow; row += 1) {
    const from = row > y0 ? row : y0
    const to = row + 1 < y1 ? row + 1 : y1
    const height = (to - from) * direction
    if (height === 0) continue
    const xa = clampTo(x0 + (from - y0) * slope, columns)
    const xb = clampTo(x0 + (to - y0) * slope, columns)
    const [xl, xr] = xa < xb ? [xa, xb] : [xb, xa]
    const first = Math.floor(xl)
    const last = Math.ceil(xr)
    const at = row * stride + first
    if (last <= first + 1) {
      const middle = (xl + xr) / 2 - first
      area[at] = (area[at] as number) + height * (1 - middle)
      area[at + 1] = (area[at + 1] as number) + height * middle
      continue
    }
    spread(area, at, xl - first, xr - first, height)
  }
}

/** An edge that crosses several pixels of one row: each gets the area to the right of the edge within it. */
function spread(area: Float32Array, at: number, from: number, to: number, height: number): void {
  const density = height / (to - from)
  let covered = 0
  const pixels = Math.ceil(to)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const start = Math.max(from, pixel)
    const end = Math.min(to, pixel + 1)
    const crossed = (end - start) * density
    const inside = crossed * (pixel + 1 - (start + end) / 2)
    area[at + pixel] = (area[at + pixel] as number) + inside + covered
    covered = crossed - inside
  }
  area[at + pixels] = (area[at + pixels] as number) + covered
}

function clampTo(value: number, limit: number): number {
  return value < 0 ? 0 : value > limit ? limit : value
}

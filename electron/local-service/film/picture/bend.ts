/**
 * Draws a picture as a camera sees it that moves through its depth: each place is moved by as much as it is near.
 *
 * The bending is worked out on a coarse grid and interpolated; it is smooth, as nearness is.
 */
import { project, type Pose } from '../camera.ts'
import type { Frame } from '../frame.ts'
import type { Plate } from '../plate.ts'
import type { Nearness } from './nearness.ts'

export interface Bending {
  readonly pose: Pose
  readonly margin: { readonly x: number; readonly y: number }
  readonly nearness: Nearness
  /** How deep the picture is: the nearest place is 1 / `depth` distances away. */
  readonly depth: number
  /** Adds to where a place of the frame is read, in pixels of the picture; writes x and y into `into`. */
  readonly ripple?: (x: number, y: number, into: Float32Array) => void
  /** How much lighter a place of the frame is, about 1. */
  readonly lightAt?: (x: number, y: number) => number
}

/** Pixels of the frame between two points of the grid. */
const GRID = 4
/** Steps of the search for what is seen at a point: each halves what is left of the error, which begins small. */
const STEPS = 3

/** Draws `picture` over the whole `frame`. */
export function bendPicture(frame: Frame, picture: Plate, bending: Bending): void {
  const columns = Math.ceil(frame.width / GRID) + 2
  let upper = new Float32Array(columns * 3)
  let lower = new Float32Array(columns * 3)
  const line = new Float32Array(columns * 3)
  aimRow(lower, frame, picture, bending, 0)
  for (let y = 0; y < frame.height; y += 1) {
    const step = y % GRID
    if (step === 0) {
      ;[upper, lower] = [lower, upper]
      aimRow(lower, frame, picture, bending, y + GRID)
    }
    const share = step / GRID
    for (let at = 0; at < line.length; at += 1)
      line[at] = (upper[at] as number) * (1 - share) + (lower[at] as number) * share
    readRow(frame, picture, line, y)
  }
}

/** Where each point of one row of the grid is read: column and row of the picture, and its light. */
function aimRow(into: Float32Array, frame: Frame, picture: Plate, bending: Bending, y: number): void {
  const { pose, margin, nearness, depth, ripple, lightAt } = bending
  const unit = Math.min(frame.width, frame.height)
  const centerX = frame.width / 2 + margin.x
  const centerY = nearness.horizon * picture.height
  const moved = new Float32Array(2)
  for (let point = 0; point < into.length / 3; point += 1) {
    const x = point * GRID
    let [px, py] = [x + margin.x, y + margin.y]
    for (let step = 0; step < STEPS; step += 1) {
      const near = nearAt(nearness, px / picture.width, py / picture.height)
      const seen = project(pose, 1 / (0.02 + near * depth))
      px = centerX + (x + margin.x - centerX - seen.x * unit) / seen.scale
      py = centerY + (y + margin.y - centerY - seen.y * unit) / seen.scale
    }
    if (ripple !== undefined) {
      ripple(px, py, moved)
      px += moved[0] as number
      py += moved[1] as number
    }
    into[point * 3] = px
    into[point * 3 + 1] = py
    into[point * 3 + 2] = lightAt === undefined ? 1 : lightAt(px, py)
  }
}

/** The nearness at a place, in shares of the picture. */
export function nearAt({ columns, rows, values }: Nearness, u: number, v: number): number {
  return readCells(values, columns, rows, u, v)
}

/** A plane of cells at a place, in shares of its width and height, interpolated. */
export function readCells(values: Float32Array, columns: number, rows: number, u: number, v: number): number {
  const x = Math.min(columns - 1.001, Math.max(0, u * columns - 0.5))
  const y = Math.min(rows - 1.001, Math.max(0, v * rows - 0.5))
  const left = x | 0
  const top = y | 0
  const fx = x - left
  const fy = y - top
  const at = top * columns + left
  const below = at + columns
  return (
    ((values[at] as number) * (1 - fx) + (values[at + 1] as number) * fx) * (1 - fy) +
    ((values[below] as number) * (1 - fx) + (values[below + 1] as number) * fx) * fy
  )
}

function readRow({ width, data }: Frame, picture: Plate, line: Float32Array, y: number): void {
  const { data: from, width: wide, height: tall } = picture
  const [lastX, lastY] = [wide - 1.001, tall - 1.001]
  const stride = wide * 4
  for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
    const point = ((x / GRID) | 0) * 3
    const share = (x % GRID) * (1 / GRID)
    const keep = 1 - share
    let px = (line[point] as number) * keep + (line[point + 3] as number) * share
    let py = (line[point + 1] as number) * keep + (line[point + 4] as number) * share
    const light = ((line[point + 2] as number) * keep + (line[point + 5] as number) * share) * (1 / 256)
    px = px < 0 ? 0 : px > lastX ? lastX : px
    py = py < 0 ? 0 : py > lastY ? lastY : py
    const left = px | 0
    const top = py | 0
    const fx = px - left
    const fy = py - top
    const a = top * stride + left * 4
    const c = a + stride
    const wd = fx * fy * light
    const wb = fx * light - wd
    const wc = fy * light - wd
    const wa = light - wb - wc - wd
    data[at] =
      (from[a] as number) * wa +
      (from[a + 4] as number) * wb +
      (from[c] as number) * wc +
      (from[c + 4] as number) * wd
    data[at + 1] =
      (from[a + 1] as number) * wa +
      (from[a + 5] as number) * wb +
      (from[c + 1] as number) * wc +
      (from[c + 5] as number) * wd
    data[at + 2] =
      (from[a + 2] as number) * wa +
      (from[a + 6] as number) * wb +
      (from[c + 2] as number) * wc +
      (from[c + 6] as number) * wd
  }
}

/**
 * Shows a plate on a frame: moved, scaled, and mixed over what is there.
 *
 * The inner loop of every film. Rows are interpolated once and then read along, which is a third faster than four taps a pixel.
 */
import type { Frame } from './frame.ts'
import type { Plate } from './plate.ts'

export interface Placing {
  /** Pixels of the frame per pixel of the plate. */
  readonly scale: number
  /** Where the plate's upper left corner is on the frame. */
  readonly x: number
  readonly y: number
  /** 0 to 1. */
  readonly opacity?: number
  /** Rows of the frame that are wanted: the first, and the one after the last. */
  readonly from?: number
  readonly to?: number
  readonly sway?: Sway
}

/** Moves a plate sideways, more in some places than in others, as wind does. */
export interface Sway {
  /** In pixels of the plate, by column of the frame. */
  readonly columns: Float32Array
  /** A factor by row of the plate. */
  readonly strengthAt: (row: number) => number
}

/** Mixes `plate` over `frame`. What lies beyond its left and right edges is taken from the edge. */
export function showPlate(frame: Frame, plate: Plate, placing: Placing): void {
  const { scale, x, y, opacity = 1, sway } = placing
  const [first, last] = coveredRows(frame, plate, placing)
  const strip = new Float32Array(plate.width * 4)
  const step = 1 / scale
  const start = (0.5 - x) * step - 0.5
  const columns = sway?.columns ?? new Float32Array(frame.width)
  for (let row = first; row < last; row += 1) {
    const wanted = (row + 0.5 - y) * step - 0.5
    const strength = sway?.strengthAt(wanted) ?? 0
    const [from, to] = spanAt(plate, wanted)
    if (from >= to) continue
    const reach = Math.abs(strength) + 2
    const left = from === 0 ? 0 : Math.max(0, Math.floor((from - reach - start) * scale))
    const right =
      to === plate.width ? frame.width : Math.min(frame.width, Math.ceil((to + reach - start) * scale))
    mixRows(strip, plate, wanted, Math.max(0, from - 1), Math.min(plate.width, to + 1), opacity / 256)
    const along = { row, left, right, start, step, columns, strength }
    if (opacity === 1 && wanted >= plate.solidFrom) copyAlong(frame, strip, plate.width, along)
    else mixAlong(frame, strip, plate.width, along)
    clear(strip, from, to, plate.width)
  }
}

/** The columns that are covered in the two rows between which `wanted` lies. */
function spanAt({ height, spans }: Plate, wanted: number): readonly [number, number] {
  const row = Math.min(height - 1, Math.max(0, Math.floor(wanted)))
  const next = Math.min(height - 1, row + 1)
  const [a, b, c, d] = [
    spans[row * 2],
    spans[row * 2 + 1],
    spans[next * 2],
    spans[next * 2 + 1],
  ] as number[] as [number, number, number, number]
  if (b === 0) return [c, d]
  return d === 0 ? [a, b] : [Math.min(a, c), Math.max(b, d)]
}

/** Leaves nothing of one row for the next, which may be covered elsewhere. */
function clear(strip: Float32Array, from: number, to: number, width: number): void {
  if (from > 0 || to < width) strip.fill(0, Math.max(0, from - 1) * 4, Math.min(width, to + 1) * 4)
}

/** The rows of the frame that the plate touches, within what is wanted. A plate that ends solid goes on below its end. */
function coveredRows(
  { height }: Frame,
  { top, solidFrom, height: rows }: Plate,
  { scale, y, from = 0, to = height }: Placing,
): readonly [number, number] {
  const end = solidFrom < rows ? height : Math.ceil(y + rows * scale)
  return [Math.max(from, 0, Math.floor(y + top * scale - scale)), Math.min(to, height, end)]
}

/** The first row of a frame from which on a plate hides everything behind it; the frame's height when it never does. */
export function solidRow(
  { height }: Frame,
  { height: rows, solidFrom }: Plate,
  { scale, y }: Placing,
): number {
  return solidFrom < rows ? Math.min(height, Math.max(0, Math.ceil(y + (solidFrom + 1) * scale))) : height
}

function mixRows(
  strip: Float32Array,
  { width, height, data }: Plate,
  wanted: number,
  from: number,
  to: number,
  share: number,
): void {
  const clamped = wanted < 0 ? 0 : wanted > height - 1 ? height - 1 : wanted
  const row = Math.floor(clamped)
  const low = (clamped - row) * share
  const high = share - low
  const upper = row * width * 4
  const lower = row + 1 < height ? upper + width * 4 : upper
  for (let at = from * 4, end = to * 4; at < end; at += 1)
    strip[at] = (data[upper + at] as number) * high + (data[lower + at] as number) * low
}

interface Along {
  readonly row: number
  /** Columns of the frame: the first, and the one after the last. */
  readonly left: number
  readonly right: number
  readonly start: number
  readonly step: number
  readonly columns: Float32Array
  readonly strength: number
}

function mixAlong({ width, data }: Frame, strip: Float32Array, wide: number, along: Along): void {
  const { row, left: first, right, start, step, columns, strength } = along
  const last = wide - 1
  for (let x = first, at = (row * width + first) * 3; x < right; x += 1, at += 3) {
    let sx = start + x * step - strength * (columns[x] as number)
    sx = sx < 0 ? 0 : sx > last ? last : sx
    const left = sx | 0
    const share = sx - left
    const from = left * 4
    const next = left < last ? from + 4 : from
    const keep = 1 - share
    const cover = (strip[from + 3] as number) * keep + (strip[next + 3] as number) * share
    if (cover < 0.25) continue
    const behind = 1 - cover * (1 / 255)
    const r = (strip[from] as number) * keep + (strip[next] as number) * share
    const g = (strip[from + 1] as number) * keep + (strip[next + 1] as number) * share
    const b = (strip[from + 2] as number) * keep + (strip[next + 2] as number) * share
    data[at] = (data[at] as number) * behind + r
    data[at + 1] = (data[at + 1] as number) * behind + g
    data[at + 2] = (data[at + 2] as number) * behind + b
  }
}

function copyAlong({ width, data }: Frame, strip: Float32Array, wide: number, along: Along): void {
  const { row, left: first, right, start, step, columns, strength } = along
  const last = wide - 1
  for (let x = first, at = (row * width + first) * 3; x < right; x += 1, at += 3) {
    let sx = start + x * step - strength * (columns[x] as number)
    sx = sx < 0 ? 0 : sx > last ? last : sx
    const left = sx | 0
    const share = sx - left
    const from = left * 4
    const next = left < last ? from + 4 : from
    const keep = 1 - share
    data[at] = (strip[from] as number) * keep + (strip[next] as number) * share
    data[at + 1] = (strip[from + 1] as number) * keep + (strip[next + 1] as number) * share
    data[at + 2] = (strip[from + 2] as number) * keep + (strip[next + 2] as number) * share
  }
}

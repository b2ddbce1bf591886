/** Plates: the layers of a scene as pixels, each seen through the camera at its own distance. */
import { renderLayer } from '../image/draw-image.ts'
import { type Layer, outerBox, type Size } from '../image/scene.ts'
import type { Defs } from '../image/svg.ts'
import type { Pose } from './camera.ts'

/** Red, green, blue of each pixel, row by row, each 0 to 255; not rounded. */
export interface Frame extends Size {
  readonly data: Float32Array
}

export interface Plate extends Size, Pick<Layer, 'nearness' | 'motion'> {
  /** Red, green, blue and alpha from the lowest byte up, colours multiplied with alpha. */
  readonly pixels: Int32Array
  /** Of each row: the first column with anything in it, and the one after the last. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 for a row that hides everything behind it. */
  readonly opaque: Uint8Array
  /** How far the plate reaches beyond the frame, in pixels. */
  readonly margin: number
}

export async function renderPlates(layers: readonly Layer[], defs: Defs, size: Size): Promise<Plate[]> {
  const plates: Plate[] = []
  for (const layer of layers) plates.push(plateOf(await renderLayer(layer, defs, size), size, layer))
  return plates
}

/** The plate of RGBA bytes that have the size of the outer box of `size`. */
export function plateOf(data: Uint8Array, size: Size, { nearness, motion }: Omit<Layer, 'svg'>): Plate {
  const { left, width, height } = outerBox(size)
  const pixels = new Int32Array(width * height)
  const [starts, ends] = [new Int32Array(height).fill(width), new Int32Array(height)]
  const opaque = new Uint8Array(height).fill(1)
  for (let row = 0, index = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, index += 1) {
      const at = index * 4
      const alpha = data[at + 3] as number
      if (alpha < 255) opaque[row] = 0
      if (alpha === 0) continue
      starts[row] = Math.min(starts[row] as number, column)
      ends[row] = column + 1
      const share = alpha / 255
      const green = (data[at + 1] as number) * share
      const blue = (data[at + 2] as number) * share
      pixels[index] = ((data[at] as number) * share) | (green << 8) | (blue << 16) | (alpha << 24)
    }
  const moving = motion === undefined ? {} : { motion }
  return { width, height, pixels, starts, ends, opaque, margin: -left, nearness, ...moving }
}

/** Lays the plates over `frame`, the farthest first, as the camera sees them at this moment. */
export function layPlates(frame: Frame, plates: readonly Plate[], pose: Pose, seconds: number): void {
  const views = plates.map((plate) => viewOf(plate, frame, pose, seconds))
  for (let y = 0; y < frame.height; y += 1) {
    const rows = views.map((rowAt) => rowAt(y))
    const hiding = rows.findLastIndex(({ plate, upper, lower }) => plate.opaque[upper] && plate.opaque[lower])
    for (const row of rows.slice(Math.max(0, hiding))) layRow(frame, y, row)
  }
}

/** A row of the frame, as it lies in a plate. */
interface Row {
  readonly plate: Plate
  /** The rows of the plate between which it lies, and how far down, 0 to 1. */
  readonly upper: number
  readonly lower: number
  readonly down: number
  /** Where its first pixel lies, and how far apart pixels are. */
  readonly left: number
  readonly step: number
  /** A factor for colours. */
  readonly light: number
}

/** Heights of the plate a second, for what is right before the camera. */
const FALLING = { rain: 1.5, snow: 0.11 }

function viewOf(plate: Plate, { width, height }: Size, pose: Pose, seconds: number): (y: number) => Row {
  const { motion, nearness } = plate
  const unit = Math.min(width, height)
  const near = nearness - pose.pivot
  const step = 1 / (1 + pose.zoom * nearness)
  const drift = motion === 'drift' ? seconds * unit * 0.006 : 0
  const moveX = pose.x * near * unit + drift
  const falls = motion === 'rain' || motion === 'snow'
  const fallen = falls ? (seconds * FALLING[motion] * nearness * plate.height) % plate.height : 0
  const inPlate = (row: number): number => Math.min(plate.height - 1, Math.max(0, row))
  return (y) => {
    const seen = (y - height / 2) * step + height / 2 - pose.y * near * unit + plate.margin - fallen
    const place = falls && seen < 0 ? seen + plate.height : seen
    const top = Math.floor(place)
    const wave = motion === 'water' ? Math.sin(y * (28 / unit) - seconds * 2.1) * unit * 0.0022 : 0
    const sway = motion === 'snow' ? Math.sin(y * (5 / unit) + seconds * 1.3) * unit * 0.012 : 0
    const left = (-width / 2) * step + width / 2 - moveX + plate.margin + wave + sway
    const light = motion === 'glow' ? 1 + 0.16 * Math.sin((y / unit) * 7 - seconds * 2.4) : 1
    return { plate, upper: inPlate(top), lower: inPlate(top + 1), down: place - top, left, step, light }
  }
}

/** Every second part of a pixel. Parts have eight bits, and so have weights: two parts are weighed in one multiplication. */
const PAIR = 0xff_00_ff
/** The sum of the four weights of a pixel. */
const WHOLE = 256
const SHARE = 1 / (255 * WHOLE)
/** Places across a plate are whole numbers of this part of a pixel. */
const FINE = 65_536

function layRow({ data: into, width }: Frame, y: number, row: Row): void {
  const { plate, left, step } = row
  const { pixels, starts, ends } = plate
  const [upper, lower] = [row.upper * plate.width, row.lower * plate.width]
  const start = Math.min(starts[row.upper] as number, starts[row.lower] as number)
  const end = Math.max(ends[row.upper] as number, ends[row.lower] as number)
  // What reaches a side of the plate goes on beyond it.
  const from = start === 0 ? 0 : Math.max(0, Math.floor((start - 1 - left) / step))
  const to = end === plate.width ? width : Math.min(width, Math.ceil((end - left) / step))
  const down = Math.floor(row.down * WHOLE)
  const light = row.light / WHOLE
  const isStill = step === 1 && down === 0 && Number.isInteger(left)
  const fineStep = Math.round(step * FINE)
  const lastPlace = (plate.width - 2) * FINE
  let across = Math.round((left + from * step) * FINE)
  let at = (y * width + from) * 3
  for (const stop = (y * width + to) * 3; at < stop; at += 3, across = (across + fineStep) | 0) {
    const inside = across < 0 ? 0 : across > lastPlace ? lastPlace : across
    const column = inside >> 16
    const a = pixels[upper + column] as number
    let redBlue = (a & PAIR) << 8
    let greenAlpha = a & ~PAIR
    if (!isStill) {
      const b = pixels[upper + column + 1] as number
      const c = pixels[lower + column] as number
      const d = pixels[lower + column + 1] as number
      const right = (inside >> 8) & 255
      const wd = Math.imul(right, down) >> 8
      const wb = right - wd
      const wc = down - wd
      const wa = WHOLE - wb - down
      redBlue =
        Math.imul(a & PAIR, wa) + Math.imul(b & PAIR, wb) + Math.imul(c & PAIR, wc) + Math.imul(d & PAIR, wd)
      greenAlpha =
        Math.imul((a >>> 8) & PAIR, wa) +
        Math.imul((b >>> 8) & PAIR, wb) +
        Math.imul((c >>> 8) & PAIR, wc) +
        Math.imul((d >>> 8) & PAIR, wd)
    }
    const alpha = greenAlpha >>> 16
    if (alpha === 0) continue
    const rest = 1 - alpha * SHARE
    into[at] = (into[at] as number) * rest + (redBlue & 0xffff) * light
    into[at + 1] = (into[at + 1] as number) * rest + (greenAlpha & 0xffff) * light
    into[at + 2] = (into[at + 2] as number) * rest + (redBlue >>> 16) * light
  }
  if (row.light <= 1) return
  for (at = (y * width + from) * 3; at < (y * width + to) * 3; at += 1)
    into[at] = Math.min(255, into[at] as number)
}

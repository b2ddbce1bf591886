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
  /** Red, green, blue and alpha, 0 to 255, colours multiplied with alpha. */
  readonly data: Uint8Array
  /** The first row with anything in it, and the last. */
  readonly first: number
  readonly last: number
  /** How far the plate reaches beyond the frame, in pixels. */
  readonly margin: number
}

/** The plates of `layers` for frames of `size`. */
export async function renderPlates(layers: readonly Layer[], defs: Defs, size: Size): Promise<Plate[]> {
  const plates: Plate[] = []
  for (const layer of layers) plates.push(plateOf(await renderLayer(layer, defs, size), size, layer))
  return plates
}

/** The plate of RGBA bytes that have the size of the outer box of `size`. */
export function plateOf(data: Uint8Array, size: Size, { nearness, motion }: Omit<Layer, 'svg'>): Plate {
  const { left, width, height } = outerBox(size)
  let [first, last] = [height, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number
    if (alpha > 0) {
      last = Math.floor(at / (width * 4))
      first = Math.min(first, last)
    }
    if (alpha === 255) continue
    for (let part = at; part < at + 3; part += 1) data[part] = ((data[part] as number) * alpha) / 255
  }
  const moving = motion === undefined ? {} : { motion }
  return { width, height, data, first, last, margin: -left, nearness, ...moving }
}

/** Heights of the plate a second, for what is right before the camera. */
const FALLING = { rain: 1.5, snow: 0.11 }

/** Lays the plate over `frame` as the camera sees it at this moment. */
export function layPlate(frame: Frame, plate: Plate, pose: Pose, seconds: number): void {
  const { width, height } = frame
  const { motion, nearness } = plate
  const unit = Math.min(width, height)
  const near = nearness - pose.pivot
  const step = 1 / (1 + pose.zoom * nearness)
  const drift = motion === 'drift' ? seconds * unit * 0.006 : 0
  const moveX = pose.x * near * unit + drift
  const falls = motion === 'rain' || motion === 'snow'
  const fallen = falls ? (seconds * FALLING[motion] * nearness * plate.height) % plate.height : 0
  for (let y = 0; y < height; y += 1) {
    const seen = (y - height / 2) * step + height / 2 - pose.y * near * unit + plate.margin - fallen
    const place = falls && seen < 0 ? seen + plate.height : seen
    const top = Math.floor(place)
    if (top < plate.first - 1 || top > plate.last) continue
    const wave = motion === 'water' ? Math.sin(y * (28 / unit) - seconds * 2.1) * unit * 0.0022 : 0
    const sway = motion === 'snow' ? Math.sin(y * (5 / unit) + seconds * 1.3) * unit * 0.012 : 0
    const left = (-width / 2) * step + width / 2 - moveX + plate.margin + wave + sway
    const light = motion === 'glow' ? 1 + 0.16 * Math.sin((y / unit) * 7 - seconds * 2.4) : 1
    layRow(frame, y, plate, { place, left, step, light })
  }
}

interface Row {
  /** Where the row lies in the plate. */
  readonly place: number
  /** Where its first pixel lies in the plate, and how far apart pixels are. */
  readonly left: number
  readonly step: number
  /** A factor for colours. */
  readonly light: number
}

function layRow(
  { data: into, width }: Frame,
  y: number,
  plate: Plate,
  { place, left, step, light }: Row,
): void {
  const { data } = plate
  const lastColumn = plate.width - 2
  const rowAt = (row: number): number => Math.min(plate.height - 1, Math.max(0, row)) * plate.width * 4
  const top = Math.floor(place)
  const [upper, lower, down] = [rowAt(top), rowAt(top + 1), place - top]
  let across = left
  for (let at = y * width * 3, end = at + width * 3; at < end; at += 3, across += step) {
    const inside = Math.min(lastColumn, Math.max(0, across))
    const column = Math.floor(inside)
    const a = upper + column * 4
    const c = lower + column * 4
    const wd = (inside - column) * down
    const wb = inside - column - wd
    const wc = down - wd
    const wa = 1 - wb - wc - wd
    const alpha =
      wa * (data[a + 3] as number) +
      wb * (data[a + 7] as number) +
      wc * (data[c + 3] as number) +
      wd * (data[c + 7] as number)
    if (alpha === 0) continue
    const rest = 1 - alpha / 255
    for (let part = 0; part < 3; part += 1) {
      const color =
        wa * (data[a + part] as number) +
        wb * (data[a + part + 4] as number) +
        wc * (data[c + part] as number) +
        wd * (data[c + part + 4] as number)
      into[at + part] = (into[at + part] as number) * rest + color * light
    }
  }
}

/** Plates: the layers of a scene as pixels, each seen through the camera at its own distance. */
import { type Frame, type Size, outerBox, type LayerMotion, type Scene } from '../image/scene.ts'
import { renderLayer } from '../image/draw-image.ts'
import type { Pose } from './camera.ts'

export interface Plate extends Size {
  /** Red, green, blue and alpha, 0 to 255, colours multiplied with alpha. */
  readonly data: Uint8Array
  /** Rows with anything in them: the first, and the one after the last. */
  readonly rows: readonly [number, number]
  /** How far the plate reaches beyond the frame, in pixels. */
  readonly margin: number
  readonly nearness: number
  readonly motion: LayerMotion | null
}

/** A moment of a plate. */
interface Moment {
  readonly pose: Pose
  readonly seconds: number
}

/** The plates of `scene` for frames of `size`, from far to near. Falling weather is left out: a video draws its own. */
export async function renderPlates(scene: Scene, size: Size): Promise<readonly Plate[]> {
  const plates: Plate[] = []
  for (const layer of scene.layers) {
    if (layer.isWeather === true) continue
    const box = outerBox(size)
    const data = await renderLayer(layer, scene.defs, size)
    multiplyAlpha(data)
    plates.push({
      width: box.width,
      height: box.height,
      data,
      rows: filledRows(data, box.width),
      margin: -box.left,
      nearness: layer.nearness,
      motion: layer.motion ?? null,
    })
  }
  return plates
}

/** The plate of an opaque image that has the size of the outer box of `size`. */
export function plateOfImage(image: Frame, size: Size, nearness: number): Plate {
  const { width, height } = image
  const data = new Uint8Array(width * height * 4).fill(255)
  const bytes = Uint8ClampedArray.from(image.data)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4)
    data.set(bytes.subarray(from, from + 3), to)
  return { width, height, data, rows: [0, height], margin: -outerBox(size).left, nearness, motion: null }
}

function multiplyAlpha(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number
    if (alpha === 255) continue
    for (let part = at; part < at + 3; part += 1) data[part] = ((data[part] as number) * alpha) / 255
  }
}

function filledRows(data: Uint8Array, width: number): readonly [number, number] {
  let [first, last] = [-1, -1]
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) continue
    const row = Math.floor(at / (width * 4))
    if (first === -1) first = row
    last = row
    at = ((row + 1) * width - 1) * 4 + 3
  }
  return [Math.max(0, first), last + 1]
}

/** Lays the plate over `frame` as the camera sees it at this moment. */
export function layPlate(frame: Frame, plate: Plate, { pose, seconds }: Moment): void {
  const { width, height } = frame
  const unit = Math.min(width, height)
  const near = plate.nearness - pose.pivot
  const scale = 1 / (1 + pose.zoom * plate.nearness)
  const drift = plate.motion === 'drift' ? seconds * unit * 0.006 : 0
  const moveX = pose.x * near * unit + drift
  const moveY = pose.y * near * unit
  for (let y = 0; y < height; y += 1) {
    const sourceY = (y - height / 2) * scale + height / 2 - moveY + plate.margin
    const top = Math.floor(sourceY)
    if (top + 1 < plate.rows[0] || top >= plate.rows[1]) continue
    const wave = plate.motion === 'water' ? Math.sin(y * (28 / unit) - seconds * 2.1) * unit * 0.0022 : 0
    const light = plate.motion === 'glow' ? 1 + 0.16 * Math.sin((y / unit) * 7 - seconds * 2.4) : 1
    const row: Row = {
      top: Math.min(plate.height - 1, Math.max(0, top)),
      low: Math.min(plate.height - 1, Math.max(0, top + 1)),
      down: sourceY - top,
      left: (-width / 2) * scale + width / 2 - moveX + plate.margin + wave,
      step: scale,
      light,
    }
    layRow(frame.data, y * width * 3, width, plate, row)
  }
}

interface Row {
  /** The two rows of the plate between which this row of the frame lies, and how far down, 0 to 1. */
  readonly top: number
  readonly low: number
  readonly down: number
  /** Where the first pixel lies in the plate, and how far apart pixels are. */
  readonly left: number
  readonly step: number
  /** A factor for colours. */
  readonly light: number
}

function layRow(into: Float32Array, start: number, width: number, plate: Plate, row: Row): void {
  const { data } = plate
  const last = plate.width - 2
  const [upper, lower] = [row.top * plate.width * 4, row.low * plate.width * 4]
  let place = row.left
  for (let at = start, end = start + width * 3; at < end; at += 3, place += row.step) {
    const column = place < 0 ? 0 : place > last ? last : Math.floor(place)
    const right = place < 0 ? 0 : place > last ? 1 : place - column
    const a = upper + column * 4
    const c = lower + column * 4
    const wd = right * row.down
    const wb = right - wd
    const wc = row.down - wd
    const wa = 1 - right - wc
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
      into[at + part] = (into[at + part] as number) * rest + color * row.light
    }
  }
}

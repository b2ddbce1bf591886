/**
 * A plate: one painted layer of a film, kept so that many threads can show it without copying.
 *
 * Owns storage and the way from linear light to a plate. Showing one is `show-plate.ts`'s business.
 */
import type { Canvas } from '../paint/canvas.ts'
import { encodePart } from '../paint/color.ts'

export interface Plate {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** How many rows of the painting lie above the plate's first: plates are cut down to what is seen of them. */
  readonly above: number
  /**
   * Red, green, blue and cover of each pixel, row by row, in shared memory. Gamma-encoded sRGB times cover; 65,280 (255 x
   * 256) is full, so that slow gradients have 256 steps between two of a screen's.
   */
  readonly data: Uint16Array<SharedArrayBuffer>
  /** The first row with any cover, and the first from which on everything is fully covered; `height` when there is none. */
  readonly top: number
  readonly solidFrom: number
  /** The first covered column of each row, and the one after the last. */
  readonly spans: Uint16Array
}

export const FULL = 65_280

const STEPS = 16_384
const encoded = Float32Array.from({ length: STEPS + 1 }, (_, step) => encodePart((step / STEPS) ** 2) * 256)

/** Linear light as 0 to 65,280. */
export function encodeLight(linear: number): number {
  return encoded[linear <= 0 ? 0 : linear >= 1 ? STEPS : (Math.sqrt(linear) * STEPS) | 0] as number
}

/**
 * A plate of `canvas` (linear light), seen where `cover` (0 to 1 a pixel) says; null covers everything. `above` rows of the
 * painting lie over it.
 */
export function plateOf({ width, height, data }: Canvas, cover: Float32Array | null, above = 0): Plate {
  const plate = new Uint16Array(new SharedArrayBuffer(width * height * 8))
  for (let spot = 0; spot < width * height; spot += 1) {
    const alpha = cover === null ? 1 : Math.min(1, Math.max(0, cover[spot] as number))
    for (let part = 0; part < 3; part += 1)
      plate[spot * 4 + part] = encodeLight(data[spot * 3 + part] as number) * alpha
    plate[spot * 4 + 3] = alpha * FULL
  }
  return plateFrom(plate, width, height, above)
}

/** A plate of ready values, as `Plate.data` holds them. */
export function plateFrom(
  data: Uint16Array<SharedArrayBuffer>,
  width: number,
  height: number,
  above = 0,
): Plate {
  return { width, height, above, data, ...extentOf(data, width, height) }
}

/** Less than this cannot be seen. */
const FAINT = 100

function extentOf(
  plate: Uint16Array,
  width: number,
  height: number,
): Pick<Plate, 'top' | 'solidFrom' | 'spans'> {
  const spans = new Uint16Array(height * 2)
  let top = height
  let solidFrom = height
  for (let row = height - 1; row >= 0; row -= 1) {
    let [first, end, least] = [width, 0, FULL]
    for (let x = 0, at = row * width * 4 + 3; x < width; x += 1, at += 4) {
      const cover = plate[at] as number
      if (cover < least) least = cover
      if (cover <= FAINT) continue
      if (first === width) first = x
      end = x + 1
    }
    if (end === 0) first = 0
    else top = row
    if (least >= FULL - 200 && solidFrom === row + 1) solidFrom = row
    spans[row * 2] = first
    spans[row * 2 + 1] = end
  }
  return { top, solidFrom, spans }
}

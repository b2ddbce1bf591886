/**
 * A frame in the making: gamma-encoded sRGB in 32-bit floats, and its way to the bytes an H.264 encoder takes.
 *
 * Layers are mixed gamma-encoded, unlike a painting: it is what every video editor does, and it halves the work per pixel.
 */
import { createRandom } from '../paint/random.ts'

export interface Frame {
  /** In pixels, both even. */
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel, row by row, each 0 to 255; not rounded, may overshoot. */
  readonly data: Float32Array
}

/** What the last step does to the whole frame. */
export interface Grade {
  /** Factors for red, green and blue. */
  readonly gain: readonly [number, number, number]
  /** How much darker the corners are, 0 to 1. */
  readonly vignette: number
}

export const PLAIN_GRADE: Grade = { gain: [1, 1, 1], vignette: 0 }

/** A black frame. */
export function createFrame(width: number, height: number): Frame {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** A power of two. */
const SPECKS = 65_536
/** Rounding noise of one step of luma: enough to break every band, too little to see. */
const dither = Float32Array.from(
  { length: SPECKS },
  (
    (random) => () =>
      random() + random() - 1
  )(createRandom('dither', 1)),
)

/**
 * `frame` as planar YUV 4:2:0 (BT.709, studio range): luma, then both chroma planes at half the width and height.
 * `into` has width * height * 1.5 bytes.
 */
export function toYuv({ width, height, data }: Frame, { gain, vignette }: Grade, into: Uint8Array): void {
  const [gr, gg, gb] = gain
  const half = width >> 1
  const uPlane = width * height
  const vPlane = uPlane + half * (height >> 1)
  const columns = Float32Array.from({ length: width }, (_, x) => ((2 * x + 1) / width - 1) ** 2)
  const sums = new Float32Array(half * 3)
  for (let y = 0; y < height; y += 1) {
    const odd = (y & 1) === 1
    const dy = ((2 * y + 1) / height - 1) ** 2
    const speck = (Math.imul(y, 40_503) >>> 4) & (SPECKS - 1)
    if (!odd) sums.fill(0)
    for (let x = 0; x < width; x += 1) {
      const corner = (columns[x] as number) + dy
      const light = 1 - vignette * corner * corner * 0.25
      const at = (y * width + x) * 3
      let r = (data[at] as number) * gr * light
      let g = (data[at + 1] as number) * gg * light
      let b = (data[at + 2] as number) * gb * light
      r = r < 0 ? 0 : r > 255 ? 255 : r
      g = g < 0 ? 0 : g > 255 ? 255 : g
      b = b < 0 ? 0 : b > 255 ? 255 : b
      const luma = 16.5 + 0.182_586 * r + 0.614_231 * g + 0.062_007 * b
      into[y * width + x] = luma + (dither[(speck + x) & (SPECKS - 1)] as number) * 0.5
      const cell = (x >> 1) * 3
      sums[cell] = (sums[cell] as number) + r
      sums[cell + 1] = (sums[cell + 1] as number) + g
      sums[cell + 2] = (sums[cell + 2] as number) + b
    }
    if (!odd) continue
    const row = (y >> 1) * half
    for (let x = 0; x < half; x += 1) {
      const r = (sums[x * 3] as number) * 0.25
      const g = (sums[x * 3 + 1] as number) * 0.25
      const b = (sums[x * 3 + 2] as number) * 0.25
      into[uPlane + row + x] = 128.5 - 0.100_644 * r - 0.338_572 * g + 0.439_216 * b
      into[vPlane + row + x] = 128.5 + 0.439_216 * r - 0.398_942 * g - 0.040_274 * b
    }
  }
}

/** `frame` as sRGB bytes, three a pixel. */
export function toRgb({ width, height, data }: Frame, { gain, vignette }: Grade): Uint8Array {
  const bytes = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y += 1) {
    const dy = ((2 * y + 1) / height - 1) ** 2
    for (let x = 0; x < width; x += 1) {
      const corner = ((2 * x + 1) / width - 1) ** 2 + dy
      const light = 1 - vignette * corner * corner * 0.25
      const at = (y * width + x) * 3
      for (const part of [0, 1, 2] as const)
        bytes[at + part] = (data[at + part] as number) * gain[part] * light
    }
  }
  return new Uint8Array(bytes.buffer)
}

/**
 * The last step of every picture: vignette, grain and the way from float light to bytes.
 */
import type { Canvas } from './canvas.ts'
import { encodePart } from './color.ts'
import type { Random } from './random.ts'

const STEPS = 8192
/** Grains drawn once and used from another place in each row; a power of two. */
const SPECKS = 65_536

export interface Finish {
  /** How much darker the corners are, 0 to 1. */
  readonly vignette: number
  /** Deviation of the grain in steps of 8-bit sRGB; about 1 also hides all banding. */
  readonly grain: number
}

/** The picture as sRGB bytes, three a pixel. Grain is added before rounding, so smooth gradients stay smooth. */
export function toBytes(canvas: Canvas, { vignette, grain }: Finish, random: Random): Uint8Array {
  const { width, height, data } = canvas
  const encoded = new Float32Array(STEPS + 1)
  for (let step = 0; step <= STEPS; step += 1) encoded[step] = encodePart((step / STEPS) ** 2)
  const specks = Float32Array.from(
    { length: SPECKS },
    () => (random() + random() - 1) * 2.4 * Math.max(grain, 0.5),
  )
  const bytes = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const dy = (2 * y) / height - 1
    const start = Math.floor(random() * SPECKS)
    for (let x = 0; x < width; x += 1) {
      const dx = (2 * x) / width - 1
      const corner = dx * dx + dy * dy
      const light = 1 - vignette * corner * corner * 0.25
      const speck = specks[(start + x) & (SPECKS - 1)] as number
      for (let at = (y * width + x) * 3, end = at + 3; at < end; at += 1) {
        const linear = (data[at] as number) * light
        const step = linear <= 0 ? 0 : linear >= 1 ? STEPS : Math.sqrt(linear) * STEPS
        const value = (encoded[step | 0] as number) + speck + 0.5
        bytes[at] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
  return bytes
}

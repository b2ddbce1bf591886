/** Small real files as providers make them: every one with bytes of its own. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { tinyAudio, tinyVideo } from '../tiny-media.ts'

/** Noise does not compress: a side of 64 pixels is 12 kB and more. */
export async function madeImage(format: 'png' | 'jpeg' | 'webp', side = 64): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .toFormat(format)
    .toBuffer()
}

/** A black image in which the part that a mask leaves is see-through. */
export async function maskImage(side = 64): Promise<Buffer> {
  const create = {
    width: side,
    height: side,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const
  return sharp({ create }).png().toBuffer()
}

/** An MP4 of half a second. */
export async function madeVideo(): Promise<Buffer> {
  const frames = 4 + ((randomBytes(1)[0] ?? 0) % 8)
  return Buffer.from(await tinyVideo({ width: 64, height: 64, frames, fps: 16 }))
}

/** A WAV of less than a second. */
export function madeAudio(): Buffer {
  return Buffer.from(tinyAudio(0.2 + (randomBytes(1)[0] ?? 0) / 1_000))
}

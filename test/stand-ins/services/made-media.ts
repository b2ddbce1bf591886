/** Small real files as providers make them: every one with bytes of its own, or with those that its address says. */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { makeImage } from '../faulty-tasks.ts'
import { tinyAudio, tinyVideo } from '../tiny-media.ts'
import type { ProviderResponse } from './provider-server.ts'

/** Noise does not compress: a side of 64 pixels is 12 kB and more. */
export async function madeImage(format: 'png' | 'jpeg' | 'webp', side = 64): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .toFormat(format)
    .toBuffer()
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

/** A text in a PNG (tEXt, PNG Specification 11.3.3.2), as Pillow's `PngInfo.add_text` writes it. */
export function withText(png: Uint8Array, keyword: string, text: string): Buffer {
  const data = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  check.writeUInt32BE(crc32(data))
  // Behind the signature (8 bytes) and IHDR (25 bytes).
  return Buffer.concat([png.subarray(0, 33), length, data, check, png.subarray(33)])
}

/** A file for whatever the path names: a PNG whose colour depends on it, a WAV or an MP4. */
export async function resultFile(path: string): Promise<ProviderResponse> {
  if (path.endsWith('.png')) {
    const number = Buffer.from(path).reduce((sum, byte) => (sum * 31 + byte) % 251, 7)
    return file(await makeImage(number, 8, 8), 'image/png')
  }
  if (path.endsWith('.wav')) return file(tinyAudio(1), 'audio/wav')
  if (path.endsWith('.mp4')) {
    return file(await tinyVideo({ width: 32, height: 32, frames: 4, fps: 4 }), 'video/mp4')
  }
  return { status: 404, body: 'Not Found', headers: { 'content-type': 'text/plain' } }
}

function file(bytes: Uint8Array, type: string): ProviderResponse {
  return { status: 200, body: bytes, headers: { 'content-type': type } }
}

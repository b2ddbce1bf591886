/** Real videos and real audio, small enough to be made in a test. */
import { createH264MP4Encoder } from 'h264-mp4-encoder'

export interface TinyVideo {
  /** Even numbers, in pixels. */
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly fps: number
}

/** A real video (H.264 in MP4) of one grey that grows lighter. */
export async function tinyVideo({ width, height, frames, fps }: TinyVideo): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width, height, frameRate: fps })
  encoder.initialize()
  for (let frame = 0; frame < frames; frame++) {
    encoder.addFrameRgba(new Uint8Array(width * height * 4).fill(64 + frame))
  }
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return bytes
}

/** Samples a second. */
const RATE = 8_000

/** Real audio (16-bit PCM in WAV): a tone of 440 Hz, one channel. */
export function tinyAudio(seconds: number): Uint8Array {
  const samples = Math.round(seconds * RATE)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'ascii')
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8, 'ascii')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'ascii')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    bytes.writeInt16LE(Math.round(Math.sin((2 * Math.PI * 440 * at) / RATE) * 12_000), 44 + at * 2)
  }
  return bytes
}

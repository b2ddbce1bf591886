/** A real film (H.264 in MP4) of one grey that grows lighter, small enough to be made in a test. */
import { createH264MP4Encoder } from 'h264-mp4-encoder'

export interface TinyFilm {
  /** Even numbers, in pixels. */
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly fps: number
}

export async function tinyFilm({ width, height, frames, fps }: TinyFilm): Promise<Uint8Array> {
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

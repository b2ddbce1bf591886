/**
 * Small videos for tests that need one: a white square that walks over a coloured ground.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFrame, type Frame } from '#local-service/image/scene.ts'
import { makeAudioBed } from '#local-service/video/audio-bed.ts'
import { createH264Encoder, toYuv } from '#local-service/video/encode-h264.ts'
import { joinVideo } from '#local-service/video/join-mp4.ts'

export interface TinyVideo {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly framesPerSecond: number
  readonly audio: boolean
}

export const TINY_VIDEO: TinyVideo = { width: 96, height: 64, frames: 12, framesPerSecond: 12, audio: true }

/** Where the square's left edge is in frame `index`: it goes four pixels to the right in each. */
export function squareAt(index: number): number {
  return 8 + index * 4
}

/** Writes `video` into `folder` and returns its path. */
export async function writeTinyVideo(folder: string, video: Partial<TinyVideo> = {}): Promise<string> {
  const { width, height, frames, framesPerSecond, audio } = { ...TINY_VIDEO, ...video }
  const encoder = await createH264Encoder({ width, height }, frames)
  const frame = createFrame({ width, height })
  const yuv = new Uint8Array(width * height * 1.5)
  for (let index = 0; index < frames; index += 1) {
    drawSquare(frame, index)
    toYuv(frame, 0, yuv)
    encoder.add(yuv)
  }
  const [strip = '', audioPath = '', path = ''] = ['tiny-strip.mp4', 'tiny.mp3', 'tiny.mp4'].map((name) =>
    join(folder, name),
  )
  await writeFile(strip, encoder.finish())
  const bed = { prompt: 'wind', seed: 1, duration: frames / framesPerSecond, model: 'tiny' }
  if (audio) await makeAudioBed({ video: bed, path: audioPath })
  const labels = { title: 'Tiny', comment: 'Tiny' }
  const file = { width, height, framesPerSecond, strips: [strip], audio: audio ? audioPath : null, ...labels }
  await joinVideo(file, path)
  return path
}

function drawSquare({ width, height, data }: Frame, index: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inside = x >= squareAt(index) && x < squareAt(index) + 16 && y >= 24 && y < 40
      data.set(inside ? [255, 255, 255] : [40, 70, 150], (y * width + x) * 3)
    }
  }
}

/**
 * Small films for tests that need one: a white square that walks over a coloured ground.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFrame, PLAIN_GRADE, toYuv, type Frame } from '#local-service/film/frame.ts'
import { createH264Encoder } from '#local-service/film/file/h264.ts'
import { joinFilm } from '#local-service/film/file/mp4.ts'
import { mixTrack, recordSound } from '#local-service/film/sound/record-sound.ts'
import { wind } from '#local-service/film/sound/weather-sounds.ts'

export interface TinyFilm {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly framesPerSecond: number
  readonly sound: boolean
}

export const TINY_FILM: TinyFilm = { width: 96, height: 64, frames: 12, framesPerSecond: 12, sound: true }

/** Where the square's left edge is in frame `index`: it goes four pixels to the right in each. */
export function squareAt(index: number): number {
  return 8 + index * 4
}

/** Writes `film` into `folder`; answers its path. */
export async function writeTinyFilm(folder: string, film: Partial<TinyFilm> = {}): Promise<string> {
  const { width, height, frames, framesPerSecond, sound } = { ...TINY_FILM, ...film }
  const encoder = await createH264Encoder({ width, height }, frames)
  const frame = createFrame(width, height)
  const yuv = new Uint8Array(width * height * 1.5)
  for (let index = 0; index < frames; index += 1) {
    drawSquare(frame, index)
    toYuv(frame, PLAIN_GRADE, yuv)
    encoder.add(yuv)
  }
  const [strip, soundPath, path] = ['tiny-strip.mp4', 'tiny.mp3', 'tiny.mp4'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await writeFile(strip, encoder.finish())
  if (sound) await recordSound(mixTrack([wind(1)], 'wind', 1, frames / framesPerSecond), soundPath)
  const labels = { title: 'Tiny', comment: 'Tiny' }
  await joinFilm(
    { width, height, framesPerSecond, strips: [strip], sound: sound ? soundPath : null, ...labels },
    path,
  )
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

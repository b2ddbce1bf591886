/** The threads' work for a video that is redrawn: frames are decoded, redrawn one by one, and encoded, in strips. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { keepShare } from '../image/filters/filter.ts'
import { FILTERS } from '../image/draw-image.ts'
import { createFrame } from '../image/frame.ts'
import { readPrompt } from '../image/read-prompt.ts'
import { writePoster } from './draw-video.ts'
import { createH264Encoder } from './encode-h264.ts'
import { readFrames } from './read-h264.ts'
import type { RedrawnVideo, Strip } from './video-job.ts'
import { createWeather } from './weather.ts'
import { toYuv } from './yuv.ts'

/** Frames between two key frames, so that a player can jump. */
const KEY_EVERY = 48

interface RedrawnStrip {
  /** May be fewer than asked for, at the end of the video; there is no file for 0. */
  readonly frames: number
}

/** Redraws one strip of the video in `inputPath` to its file as H.264. */
export async function redrawVideoStrip(
  job: Strip & { readonly video: RedrawnVideo; readonly inputPath: string },
  report: (share: number) => void,
): Promise<RedrawnStrip> {
  sharp.concurrency(1)
  const { video, inputPath, from, to, path } = job
  const { width, height, prompt, seed, framesPerSecond } = video
  const filter = FILTERS[video.filter]({ prompt, seed, width, height })
  const { weather } = readPrompt(prompt)
  const falling = weather === 'rain' || weather === 'snow' ? createWeather(weather, seed) : null
  const frame = createFrame(video)
  const yuv = new Uint8Array(width * height * 1.5)
  const encoder = await createH264Encoder(video, KEY_EVERY)
  let index = from
  for await (const rgb of readFrames({ path: inputPath, width, height, framesPerSecond }, from, to)) {
    const seconds = index / framesPerSecond
    frame.data.set(rgb)
    filter(frame, seconds)
    keepShare(frame, rgb, video.strength)
    falling?.draw(frame, seconds)
    toYuv(frame, 0, yuv)
    encoder.add(yuv)
    if (index === job.posterFrame) await writePoster(frame, video, job.posterPath)
    index += 1
    report((index - from) / (to - from))
  }
  if (index > from) await writeFile(path, encoder.finish())
  return { frames: index - from }
}

/**
 * The threads' work for a film that is redrawn: frames are decoded, drawn anew one by one, and encoded, in strips.
 */
import { writeFile } from 'node:fs/promises'
import { createRandom } from '../../paint/random.ts'
import { readPrompt } from '../../paint/read-prompt.ts'
import { createH264Encoder } from '../file/h264.ts'
import { createFrame, PLAIN_GRADE, toRgb, toYuv, type Frame } from '../frame.ts'
import { writePoster } from '../make-film.ts'
import { createWeather, type Weather } from '../weather/weather.ts'
import type { FilmSource } from './film-source.ts'
import { findReader, MISSING_READER } from './find-reader.ts'
import { LOOKS } from './looks.ts'
import type { RestyleJob } from './restyle-job.ts'

/** Frames between two key frames, so that a player can jump. */
const KEY_EVERY = 48

export interface RestyledStrip {
  /** May be fewer than asked for, at the end of the film; the file is then shorter, and there is none for 0. */
  readonly frames: number
}

/**
 * Redraws the frames `from` up to but not including `to` of the film in `inputPath` and writes them to `path` as H.264. Frame
 * `poster`, if it is one of them, is written to `posterPath` as JPEG too.
 */
export async function restyleStrip(
  job: {
    readonly film: RestyleJob
    readonly source: FilmSource
    readonly inputPath: string
    readonly from: number
    readonly to: number
    readonly poster: number
    readonly path: string
    readonly posterPath: string
  },
  report: (share: number) => void,
): Promise<RestyledStrip> {
  const { film, source, inputPath, from, to, poster, path, posterPath } = job
  const readFrames = await findReader()
  if (readFrames === null) throw new Error(`${MISSING_READER}.`)
  const look = LOOKS[film.look](film)
  const weather = weatherOf(film)
  const frame = createFrame(film.width, film.height)
  const yuv = new Uint8Array(film.width * film.height * 1.5)
  const encoder = await createH264Encoder(film, KEY_EVERY)
  let index = from
  for await (const rgb of readFrames(source, { path: inputPath, from, to })) {
    const seconds = index / source.framesPerSecond
    frame.data.set(rgb)
    look.apply(frame, seconds)
    keepSome(frame, rgb, film.strength)
    weather?.draw(frame, 0, seconds)
    toYuv(frame, PLAIN_GRADE, yuv)
    encoder.add(yuv)
    if (index === poster) await writePoster(toRgb(frame, PLAIN_GRADE), film, posterPath)
    index += 1
    report((index - from) / (to - from))
  }
  if (index > from) await writeFile(path, encoder.finish())
  return { frames: index - from }
}

/** Lets the film show through where the look is not to have everything. */
function keepSome({ data }: Frame, rgb: Uint8Array, strength: number): void {
  if (strength >= 1) return
  for (let at = 0; at < data.length; at += 1) {
    const own = rgb[at] as number
    data[at] = own + ((data[at] as number) - own) * strength
  }
}

/** Rain or snow where the prompt asks for it. */
function weatherOf({ prompt, seed, width, height }: RestyleJob): Weather | null {
  const { weather } = readPrompt(prompt)
  if (weather !== 'rain' && weather !== 'snow') return null
  return createWeather(createRandom(`restyle weather ${prompt}`, seed), {
    width,
    height,
    kind: weather,
    season: 'summer',
    time: 'day',
    stormy: false,
    wind: 1,
    bright: [214, 220, 232],
    level: 0.9,
    trees: 0,
  })
}

/**
 * The threads' work for a film: its plates, its frames in strips, its sound, and the joining of all of it.
 *
 * Plates travel in shared memory. Everything else travels as files in the task's scratch folder, so that a film of any length
 * needs the memory of one frame.
 */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { createCanvas, type Canvas } from '../paint/canvas.ts'
import { decodePart } from '../paint/color.ts'
import { createH264Encoder } from './file/h264.ts'
import { joinFilm, LABEL } from './file/mp4.ts'
import { posterFrame, type FilmJob } from './film-job.ts'
import { createFrame, toRgb, toYuv } from './frame.ts'
import { PRODUCTIONS } from './productions.ts'
import { mixTrack, recordSound } from './sound/record-sound.ts'
import { chooseSounds } from './sound/soundscape.ts'
import type { NamedPlates } from './stage.ts'

type Report = (share: number) => void

/** A poster is a small picture. */
const POSTER_SIDE = 960

/** How many jobs of painting `film` has. */
export function countFilmParts({ film }: { readonly film: FilmJob }): number {
  return PRODUCTIONS[film.production].countParts(film)
}

/** Paints one part; `inputPath` is the picture to start from, as a file, or null. */
export async function paintFilmPart(job: {
  readonly film: FilmJob
  readonly part: number
  readonly inputPath: string | null
}): Promise<NamedPlates> {
  const { film, part, inputPath } = job
  const given =
    inputPath === null ? null : (width: number, height: number) => readCanvas(inputPath, width, height)
  return await PRODUCTIONS[film.production].paintPart(film, part, given)
}

/**
 * Draws the frames `from` up to but not including `to` and writes them to the file `path` as H.264. The poster's frame, if it
 * is one of them, is written to `posterPath` as JPEG too.
 */
export async function shootFilmStrip(
  job: {
    readonly film: FilmJob
    readonly plates: NamedPlates
    readonly from: number
    readonly to: number
    readonly path: string
    readonly posterPath: string
  },
  report: Report,
): Promise<null> {
  const { film, plates, from, to, path, posterPath } = job
  const stage = PRODUCTIONS[film.production].openStage(film, plates)
  const encoder = await createH264Encoder(film, to - from)
  const frame = createFrame(film.width, film.height)
  const yuv = new Uint8Array(film.width * film.height * 1.5)
  const poster = posterFrame(film)
  for (let index = from; index < to; index += 1) {
    const grade = stage.draw(frame, index / film.framesPerSecond)
    toYuv(frame, grade, yuv)
    encoder.add(yuv)
    if (index === poster) await writePoster(toRgb(frame, grade), film, posterPath)
    report((index - from + 1) / (to - from))
  }
  await writeFile(path, encoder.finish())
  return null
}

/** Writes the sound of `film` to the file `path`. */
export async function recordFilmSound(job: { readonly film: FilmJob; readonly path: string }): Promise<null> {
  const { film, path } = job
  const players = chooseSounds(film.production, film)
  await recordSound(mixTrack(players, film.prompt, film.seed, film.duration), path)
  return null
}

/** Joins strips and sound to the film at `path`. A sound that an MP4 cannot hold is left out. */
export async function joinFilmParts(job: {
  readonly film: Pick<FilmJob, 'model' | 'prompt' | 'seed' | 'width' | 'height' | 'framesPerSecond'>
  readonly strips: readonly string[]
  readonly sound: string | null
  readonly path: string
}): Promise<{ readonly hasSound: boolean }> {
  const { film, strips, sound, path } = job
  const { width, height, framesPerSecond } = film
  const title = film.prompt.slice(0, 120) || film.model
  const comment = `${LABEL} (${film.model}, seed ${film.seed})`
  return await joinFilm({ width, height, framesPerSecond, strips, sound, title, comment }, path)
}

/** Writes `rgb` (three bytes a pixel) as the poster of a film. */
export async function writePoster(
  rgb: Uint8Array,
  { width, height, model, seed }: Pick<FilmJob, 'width' | 'height' | 'model' | 'seed'>,
  path: string,
): Promise<void> {
  const labels = { Software: LABEL, ImageDescription: `${LABEL} (${model}, seed ${seed})` }
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true })
    .withExif({ IFD0: labels })
    .jpeg({ quality: 84 })
    .toFile(path)
}

async function readCanvas(path: string, width: number, height: number): Promise<Canvas> {
  const file = await readFile(path)
  const bytes = await sharp(file).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer()
  const canvas = createCanvas(width, height)
  const decoded = Float32Array.from({ length: 256 }, (_, byte) => decodePart(byte))
  for (let at = 0; at < bytes.length; at += 1) canvas.data[at] = decoded[bytes[at] as number] as number
  return canvas
}

/**
 * Makes films: hands each job's parts to the threads in the right order, and hands out what they made.
 *
 * Owns that order. What is asked for is settled in `video-plan.ts`; the work is in `film/`.
 */
import { join } from 'node:path'
import { frameCount, type FilmJob } from '../film/film-job.ts'
import { findReader } from '../film/restyle/find-reader.ts'
import type { RestyleJob } from '../film/restyle/restyle-job.ts'
import type { MadeFile } from '../store/made-file.ts'
import type { Assignment, Maker } from './maker.ts'
import { LISTED_VIDEO_MODELS } from './video-models.ts'
import { filmPlanSchema, planFilm } from './video-plan.ts'

/** Most frames of one strip: every strip begins with a key frame, so that a player can jump by about two seconds. */
const STRIP_FRAMES = 48
/** A film that is redrawn is read from its beginning for every strip, so it has few. */
const RESTYLED_STRIPS = 4
/** How much of the whole is done when the plates are painted, and when all frames are drawn. */
const PAINTED = 0.25
const DRAWN = 0.95

/** The maker of films; `canDecode` says whether this machine can read films, for video-to-video. */
export function createVideoMaker(
  canDecode: () => Promise<boolean> = async () => (await findReader()) !== null,
): Maker {
  return {
    models: LISTED_VIDEO_MODELS,
    plan: (request) => planFilm(request, canDecode),
    async make(assignment) {
      const plan = filmPlanSchema.parse(assignment.job)
      const scratch = await assignment.makeScratchDir()
      const made: MadeFile[] = []
      for (const [index, film] of plan.films.entries()) {
        const desk: Desk = {
          ...assignment,
          pathOf: (name) => join(scratch, `${index}-${name}`),
          onProgress: (share) => assignment.onProgress((index + share) / plan.films.length),
        }
        made.push('look' in film ? await restyle(film, desk) : await shoot(film, desk))
      }
      return made
    },
  }
}

interface Desk extends Pick<Assignment, 'inputs' | 'run' | 'onProgress'> {
  readonly pathOf: (name: string) => string
}

async function shoot(film: FilmJob, { inputs, run, onProgress, pathOf }: Desk): Promise<MadeFile> {
  const soundPath = film.sound ? pathOf('sound.mp3') : null
  const sound = soundPath === null ? null : run('film-sound', { film, path: soundPath })
  /** Awaited last; a failure before that is told by what failed first. */
  sound?.catch(() => {})
  const partCount = await run('film-parts', { film })
  const painted = await everyPart(
    Array.from({ length: partCount }, (_, part) => part),
    (part) => run('film-plates', { film, part, inputPath: inputs[0] ?? null }),
    (share) => onProgress(share * PAINTED),
  )
  const plates = Object.assign({}, ...painted) as (typeof painted)[number]
  const frames = frameCount(film)
  const posterPath = pathOf('poster.jpg')
  const strips = stripsOf(frames, 2 * Math.ceil(frames / STRIP_FRAMES / 2), pathOf)
  await everyPart(
    strips,
    (strip, report) => run('film-strip', { film, plates, ...strip, posterPath }, report),
    (share) => onProgress(PAINTED + share * (DRAWN - PAINTED)),
  )
  await sound
  const path = pathOf('film.mp4')
  const paths = strips.map((strip) => strip.path)
  const { hasSound } = await run('film-join', { film, strips: paths, sound: soundPath, path })
  return asFile(film, film.framesPerSecond, frames, hasSound, path, posterPath)
}

async function restyle(film: RestyleJob, { inputs, run, onProgress, pathOf }: Desk): Promise<MadeFile> {
  const [inputPath] = inputs
  if (inputPath === undefined) throw new Error('The film to redraw is gone.')
  const { framesPerSecond, frames, rotation } = await run('film-probe', { path: inputPath })
  const { width, height, container } = film
  const source = { container, rotation, width, height, framesPerSecond }
  const posterPath = pathOf('poster.jpg')
  const poster = Math.floor(frames * 0.4)
  const strips = stripsOf(frames, frames > STRIP_FRAMES ? RESTYLED_STRIPS : 2, pathOf)
  const drawn = await everyPart(
    strips,
    (strip, report) => run('film-restyle', { film, source, inputPath, ...strip, poster, posterPath }, report),
    (share) => onProgress(share * DRAWN),
  )
  const total = drawn.reduce((sum, strip) => sum + strip.frames, 0)
  if (total === 0) throw new Error('The film holds no frame that can be decoded.')
  const paths = strips.flatMap((strip, index) => ((drawn[index]?.frames ?? 0) > 0 ? [strip.path] : []))
  const path = pathOf('film.mp4')
  const sound = film.sound ? inputPath : null
  const { hasSound } = await run('film-join', {
    film: { ...film, framesPerSecond },
    strips: paths,
    sound,
    path,
  })
  return asFile(film, framesPerSecond, total, hasSound, path, total > poster ? posterPath : null)
}

/** `count` strips of equal length, or fewer where there are fewer frames; an even number keeps pairs of cores busy alike. */
function stripsOf(
  frames: number,
  count: number,
  pathOf: Desk['pathOf'],
): readonly { readonly from: number; readonly to: number; readonly path: string }[] {
  const length = Math.ceil(frames / count)
  return Array.from({ length: Math.ceil(frames / length) }, (_, index) => ({
    from: index * length,
    to: Math.min(frames, (index + 1) * length),
    path: pathOf(`strip-${index}.mp4`),
  }))
}

/** Runs a job for each of `parts` and reports the mean of their shares. */
async function everyPart<Part, Result>(
  parts: readonly Part[],
  runPart: (part: Part, report: (share: number) => void) => Promise<Result>,
  onShare: (share: number) => void,
): Promise<readonly Result[]> {
  const shares = parts.map(() => 0)
  const tell = (index: number, share: number): void => {
    shares[index] = share
    onShare(shares.reduce((sum, part) => sum + part, 0) / parts.length)
  }
  return await Promise.all(
    parts.map(async (part, index) => {
      const result = await runPart(part, (share) => tell(index, share))
      tell(index, 1)
      return result
    }),
  )
}

function asFile(
  { model, seed, width, height }: Pick<FilmJob, 'model' | 'seed' | 'width' | 'height'>,
  fps: number,
  frames: number,
  hasSound: boolean,
  path: string,
  posterPath: string | null,
): MadeFile {
  const duration = Math.round((frames / fps) * 1000) / 1000
  const file: MadeFile = {
    list: 'videos',
    name: `${model}-${seed}.mp4`,
    contentType: 'video/mp4',
    content: { path },
    facts: {
      width,
      height,
      duration,
      fps: Math.round(fps * 1000) / 1000,
      has_sound: hasSound,
      seed,
      content_type: 'video/mp4',
    },
  }
  if (posterPath === null) return file
  const preview = {
    name: `${model}-${seed}-poster.jpg`,
    contentType: 'image/jpeg',
    content: { path: posterPath },
  }
  return { ...file, preview }
}

/**
 * Makes videos: hands each video's strips to the threads, joins them, and hands out what came of it.
 *
 * What is asked for is settled in `video-plan.ts`; the work is in `video/`.
 */
import { join } from 'node:path'
import type { MadeFile } from '../store/blob-store.ts'
import { frameCount, type DrawnVideo, type RedrawnVideo, type Strip } from '../video/video-job.ts'
import { planVideo, VIDEO_MODELS, videoPlanSchema } from './video-plan.ts'
import type { Assignment, Maker } from './maker.ts'

/** Most frames of one strip: every strip begins with a key frame, so that a player can jump by about two seconds. */
const STRIP_FRAMES = 60
/** A video that is redrawn is decoded from its beginning for every strip, so it has few. */
const REDRAWN_STRIPS = 2
/** How much of the whole is done when all frames are drawn. */
const DRAWN = 0.95
/** The frame that stands for a video: late enough that everything has come. */
const POSTER_SHARE = 0.62

/** The maker of videos. */
export const videoMaker: Maker = { models: VIDEO_MODELS, plan: planVideo, make }

interface Desk extends Pick<Assignment, 'inputs' | 'run' | 'onProgress'> {
  readonly pathOf: (name: string) => string
}

async function make(assignment: Assignment): Promise<readonly MadeFile[]> {
  const plan = videoPlanSchema.parse(assignment.job)
  const scratch = await assignment.makeScratchDir()
  const deskOf = (index: number): Desk => ({
    ...assignment,
    pathOf: (name) => join(scratch, `${index}-${name}`),
    onProgress: (share) => assignment.onProgress((index + share) / plan.videos.length),
  })
  const made: MadeFile[] = []
  if (plan.kind === 'drawn')
    for (const [index, video] of plan.videos.entries()) made.push(await draw(video, deskOf(index)))
  else for (const [index, video] of plan.videos.entries()) made.push(await redraw(video, deskOf(index)))
  return made
}

async function draw(video: DrawnVideo, { inputs, run, onProgress, pathOf }: Desk): Promise<MadeFile> {
  const audioPath = video.audio ? pathOf('audio.mp3') : null
  const audio = audioPath === null ? null : run('video-audio', { video, path: audioPath })
  /** Awaited last; a failure before that is told by what failed first. */
  audio?.catch(() => {})
  const frames = frameCount(video)
  const strips = stripsOf(frames, 2 * Math.ceil(frames / STRIP_FRAMES / 2), pathOf)
  await everyStrip(
    strips,
    (strip, report) => run('video-strip', { video, inputPath: inputs[0] ?? null, ...strip }, report),
    (share) => onProgress(share * DRAWN),
  )
  await audio
  const path = pathOf('video.mp4')
  const paths = strips.map((strip) => strip.path)
  const { hasAudio } = await run('video-join', { video, strips: paths, audio: audioPath, path })
  return asFile(
    video,
    { framesPerSecond: video.framesPerSecond, frames, hasAudio },
    path,
    pathOf('poster.jpg'),
  )
}

async function redraw(video: RedrawnVideo, { inputs, run, onProgress, pathOf }: Desk): Promise<MadeFile> {
  const [inputPath] = inputs
  if (inputPath === undefined) throw new Error('The video to redraw is gone.')
  const { framesPerSecond, frames } = video
  const strips = stripsOf(frames, REDRAWN_STRIPS, pathOf)
  const drawn = await everyStrip(
    strips,
    (strip, report) => run('video-redraw', { video, inputPath, ...strip }, report),
    (share) => onProgress(share * DRAWN),
  )
  const total = drawn.reduce((sum, strip) => sum + strip.frames, 0)
  if (total === 0) throw new Error('The video holds no frame that can be decoded.')
  const paths = strips.flatMap((strip, index) => ((drawn[index]?.frames ?? 0) > 0 ? [strip.path] : []))
  const path = pathOf('video.mp4')
  const { hasAudio } = await run('video-join', {
    video,
    strips: paths,
    audio: video.audio ? inputPath : null,
    path,
  })
  const hasPoster = total > Math.floor(frames * POSTER_SHARE)
  return asFile(
    video,
    { framesPerSecond, frames: total, hasAudio },
    path,
    hasPoster ? pathOf('poster.jpg') : null,
  )
}

/** `count` strips of equal length, or fewer where there are fewer frames; an even number keeps pairs of cores busy alike. */
function stripsOf(frames: number, count: number, pathOf: Desk['pathOf']): readonly Strip[] {
  const length = Math.ceil(frames / count)
  return Array.from({ length: Math.ceil(frames / length) }, (_, index) => ({
    from: index * length,
    to: Math.min(frames, (index + 1) * length),
    path: pathOf(`strip-${index}.mp4`),
    posterFrame: Math.floor(frames * POSTER_SHARE),
    posterPath: pathOf('poster.jpg'),
  }))
}

/** Runs a job for each of `strips` and reports the mean of their shares. */
async function everyStrip<Result>(
  strips: readonly Strip[],
  runStrip: (strip: Strip, report: (share: number) => void) => Promise<Result>,
  onShare: (share: number) => void,
): Promise<readonly Result[]> {
  const shares = strips.map(() => 0)
  return await Promise.all(
    strips.map((strip, index) =>
      runStrip(strip, (share) => {
        shares[index] = share
        onShare(shares.reduce((sum, each) => sum + each, 0) / strips.length)
      }),
    ),
  )
}

interface Measured {
  readonly framesPerSecond: number
  readonly frames: number
  readonly hasAudio: boolean
}

function asFile(
  { model, seed, width, height }: Pick<DrawnVideo, 'model' | 'seed' | 'width' | 'height'>,
  { framesPerSecond, frames, hasAudio }: Measured,
  path: string,
  posterPath: string | null,
): MadeFile {
  const file: MadeFile = {
    list: 'videos',
    name: `${model}-${seed}.mp4`,
    contentType: 'video/mp4',
    content: { path },
    facts: {
      width,
      height,
      duration: Math.round((frames / framesPerSecond) * 1000) / 1000,
      fps: Math.round(framesPerSecond * 1000) / 1000,
      has_audio: hasAudio,
      seed,
      content_type: 'video/mp4',
    },
  }
  if (posterPath === null) return file
  const content = { path: posterPath }
  return { ...file, preview: { name: `${model}-${seed}-poster.jpg`, contentType: 'image/jpeg', content } }
}

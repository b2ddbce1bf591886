/**
 * Makes music: settles a request down to jobs for the threads, and hands out what they played.
 *
 * Owns the plan and the wording of the result. The music itself is in `music/`.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { PieceFacts } from '../music/make-music.ts'
import { musicJobSchema, STEMS, type MusicJob } from '../music/music-job.ts'
import { invalidField } from '../problem.ts'
import type { MadeFile } from '../store/made-file.ts'
import type { Assignment, Maker, Plan, RequestToPlan } from './maker.ts'
import { coverJob } from './music-cover.ts'
import { MUSIC_MODELS } from './music-models.ts'
import { MUSIC_OPTIONS } from './music-options.ts'
import { remarksOf, seedAt, settleSeed } from './sample-studio.ts'

const NOTE =
  'Procedural sample music, composed and played on this machine by code from the prompt and the seed. No AI model was involved.'
const SINGS_NO_WORDS = 'The voice sings vowels; it has no words.'
const SECONDS_PER_CREDIT = 30
/** How a piece's work is divided, for its progress: the stems together, the cover, the rest. */
const STEMS_SHARE = 0.45
const COVER_SHARE = 0.1
const CONTENT_TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const

const planSchema = z.array(musicJobSchema)

/** The maker of music. */
export const musicMaker: Maker = { models: MUSIC_MODELS, plan, make }

async function plan(request: RequestToPlan): Promise<Plan> {
  const { values, ignored, advice } = MUSIC_OPTIONS.read(request.options)
  if (request.prompt === '') throw invalidField('prompt', 'is missing: say what the music should be like.')
  const { count, seed: wanted, output_format, ...rest } = values
  const seed = settleSeed(wanted)
  const jobs = Array.from({ length: count }, (_, index) => ({
    model: request.model,
    prompt: request.prompt,
    ...rest,
    format: output_format,
    seed: seedAt(seed, index),
  }))
  return {
    job: planSchema.parse(jobs),
    inputs: [],
    remarks: remarksOf(NOTE, values.instrumental ? advice : [SINGS_NO_WORDS, ...advice], ignored),
    credits: count * Math.max(1, Math.round(values.duration / SECONDS_PER_CREDIT)),
  }
}

async function make({ job, makeScratchDir, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const pieces = planSchema.parse(job)
  const scratchDir = await makeScratchDir()
  const shares = pieces.map(() => 0)
  return await Promise.all(
    pieces.map(async (music, index) => {
      const report = (share: number): void => {
        shares[index] = share
        onProgress(shares.reduce((sum, each) => sum + each, 0) / pieces.length)
      }
      return await makeOne(music, join(scratchDir, String(index)), run, report)
    }),
  )
}

/** `path` is the beginning of the names of this piece's files. */
async function makeOne(
  music: MusicJob,
  path: string,
  run: Assignment['run'],
  report: (share: number) => void,
): Promise<MadeFile> {
  const done = { stems: STEMS.map(() => 0), cover: 0, rest: 0 }
  const tell = (): void => {
    const stems = done.stems.reduce((sum, each) => sum + each, 0) / STEMS.length
    report(stems * STEMS_SHARE + done.cover * COVER_SHARE + done.rest * (1 - STEMS_SHARE - COVER_SHARE))
  }
  const stemPaths = STEMS.map((stem) => `${path}-${stem}.f32`)
  const stems = STEMS.map((stem, index) =>
    run('music-stem', { music, stem, path: `${path}-${stem}.f32` }, (share) => {
      done.stems[index] = share
      tell()
    }),
  )
  const finish = async (): Promise<PieceFacts> => {
    await Promise.all(stems)
    return await run('music-piece', { music, stemPaths, path: `${path}.${music.format}` }, (share) => {
      done.rest = share
      tell()
    })
  }
  const paint = async (): Promise<Uint8Array> => {
    const { bytes } = await run('picture', { ...coverJob(music), inputPath: null })
    done.cover = 1
    tell()
    return bytes
  }
  const [facts, cover] = await Promise.all([finish(), paint()])
  report(1)
  return asFile(music, `${path}.${music.format}`, facts, cover)
}

function asFile(music: MusicJob, path: string, facts: PieceFacts, cover: Uint8Array): MadeFile {
  const { model, seed, format, duration } = music
  const contentType = CONTENT_TYPES[format]
  return {
    list: 'audios',
    name: `${model}-${seed}.${format}`,
    contentType,
    content: { path },
    facts: { ...facts, duration, seed, content_type: contentType },
    preview: { name: `${model}-${seed}-cover.jpg`, contentType: 'image/jpeg', content: { bytes: cover } },
  }
}

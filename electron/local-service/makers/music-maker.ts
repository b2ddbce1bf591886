/**
 * Makes music: settles a request down to jobs for the threads, and hands out what they played, each piece with a cover.
 *
 * Owns the plan and the wording of the result. The music itself is in `music/`.
 */
import { join } from 'node:path'
import { z } from 'zod'
import type { ImageJob, StyleName } from '../image/styles.ts'
import { type MusicJob, musicJobSchema, type MusicModel } from '../music/ensembles.ts'
import type { PieceFacts } from '../music/make-music.ts'
import { invalidField } from '../problem.ts'
import type { MadeFile } from '../store/blob-store.ts'
import {
  type Assignment,
  type Maker,
  type Plan,
  type RequestToPlan,
  modelsOf,
  remarksOf,
  schemaOf,
  seedAt,
  settleSeed,
} from './maker.ts'
import { readOptions } from './read-options.ts'

const NOTE =
  'Procedural sample music, composed and played on this computer by code from the prompt and the seed. No AI model was involved.'
const SINGS_NO_WORDS = 'The voice sings vowels; it has no words.'
const SECONDS_PER_CREDIT = 30
/** How much of a piece's work its cover is. */
const COVER_SHARE = 0.1
/** In pixels. */
const COVER_SIDE = 640
const CONTENT_TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const

const planSchema = z.array(musicJobSchema)

/** The style of the cover of each model's pieces. */
const COVER_STYLES: Readonly<Record<MusicModel, StyleName>> = {
  'small-ensemble': 'painted-landscape',
  'night-drive': 'city-night',
  'chip-tune': 'geometric-poster',
  'concert-hall': 'ink-wash',
}

interface MusicOptions extends Pick<MusicJob, 'duration' | 'tempo' | 'key' | 'instrumental'> {
  readonly output_format: string
  readonly count: number
  readonly seed: number | null
}

const models = modelsOf('music')

/** The maker of music. */
export const musicMaker: Maker = { models, plan, make }

async function plan(request: RequestToPlan): Promise<Plan> {
  const schema = schemaOf(models, request.model)
  const { values, ignored, advice } = readOptions<MusicOptions>(schema, request.options)
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
      const path = join(scratchDir, `${index}.${music.format}`)
      const report = (share: number): void => {
        shares[index] = share * (1 - COVER_SHARE)
        onProgress(shares.reduce((sum, each) => sum + each, 0) / pieces.length)
      }
      const [facts, cover] = await Promise.all([
        run('music', { music, path }, report),
        run('image', { ...coverOf(music), inputPath: null }),
      ])
      return asFile(music, path, facts, cover.bytes)
    }),
  )
}

/** A square image of the prompt. */
function coverOf({ model, prompt, seed }: MusicJob): ImageJob {
  const size = { width: COVER_SIDE, height: COVER_SIDE }
  return { style: COVER_STYLES[model], prompt, seed, ...size, format: 'jpeg', strength: 0 }
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

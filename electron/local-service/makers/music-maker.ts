/** Makes music: settles a request down to jobs for the threads, and hands out what they played, each piece with a cover. */
import { join } from 'node:path'
import { z } from 'zod'
import type { ImageJob, StyleName } from '../image/styles.ts'
import { type MusicJob, musicJobSchema, type MusicModel } from '../music/ensembles.ts'
import { nameKey, readKey } from '../music/key.ts'
import type { MadeFile } from '../store/file-store.ts'
import {
  type Assignment,
  everyJob,
  type Maker,
  missing,
  offer,
  type Plan,
  remarksOf,
  type RequestToPlan,
  seedsOf,
} from './maker.ts'
import { choice, count, duration, readOptions, seed } from './options.ts'

const NOTE =
  'Procedural sample music, composed and played on this computer by code from the prompt and the seed. No AI model was involved.'
const SINGS_NO_WORDS = 'The voice sings vowels; it has no words.'
const SECONDS_PER_CREDIT = 30
const COVER_SIDE = 640
const CONTENT_TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const

const optionsSchema = z.object({
  duration: duration(5, 300, 60),
  tempo: z
    .number()
    .min(40)
    .max(220)
    .optional()
    .meta({ title: 'Tempo', description: 'Beats per minute. Follows the prompt when left out.' }),
  key: z
    .string()
    .transform((text, context) => {
      const key = readKey(text)
      if (key !== null) return nameKey(key)
      context.addIssue({ code: 'custom', message: 'no key' })
      return z.NEVER
    })
    .optional()
    .meta({
      title: 'Key',
      description:
        'A tonic and a mode: major, minor, dorian, mixolydian, lydian or phrygian. Follows the prompt when left out.',
      examples: ['C major', 'D minor', 'F# dorian', 'Bb major'],
    }),
  instrumental: z.boolean().default(true).meta({
    title: 'Instrumental',
    description: 'Without a voice. Otherwise a voice takes the melody on vowels; it sings no words.',
  }),
  output_format: choice(['mp3', 'wav'], 'mp3', { title: 'Output format' }),
  count: count('tracks', 4),
  seed,
})

const planSchema = z.array(musicJobSchema)

const COVER_STYLES: Readonly<Record<MusicModel, StyleName>> = {
  'small-ensemble': 'painted-landscape',
  'night-drive': 'city-night',
  'chip-tune': 'geometric-poster',
  'concert-hall': 'ink-wash',
}

export const musicMaker: Maker = {
  models: offer(
    'music',
    ['text-to-music'],
    optionsSchema,
    [
      'small-ensemble',
      'Small ensemble',
      'Guitar, piano, bass and a small kit in a room. Follows the mood, the pace and the instrument that the prompt names.',
    ],
    ['night-drive', 'Night drive', 'Synthesizers and a drum machine.'],
    ['chip-tune', 'Chip tune', 'Two pulse waves, a triangle and noise, like an old console.'],
    ['concert-hall', 'Concert hall', 'Strings, horns, harp and deep drums in a large hall.'],
  ),
  plan,
  make,
}

function plan({ model, prompt, options }: RequestToPlan): Promise<Plan> {
  const { values, ignored } = readOptions(optionsSchema, options)
  if (prompt === '') throw missing('prompt', 'say what the music should be like.')
  const { count, seed, output_format: format, tempo = null, key = null, ...rest } = values
  const jobs = seedsOf(seed, count).map((each) => ({
    model,
    prompt,
    ...rest,
    tempo,
    key,
    format,
    seed: each,
  }))
  return Promise.resolve({
    job: planSchema.parse(jobs),
    inputs: [],
    remarks: remarksOf(NOTE, values.instrumental ? [] : [SINGS_NO_WORDS], ignored),
    credits: count * Math.max(1, Math.round(values.duration / SECONDS_PER_CREDIT)),
  })
}

async function make({ job, makeScratchDir, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const scratchDir = await makeScratchDir()
  return await everyJob(
    planSchema.parse(job),
    onProgress,
    async (music, report, index): Promise<MadeFile> => {
      const { model, seed, format, duration } = music
      const path = join(scratchDir, `${index}.${format}`)
      const [facts, cover] = await Promise.all([
        run('music', { music, path }, report),
        run('image', { ...coverOf(music), inputPath: null }),
      ])
      const contentType = CONTENT_TYPES[format]
      return {
        list: 'audios',
        name: `${model}-${seed}.${format}`,
        contentType,
        content: { path },
        facts: { ...facts, duration, seed, content_type: contentType },
        preview: { name: `${model}-${seed}-cover.jpg`, contentType: 'image/jpeg', content: cover },
      }
    },
  )
}

/** A square image of the prompt. */
function coverOf({ model, prompt, seed }: MusicJob): ImageJob {
  const size = { width: COVER_SIDE, height: COVER_SIDE }
  return { style: COVER_STYLES[model], prompt, seed, ...size, format: 'jpeg', strength: 0 }
}

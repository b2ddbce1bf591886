/** Who plays in each model, and what each mood means for key, pace and harmony; the tables are in `ensembles.json`. */
import { z } from 'zod'
import data from './ensembles.json' with { type: 'json' }
import { DRUMS, INSTRUMENT_NAMES, KITS } from './instruments.ts'
import { MODES } from './key.ts'

export type MusicModel = keyof typeof data.ensembles
export const MUSIC_MODELS = Object.keys(data.ensembles) as [MusicModel, ...MusicModel[]]
export type Mood = keyof typeof data.moods
export const MOODS = Object.keys(data.moods) as [Mood, ...Mood[]]

const instrument = z.enum(INSTRUMENT_NAMES)
const ensembleSchema = z.object({
  chords: instrument,
  /** Holds long chords behind everything, or null. */
  pad: instrument.nullable(),
  bass: instrument,
  lead: instrument,
  kit: z.enum(KITS),
  /** Size of the room, 0 to 1. */
  room: z.number(),
  /** What a title and the file call the music. */
  genre: z.string(),
})
const moodSchema = z.object({
  /** A pattern that finds the mood in a prompt. */
  words: z.string().transform((words) => new RegExp(words, 'u')),
  /** Beats a minute, from and to. */
  tempo: z.tuple([z.number(), z.number()]),
  mode: z.enum(MODES),
  /** Chords by scale degree (0 is the tonic's), one a bar. */
  progressions: z.array(z.string()),
  /** How much the drums play, 0 (not at all) to 2. */
  drums: z.number(),
  /** Notes of the melody a bar, about. */
  density: z.number(),
  /** The first words of titles. */
  adjectives: z.array(z.string()),
})
const patternsSchema = z.array(z.partialRecord(z.enum(DRUMS), z.string()))

export type Ensemble = z.infer<typeof ensembleSchema>
export type MoodRules = z.infer<typeof moodSchema>

export const ENSEMBLES = z.record(z.enum(MUSIC_MODELS), ensembleSchema).parse(data.ensembles)
export const MOOD_RULES = z.record(z.enum(MOODS), moodSchema).parse(data.moods)
/** Where drums fall in a bar of sixteen steps: "x" is a stroke, "o" a softer one. Waltzes use twelve. */
export const BEATS = z.record(z.enum([...KITS, 'waltz']), patternsSchema).parse(data.beats)

export const musicJobSchema = z
  .object({
    model: z.enum(MUSIC_MODELS),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In seconds; the file is exactly this long. */
    duration: z.number(),
    /** Beats a minute, or null to follow the prompt and the mood. */
    tempo: z.number().nullable(),
    /** Such as "D minor", or null to follow the prompt and the mood. */
    key: z.string().nullable(),
    /** False for a wordless voice on the melody. */
    instrumental: z.boolean(),
    format: z.enum(['mp3', 'wav']),
  })
  .readonly()

export type MusicJob = z.infer<typeof musicJobSchema>

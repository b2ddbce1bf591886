/** Who plays in each model, and what each mood means for key, pace and harmony; the tables are in `ensembles.json`. */
import { z } from 'zod'
import data from './ensembles.json' with { type: 'json' }
import type { Drum, InstrumentName, Kit } from './instruments.ts'
import type { Mode } from './key.ts'

export type MusicModel = keyof typeof data.ensembles
export type Mood = keyof typeof data.moods
export const MUSIC_MODELS = Object.keys(data.ensembles) as [MusicModel, ...MusicModel[]]

export interface Ensemble {
  readonly chords: InstrumentName
  /** Holds long chords behind everything, or null. */
  readonly pad: InstrumentName | null
  readonly bass: InstrumentName
  readonly lead: InstrumentName
  readonly kit: Kit
  /** Size of the room, 0 to 1. */
  readonly room: number
  /** What a title and the file call the music. */
  readonly genre: string
}

export interface MoodRules {
  /** A pattern that finds the mood in a prompt. */
  readonly words: string
  /** Beats a minute, from and to. */
  readonly tempo: readonly number[]
  readonly mode: Mode
  /** Chords by scale degree (0 is the tonic's), one a bar, such as "0 4 5 3". */
  readonly progressions: readonly string[]
  /** How much the drums play, 0 (not at all) to 2. */
  readonly drums: number
  /** Notes of the melody a bar, about. */
  readonly density: number
  /** The first words of titles. */
  readonly adjectives: readonly string[]
}

export const ENSEMBLES = data.ensembles as Readonly<Record<MusicModel, Ensemble>>
export const MOODS = data.moods as Readonly<Record<Mood, MoodRules>>
/** Where drums fall in a bar of sixteen steps: "x" is a stroke, "o" a softer one. Waltzes use twelve. */
export const BEATS: Readonly<Record<Kit | 'waltz', readonly Partial<Record<Drum, string>>[]>> = data.beats

export const musicJobSchema = z
  .object({
    model: z.enum(MUSIC_MODELS),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In seconds. */
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

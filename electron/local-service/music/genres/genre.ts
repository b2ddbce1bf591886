/**
 * What makes a genre: tempo, harmony, rhythm and who usually plays it.
 */
import type { BassPattern } from '../compose/bass.ts'
import type { ChordPattern } from '../compose/chord-patterns.ts'
import type { GrooveName } from '../compose/grooves.ts'
import type { InstrumentName, KitName, Role } from '../score.ts'
import type { Richness } from '../theory/chord.ts'
import type { Mode } from '../theory/key.ts'

export const GENRE_NAMES = [
  'lo-fi',
  'ambient',
  'jazz',
  'bossa',
  'waltz',
  'folk',
  'cinematic',
  'techno',
  'synthwave',
  'chiptune',
  'funk',
  'lullaby',
] as const
export type GenreName = (typeof GENRE_NAMES)[number]

/** Progressions as bars parted by "|", each with one or two numerals. `verse` is for A, `bridge` for B and C. */
export interface Harmony {
  readonly verse: readonly [string, ...string[]]
  readonly bridge: readonly [string, ...string[]]
}

/** How a melody of the genre behaves. */
export interface Manner {
  /** 0 (long notes and rests) to 1 (running eighths). */
  readonly density: number
  /** 0 (on the beat) to 1 (mostly off it). */
  readonly syncopation: number
  /** 0 (steps) to 1 (leaps). */
  readonly leaps: number
}

/** What happens to the whole mix. */
export interface Sound {
  /** Level of the reverb against the dry sound, 0 to 1. */
  readonly reverb: number
  /** How long the reverb takes to fall by 60 dB, in seconds. */
  readonly reverbSeconds: number
  /** Level of the echo in time with the beat, 0 to 1. */
  readonly echo: number
  /** How far the kick pushes the others down, 0 to 1. */
  readonly ducking: number
  /** Crackle, wow and a dull top, as from an old record, 0 to 1. */
  readonly age: number
  /** Boost (or cut) of the treble in dB. */
  readonly treble: number
  /** How far players stray from the grid, in milliseconds. */
  readonly looseness: number
}

export interface Genre {
  readonly name: GenreName
  readonly bpm: readonly [number, number]
  readonly beatsPerBar: 3 | 4
  readonly swing: number
  readonly richness: Richness
  /** The modes it is at home in, most usual first. */
  readonly harmony: Readonly<Partial<Record<Mode, Harmony>>>
  readonly players: Readonly<Partial<Record<Role, readonly [InstrumentName, ...InstrumentName[]]>>>
  readonly kit: KitName | null
  readonly chords: readonly [ChordPattern, ...ChordPattern[]]
  readonly bass: readonly [BassPattern, ...BassPattern[]]
  readonly grooves: readonly [GrooveName, ...GrooveName[]]
  readonly manner: Manner
  readonly sound: Sound
}

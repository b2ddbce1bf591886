/**
 * Who plays in each model, and what each mood means for key, pace and harmony.
 */
import type { Mood } from './brief.ts'
import type { Drum, Kit } from './drums.ts'
import type { InstrumentName } from './instruments.ts'
import type { Mode } from './key.ts'
import type { MusicModel } from './music-job.ts'

export interface Ensemble {
  readonly chords: InstrumentName
  /** How chords are played. */
  readonly figure: 'held' | 'strummed' | 'broken'
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

export const ENSEMBLES: Readonly<Record<MusicModel, Ensemble>> = {
  'small-ensemble': {
    chords: 'guitar',
    figure: 'broken',
    pad: 'strings',
    bass: 'upright bass',
    lead: 'piano',
    kit: 'acoustic',
    room: 0.35,
    genre: 'folk',
  },
  'night-drive': {
    chords: 'synth pluck',
    figure: 'broken',
    pad: 'pad',
    bass: 'synth bass',
    lead: 'saw lead',
    kit: 'electronic',
    room: 0.55,
    genre: 'synthwave',
  },
  'chip-tune': {
    chords: 'pulse chords',
    figure: 'broken',
    pad: null,
    bass: 'triangle bass',
    lead: 'pulse lead',
    kit: 'chip',
    room: 0,
    genre: 'chiptune',
  },
  'concert-hall': {
    chords: 'harp',
    figure: 'broken',
    pad: 'strings',
    bass: 'low strings',
    lead: 'horn',
    kit: 'orchestral',
    room: 0.9,
    genre: 'cinematic',
  },
}

export interface MoodRules {
  /** Beats a minute, from and to. */
  readonly tempo: readonly [number, number]
  readonly mode: Mode
  /** Chords by scale degree (0 is the tonic's), one a bar. */
  readonly progressions: readonly [string, ...string[]]
  /** How much the drums play, 0 (not at all) to 2. */
  readonly drums: 0 | 1 | 2
  /** Notes of the melody a bar, about. */
  readonly density: number
}

export const MOOD_RULES: Readonly<Record<Mood, MoodRules>> = {
  calm: {
    tempo: [66, 84],
    mode: 'major',
    progressions: ['0 4 5 3', '0 2 3 4', '0 5 1 4'],
    drums: 0,
    density: 2.6,
  },
  happy: {
    tempo: [104, 124],
    mode: 'major',
    progressions: ['0 3 4 3', '0 5 3 4', '0 4 3 4'],
    drums: 1,
    density: 4.2,
  },
  sad: {
    tempo: [64, 80],
    mode: 'minor',
    progressions: ['0 5 3 4', '0 3 5 4', '0 6 5 4'],
    drums: 0,
    density: 2.8,
  },
  dark: {
    tempo: [76, 100],
    mode: 'phrygian',
    progressions: ['0 1 0 6', '0 5 1 0', '0 3 1 0'],
    drums: 1,
    density: 2.6,
  },
  epic: {
    tempo: [112, 132],
    mode: 'minor',
    progressions: ['0 5 2 6', '0 3 5 6', '5 6 0 0'],
    drums: 2,
    density: 3.8,
  },
  dreamy: {
    tempo: [72, 92],
    mode: 'lydian',
    progressions: ['0 1 4 1', '0 4 1 5', '3 0 1 4'],
    drums: 0,
    density: 3,
  },
}

/** Where drums fall in a bar of sixteen steps: "x" is a stroke, "o" a softer one. Waltzes use twelve. */
export const BEATS: Readonly<Record<Kit, readonly Readonly<Partial<Record<Drum, string>>>[]>> = {
  acoustic: [
    { kick: 'x.......x.......', hat: 'o...x...o...x...' },
    { kick: 'x.....o.x.......', snare: '....x.......x...', hat: 'x.o.x.o.x.o.x.o.' },
  ],
  electronic: [
    { kick: 'x...x...x...x...', hat: '..o...o...o...o.' },
    {
      kick: 'x...x...x...x...',
      snare: '....x.......x...',
      hat: 'o.o.o.o.o.o.o.o.',
      'open hat': '..x...x...x...x.',
    },
  ],
  chip: [
    { kick: 'x.......x.......', hat: '....x.......x...' },
    { kick: 'x..x..x.x.......', snare: '....x.......x..o', hat: 'x.x.x.x.x.x.x.x.' },
  ],
  orchestral: [
    { 'low drum': 'x...............' },
    { 'low drum': 'x..o..x.x...x.o.', snare: '............o.o.' },
  ],
}
export const WALTZ_BEATS: readonly Readonly<Partial<Record<Drum, string>>>[] = [
  { kick: 'x...........', hat: '....o...o...' },
  { kick: 'x...........', snare: '....o...o...', hat: 'x...x...x...' },
]

/**
 * Plays a score: beats become samples, with swing, strums and the small irregularities of people.
 */
import { createRandom, gaussian, type Random } from '../paint/random.ts'
import type { DrumHit, InstrumentName, Note, Part, Score } from './score.ts'
import { SAMPLE_RATE } from './synth/voice.ts'

export interface PlayedNote {
  /** In samples from the start of the piece. */
  readonly start: number
  readonly seconds: number
  readonly pitch: number
  readonly velocity: number
}

export interface PlayedHit {
  readonly start: number
  readonly drum: DrumHit['drum']
  readonly velocity: number
}

/** Seconds between the strings of a chord. */
const STRUM: Readonly<Partial<Record<InstrumentName, number>>> = {
  guitar: 0.014,
  harp: 0.02,
  piano: 0.004,
  'electric-piano': 0.003,
}
const MACHINES: readonly InstrumentName[] = [
  'pulse-lead',
  'pulse-chords',
  'triangle-bass',
  'synth-bass',
  'synth-pluck',
]

/** The notes of `part` in the order in which they begin. `looseness` is in milliseconds. */
export function playPart(part: Part, score: Score, looseness: number, seed: number): readonly PlayedNote[] {
  const random = createRandom(`play ${part.role}`, seed)
  const loose = MACHINES.includes(part.instrument) ? 0 : looseness
  const strum = STRUM[part.instrument] ?? 0
  let [chordStart, place] = [-1, 0]
  const played = part.notes.map((note) => {
    place = note.start === chordStart ? place + 1 : 0
    chordStart = note.start
    const late = place * strum + (place === 0 || loose === 0 ? 0 : random() * 0.004)
    const start = secondsAt(note.start, score) + late + stray(loose, random)
    return {
      start: Math.max(0, Math.round(start * SAMPLE_RATE)),
      seconds: lengthOf(note, score),
      pitch: note.pitch,
      velocity: Math.min(1, Math.max(0.1, note.velocity * (loose === 0 ? 1 : 1 + gaussian(random) * 0.05))),
    }
  })
  return played.toSorted((a, b) => a.start - b.start)
}

/** The drums; a drummer's snare leans back where the music swings. */
export function playDrums(score: Score, looseness: number, seed: number): readonly PlayedHit[] {
  const random = createRandom('play drums', seed)
  const played = score.drums.map(({ start, drum, velocity }) => {
    const lean = score.swing > 0.1 && drum === 'snare' ? 0.008 : 0
    const seconds = secondsAt(start, score) + lean + stray(looseness * 0.5, random)
    return { start: Math.max(0, Math.round(seconds * SAMPLE_RATE)), drum, velocity }
  })
  return played.toSorted((a, b) => a.start - b.start)
}

/** Where `beat` falls, in seconds; what lies between the beats is pushed back by the swing. */
export function secondsAt(beat: number, { bpm, swing }: Pick<Score, 'bpm' | 'swing'>): number {
  const whole = Math.floor(beat + 1e-9)
  const part = beat - whole
  const middle = 0.5 + swing
  const swung = part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle)
  return ((whole + swung) * 60) / bpm
}

function lengthOf({ start, length }: Note, score: Score): number {
  return Math.max(0.04, secondsAt(start + length, score) - secondsAt(start, score))
}

function stray(milliseconds: number, random: Random): number {
  return milliseconds === 0 ? 0 : (gaussian(random) * milliseconds) / 2500
}

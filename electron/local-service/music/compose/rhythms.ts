/**
 * Rhythms of one bar for melodies, in eighths; a negative number is a rest.
 */
import type { Random } from '../../paint/random.ts'
import type { Manner } from '../genres/genre.ts'

export interface RhythmNote {
  /** In beats from the start of the bar. */
  readonly at: number
  readonly length: number
}
export type Rhythm = readonly RhythmNote[]

const FOUR: readonly (readonly number[])[] = [
  [8],
  [-2, 6],
  [4, 4],
  [6, 2],
  [2, 6],
  [3, 5],
  [2, 2, 4],
  [4, 2, 2],
  [3, 3, 2],
  [3, 1, 4],
  [-2, 2, 2, 2],
  [-1, 3, 4],
  [-1, 1, 2, 4],
  [2, 1, 1, 4],
  [2, 2, 2, 2],
  [3, 1, 2, 2],
  [3, 1, 3, 1],
  [1, 2, 1, 4],
  [1, 2, 2, 3],
  [-1, 2, 2, 3],
  [-1, 2, 1, 2, 2],
  [1, 1, 2, 4],
  [1, 1, 2, 2, 2],
  [2, 1, 1, 2, 2],
  [2, 1, 1, 2, 1, 1],
  [1, 1, 1, 1, 4],
  [1, 2, 1, 1, 2, 1],
  [-1, 1, 1, 1, 2, 2],
  [1, 1, 2, 1, 1, 2],
  [1, 1, 1, 1, 1, 1, 2],
]
const THREE: readonly (readonly number[])[] = [
  [6],
  [4, 2],
  [-2, 4],
  [2, 4],
  [3, 3],
  [2, 2, 2],
  [-2, 2, 2],
  [3, 1, 2],
  [4, 1, 1],
  [1, 1, 4],
  [-1, 1, 2, 2],
  [2, 1, 1, 2],
  [1, 1, 2, 2],
  [2, 2, 1, 1],
  [1, 1, 1, 1, 2],
  [2, 1, 1, 1, 1],
]
/** Where a phrase comes to rest, its last note first on a strong beat. */
const ENDINGS: Readonly<Record<3 | 4, readonly (readonly number[])[]>> = {
  4: [
    [6, -2],
    [2, 4, -2],
    [4, -4],
    [3, 3, -2],
    [2, 2, 3, -1],
  ],
  3: [
    [4, -2],
    [2, 3, -1],
    [5, -1],
    [1, 1, 3, -1],
  ],
}

/** A rhythm that suits the manner; the same random numbers give the same. */
export function chooseRhythm(beatsPerBar: number, manner: Manner, random: Random): Rhythm {
  const rhythms = (beatsPerBar === 3 ? THREE : FOUR).map(place)
  const scored = rhythms.map((rhythm) => ({
    rhythm,
    score: misfit(rhythm, beatsPerBar, manner) + random() * 0.35,
  }))
  return scored.reduce((best, next) => (next.score < best.score ? next : best)).rhythm
}

/** A rhythm for the last bar of a phrase. */
export function chooseEnding(beatsPerBar: number, random: Random): Rhythm {
  const endings = ENDINGS[beatsPerBar === 3 ? 3 : 4]
  return place(endings[Math.floor(random() * endings.length)] ?? [4])
}

function place(eighths: readonly number[]): Rhythm {
  const notes: RhythmNote[] = []
  let at = 0
  for (const length of eighths) {
    if (length > 0) notes.push({ at: at / 2, length: length / 2 })
    at += Math.abs(length)
  }
  return notes
}

function misfit(rhythm: Rhythm, beatsPerBar: number, { density, syncopation }: Manner): number {
  const perBeat = rhythm.length / beatsPerBar / 1.75
  const offBeat = rhythm.filter(({ at, length }) => at % 1 !== 0 && length >= 1).length / rhythm.length
  return Math.abs(perBeat - density) + Math.abs(offBeat - syncopation * 0.6) * 0.6
}

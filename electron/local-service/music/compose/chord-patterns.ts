/**
 * Turns voiced chords into what an accompanist plays.
 */
import type { Random } from '../../paint/random.ts'
import type { Note } from '../score.ts'
import type { ChordSpan } from './harmony.ts'

export type ChordPattern =
  | 'held'
  | 'swell'
  | 'pulse'
  | 'eighths'
  | 'offbeat'
  | 'charleston'
  | 'lazy'
  | 'waltz'
  | 'bossa'
  | 'picked'
  | 'rolled'
  | 'arpeggio'
  | 'sixteenths'
  | 'scratch'

/** Where whole chords are struck in a bar, in beats, and for how long; picked from at random each bar. */
const STRIKES: Readonly<Partial<Record<ChordPattern, readonly (readonly (readonly [number, number])[])[]>>> =
  {
    pulse: [
      [
        [0, 0.9],
        [1, 0.9],
        [2, 0.9],
        [3, 0.9],
      ],
    ],
    eighths: [[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5].map((at) => [at, 0.42] as const)],
    offbeat: [[0.5, 1.5, 2.5, 3.5].map((at) => [at, 0.3] as const)],
    charleston: [
      [
        [0, 0.8],
        [1.5, 0.45],
      ],
      [
        [0.5, 0.4],
        [2, 1.2],
      ],
      [
        [1.5, 0.45],
        [3.5, 0.5],
      ],
      [
        [0, 1.4],
        [2.5, 0.4],
      ],
      [
        [1, 0.4],
        [2.5, 1],
      ],
    ],
    lazy: [
      [
        [0, 1.4],
        [1.5, 2.3],
      ],
      [
        [0, 2.4],
        [2.5, 1.4],
      ],
      [
        [0, 0.9],
        [1, 0.45],
        [2.5, 1.4],
      ],
      [[0, 3.8]],
    ],
    waltz: [
      [
        [1, 0.7],
        [2, 0.7],
      ],
    ],
    bossa: [
      [
        [0, 0.45],
        [1.5, 0.45],
        [3, 0.45],
      ],
      [
        [0.5, 0.45],
        [2, 0.45],
        [3.5, 0.5],
      ],
    ],
    scratch: [
      [
        [0.5, 0.2],
        [1.25, 0.12],
        [1.75, 0.2],
        [3, 0.12],
        [3.5, 0.2],
      ],
      [
        [0, 0.2],
        [0.75, 0.12],
        [2.5, 0.2],
        [2.75, 0.12],
        [3.5, 0.2],
      ],
    ],
  }
/** Which voice is played on each eighth (or sixteenth), counted from the lowest. */
const ORDERS: readonly (readonly number[])[] = [
  [0, 2, 1, 3, 2, 1, 3, 2],
  [0, 1, 2, 3, 2, 3, 1, 2],
  [0, 2, 3, 1, 2, 3, 2, 1],
]

/** The notes for chords whose voicings are `voicings`, in the same order as `spans`. */
export function playChords(
  pattern: ChordPattern,
  spans: readonly ChordSpan[],
  voicings: readonly (readonly number[])[],
  beatsPerBar: number,
  random: Random,
): readonly Note[] {
  const order = ORDERS[Math.floor(random() * ORDERS.length)] ?? [0]
  return spans.flatMap((span, index) => {
    const voicing = voicings[index] ?? []
    switch (pattern) {
      case 'held':
        return struck(voicing, span.start, span.length * 0.97, 0.6)
      case 'swell':
        return struck(voicing, span.start, span.length * 1.15, 0.55)
      case 'picked':
        return broken(voicing, span, order, 0.5, 1.4, random)
      case 'arpeggio':
        return broken(voicing, span, upAndDown(voicing.length), 0.5, 0.55, random)
      case 'sixteenths':
        return broken(voicing, span, upAndDown(voicing.length), 0.25, 0.24, random)
      case 'rolled':
        return rolled(voicing, span)
      default:
        return strikes(pattern, voicing, span, beatsPerBar, random)
    }
  })
}

function strikes(
  pattern: ChordPattern,
  voicing: readonly number[],
  { start, length }: ChordSpan,
  beatsPerBar: number,
  random: Random,
): readonly Note[] {
  const bars = STRIKES[pattern] ?? [[[0, length]]]
  const chosen = bars[Math.floor(random() * bars.length)] ?? []
  const from = start % beatsPerBar
  const inside = chosen.filter(([at]) => at >= from - 1e-6 && at < from + length - 1e-6 && at < beatsPerBar)
  const missesStart = from > 0 && !inside.some(([at]) => at === from)
  const all = missesStart ? [[from, Math.min(0.9, length)] as const, ...inside] : inside
  return all.flatMap(([at, held]) => {
    const accent = at % 1 === 0 ? 0.05 : 0
    return struck(
      voicing,
      start - from + at,
      Math.min(held, from + length - at),
      0.55 + accent + (random() - 0.5) * 0.1,
    )
  })
}

function struck(
  voicing: readonly number[],
  start: number,
  length: number,
  velocity: number,
): readonly Note[] {
  return voicing.map((pitch, voice) => ({
    start,
    length,
    pitch,
    velocity: velocity * (voice === voicing.length - 1 ? 1.08 : 0.94),
  }))
}

function broken(
  voicing: readonly number[],
  { start, length }: ChordSpan,
  order: readonly number[],
  step: number,
  held: number,
  random: Random,
): readonly Note[] {
  return Array.from({ length: Math.round(length / step) }, (_, index) => {
    const pitch = voicing[(order[index % order.length] ?? 0) % voicing.length] ?? 60
    const accent = (index * step) % 1 === 0 ? 0.1 : 0
    const at = start + index * step
    return {
      start: at,
      length: Math.min(held, start + length - at),
      pitch,
      velocity: 0.5 + accent + (random() - 0.5) * 0.1,
    }
  })
}

/** From the bottom up in eighths, each note held to the end of the chord. */
function rolled(voicing: readonly number[], { start, length }: ChordSpan): readonly Note[] {
  const wave = [...voicing, ...voicing.slice(1, -1).toReversed()]
  return wave
    .filter((_, index) => index * 0.5 < length)
    .map((pitch, index) => ({
      start: start + index * 0.5,
      length: length - index * 0.5,
      pitch,
      velocity: index === 0 ? 0.62 : 0.5,
    }))
}

function upAndDown(voices: number): readonly number[] {
  const up = Array.from({ length: voices }, (_, index) => index)
  return [...up, ...up.slice(1, -1).toReversed()]
}

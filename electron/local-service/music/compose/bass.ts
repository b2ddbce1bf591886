/**
 * Writes the bass: the roots of the chords in the rhythm of the genre, with ways from one to the next.
 */
import type { Random } from '../../paint/random.ts'
import type { Note } from '../score.ts'
import type { Chord } from '../theory/chord.ts'
import { chordAt, type ChordSpan } from './harmony.ts'
import { nearest, stepFrom } from './melody.ts'

export type BassPattern =
  | 'roots'
  | 'pedal'
  | 'root-fifth'
  | 'walking'
  | 'bossa'
  | 'waltz'
  | 'lazy'
  | 'eighths'
  | 'octaves'
  | 'offbeat'
  | 'funk'

/** Beat, length, and what is played: the root, the fifth, the octave, or a step towards the next chord. */
type Move = readonly [number, number, 'root' | 'fifth' | 'octave' | 'approach']

const eighths = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]
const PATTERNS: Readonly<Record<Exclude<BassPattern, 'walking'>, readonly (readonly Move[])[]>> = {
  roots: [[[0, 3.8, 'root']]],
  pedal: [[[0, 4, 'root']]],
  'root-fifth': [
    [
      [0, 1.8, 'root'],
      [2, 1.8, 'fifth'],
    ],
    [
      [0, 1.8, 'root'],
      [2, 0.9, 'fifth'],
      [3, 0.9, 'approach'],
    ],
  ],
  bossa: [
    [
      [0, 1.4, 'root'],
      [1.5, 0.45, 'fifth'],
      [2, 1.4, 'fifth'],
      [3.5, 0.45, 'root'],
    ],
    [
      [0, 1.4, 'root'],
      [1.5, 0.45, 'fifth'],
      [2, 1.4, 'fifth'],
      [3.5, 0.45, 'approach'],
    ],
  ],
  waltz: [
    [[0, 0.9, 'root']],
    [[0, 0.9, 'root']],
    [[0, 0.9, 'fifth']],
    [
      [0, 0.9, 'root'],
      [2, 0.8, 'approach'],
    ],
  ],
  lazy: [
    [
      [0, 1.3, 'root'],
      [2.5, 0.9, 'root'],
    ],
    [
      [0, 0.9, 'root'],
      [1.5, 0.9, 'fifth'],
      [3.5, 0.4, 'approach'],
    ],
    [
      [0, 1.8, 'root'],
      [2, 0.4, 'octave'],
      [2.5, 1.2, 'root'],
    ],
  ],
  eighths: [eighths.map((at) => [at, 0.42, 'root'] as const)],
  octaves: [eighths.map((at) => [at, 0.42, at % 1 === 0 ? 'root' : 'octave'] as const)],
  offbeat: [[0.5, 1.5, 2.5, 3.5].map((at) => [at, 0.4, 'root'] as const)],
  funk: [
    [
      [0, 0.4, 'root'],
      [0.75, 0.2, 'root'],
      [1.5, 0.3, 'octave'],
      [2.5, 0.4, 'fifth'],
      [3.25, 0.2, 'root'],
      [3.5, 0.4, 'approach'],
    ],
    [
      [0, 0.6, 'root'],
      [1, 0.2, 'octave'],
      [1.75, 0.2, 'root'],
      [2.5, 0.4, 'root'],
      [3, 0.2, 'octave'],
      [3.5, 0.4, 'fifth'],
    ],
  ],
}
/** E1 and D3: the compass of a bass. */
const LOW = 28
const HIGH = 50
const CENTRE = 37

/** The bass under `spans`, none beyond `endBeat`. */
export function writeBass(
  pattern: BassPattern,
  spans: readonly ChordSpan[],
  beatsPerBar: number,
  random: Random,
): readonly Note[] {
  let last = CENTRE
  return spans.flatMap((span, index) => {
    const next = spans[index + 1]
    const root = nearest([span.chord.root], last * 0.4 + CENTRE * 0.6, [LOW, HIGH])
    last = root
    if (pattern === 'walking') return walk(span, root, next, spans, beatsPerBar, random)
    const bars = PATTERNS[pattern]
    const moves = bars[Math.floor(random() * bars.length)] ?? []
    const from = span.start % beatsPerBar
    const covered = from + span.length
    const inside = moves.filter(([at]) => at >= from && at < covered && at < beatsPerBar)
    const all: readonly Move[] =
      inside.some(([at]) => at === from) || pattern === 'offbeat'
        ? inside
        : [[from, Math.min(0.9, span.length), 'root'], ...inside]
    return all.map(([at, length, what]) => ({
      start: span.start - from + at,
      length: Math.min(length, covered - at) * (pattern === 'pedal' && beatsPerBar === 4 ? 1.02 : 1),
      pitch: choose(what, span.chord, root, next?.chord ?? span.chord),
      velocity: (at === 0 ? 0.8 : 0.68) + (random() - 0.5) * 0.08,
    }))
  })
}

function choose(what: Move[2], chord: Chord, root: number, next: Chord): number {
  switch (what) {
    case 'root':
      return root
    case 'octave':
      return root + 12
    case 'fifth':
      return fifthOf(chord, root)
    case 'approach':
      return approach(nearest([next.root], root, [LOW, HIGH]), root, chord.scale)
  }
}

function fifthOf({ tones }: Chord, root: number): number {
  const fifth = tones.find((tone) => [6, 7, 8].includes((tone - root + 120) % 12)) ?? (root + 7) % 12
  return nearest([fifth], root - 2, [LOW, HIGH])
}

/** A scale step away from `goal`, on the side of `from`. */
function approach(goal: number, from: number, scale: readonly number[]): number {
  const step = stepFrom(goal, goal >= from ? -1 : 1, scale)
  return step < LOW ? stepFrom(goal, 1, scale) : step
}

/** A note on each beat: the root, then along scale and chord towards the next root. */
function walk(
  span: ChordSpan,
  root: number,
  next: ChordSpan | undefined,
  spans: readonly ChordSpan[],
  beatsPerBar: number,
  random: Random,
): readonly Note[] {
  const goalChord = next?.chord ?? chordAt(spans, 0)
  const goal = nearest([goalChord.root], root + (random() < 0.5 ? -3 : 3), [LOW, HIGH])
  const notes: Note[] = []
  let pitch = root
  for (let beat = 0; beat < span.length; beat += 1) {
    const left = span.length - beat
    if (beat > 0 && left <= 1) pitch = approach(goal, pitch, span.chord.scale)
    else if (beat > 0) {
      const toward = Math.sign(goal - pitch) || (random() < 0.5 ? -1 : 1)
      const step = stepFrom(pitch, toward * (random() < 0.4 ? 2 : 1), span.chord.scale)
      const reached = beat % 2 === 0 ? nearest(span.chord.tones.slice(0, 4), step, [LOW, HIGH]) : step
      const moved = reached === pitch ? stepFrom(pitch, toward, span.chord.scale) : reached
      pitch = Math.min(HIGH, Math.max(LOW, moved))
    }
    const accent = (span.start + beat) % beatsPerBar === 0 ? 0.08 : 0
    notes.push({
      start: span.start + beat,
      length: 0.92,
      pitch,
      velocity: 0.68 + accent + (random() - 0.5) * 0.08,
    })
  }
  return notes
}

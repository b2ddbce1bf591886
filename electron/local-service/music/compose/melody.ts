/**
 * Writes melodies: short motifs that come back changed, chord tones on strong beats, phrases that breathe and come to rest.
 */
import { between, gaussian, type Random } from '../../paint/random.ts'
import type { Manner } from '../genres/genre.ts'
import type { Note, Section } from '../score.ts'
import type { Chord } from '../theory/chord.ts'
import { chordAt, type ChordSpan } from './harmony.ts'
import { chooseEnding, chooseRhythm, type Rhythm } from './rhythms.ts'

export interface MelodyTerms {
  readonly spans: readonly ChordSpan[]
  readonly beatsPerBar: number
  readonly manner: Manner
  /** MIDI number around which the melody moves. */
  readonly centre: number
}

/** A bar of a motif: its rhythm, and how many scale steps each note lies above the motif's first. */
interface MotifBar {
  readonly rhythm: Rhythm
  readonly steps: readonly number[]
}

/** Half the compass of a melody, in semitones. */
const REACH = 9
/** Which bar of the motif each bar of a four-bar phrase is made of; -1 is an ending. */
const PHRASES = [
  [0, 1, 0, -1],
  [0, 0, 1, -1],
  [0, 1, 2, -1],
] as const

/** The melody of `section`. Sections that share a name and `motifSeed` share their motifs; later ones are varied a little. */
export function writeMelody(
  section: Section,
  { spans, beatsPerBar, manner, centre }: MelodyTerms,
  motifRandom: Random,
  variation: Random,
): readonly Note[] {
  const motif = [0, 1, 2].map(() => makeMotifBar(beatsPerBar, manner, motifRandom))
  const phrase = PHRASES[Math.floor(motifRandom() * PHRASES.length)] ?? PHRASES[0]
  const endings = [chooseEnding(beatsPerBar, motifRandom), chooseEnding(beatsPerBar, motifRandom)]
  const lifts = Array.from({ length: 4 }, () => Math.round(between(motifRandom, -1.4, 2.4)))
  const notes: Note[] = []
  let last = centre
  for (let bar = 0; bar < section.bars; bar += 1) {
    const isLast = bar === section.bars - 1
    const place = isLast ? -1 : (phrase[bar % 4] ?? 0)
    const isEnding = place === -1
    const isFinal = isLast || bar % 8 === 7
    const source = isEnding ? endMotif(endings[isFinal ? 1 : 0] ?? [], variation) : motif[place]
    if (source === undefined) continue
    const start = (section.firstBar + bar) * beatsPerBar
    const arch = Math.sin((Math.PI * (bar + 0.5)) / Math.min(section.bars, 8)) * 3
    const target = centre + arch + (lifts[Math.floor(bar / 4) % lifts.length] ?? 0)
    let anchor: number | null = null
    for (const [index, { at, length }] of source.rhythm.entries()) {
      const beat = start + at
      const chord = chordAt(spans, beat)
      anchor ??= nearest(core(chord), (last + target) / 2, [centre - REACH, centre + REACH])
      const isLastOfPhrase = isEnding && index === source.rhythm.length - 1
      const isStrong = at % 2 === 0 || length >= 1 || isLastOfPhrase
      const wished = stepFrom(anchor, source.steps[index] ?? 0, chord.scale)
      const tones = isLastOfPhrase && isFinal ? restTones(chord) : isStrong ? core(chord) : chord.scale
      const pitch = smooth(nearest(tones, wished, [centre - REACH, centre + REACH]), last, tones, centre)
      const accent = at % beatsPerBar === 0 ? 0.12 : at % 1 === 0 ? 0.04 : -0.05
      const velocity = clamp(0.62 + accent + arch * 0.03 + gaussian(variation) * 0.04, 0.25, 1)
      if (section.repeat > 0 && !isStrong && variation() < 0.16) continue
      notes.push({ start: beat, length: length * (isLastOfPhrase ? 1 : 0.94), pitch, velocity })
      last = pitch
    }
  }
  return section.repeat > 0 ? ornament(notes, spans, variation) : notes
}

function makeMotifBar(beatsPerBar: number, manner: Manner, random: Random): MotifBar {
  const rhythm = chooseRhythm(beatsPerBar, manner, random)
  const steps: number[] = []
  let [step, leapt] = [0, 0]
  for (const [index] of rhythm.entries()) {
    if (index > 0) {
      const move = leapt === 0 ? chooseMove(manner, random) : -Math.sign(leapt)
      leapt = Math.abs(move) >= 3 ? move : 0
      step = clamp(step + move, -4, 5)
    }
    steps.push(step)
  }
  return { rhythm, steps }
}

/** Mostly steps, some thirds, few leaps; a leap is followed by a step back. */
function chooseMove({ leaps }: Manner, random: Random): number {
  const chance = random()
  const direction = random() < 0.5 ? -1 : 1
  if (chance < 0.1) return 0
  if (chance < 0.72 - leaps * 0.3) return direction
  return chance < 0.93 - leaps * 0.15 ? direction * 2 : direction * (random() < 0.5 ? 3 : 4)
}

function endMotif(rhythm: Rhythm, random: Random): MotifBar {
  const falling = random() < 0.7
  return { rhythm, steps: rhythm.map((_, index) => (rhythm.length - 1 - index) * (falling ? 1 : -1)) }
}

/** Now and then a note of a beat or more is reached from its upper neighbour. */
function ornament(notes: readonly Note[], spans: readonly ChordSpan[], random: Random): readonly Note[] {
  return notes.flatMap((note) => {
    if (note.length < 1 || random() > 0.22) return [note]
    const above = stepFrom(note.pitch, 1, chordAt(spans, note.start).scale)
    const first = { ...note, length: 0.24, pitch: above, velocity: note.velocity * 0.8 }
    return [first, { ...note, start: note.start + 0.25, length: note.length - 0.25 }]
  })
}

/** The tones a melody may rest on in passing: the chord without its outer extensions. */
function core({ tones }: Chord): readonly number[] {
  return tones.slice(0, 4)
}

/** Root, third and fifth, for the end of a period. */
function restTones({ tones }: Chord): readonly number[] {
  return tones.slice(0, 3)
}

/** Brings a note within an octave of the one before. */
function smooth(pitch: number, last: number, tones: readonly number[], centre: number): number {
  return Math.abs(pitch - last) <= 9
    ? pitch
    : nearest(tones, (pitch + last) / 2, [centre - REACH, centre + REACH])
}

/** The pitch of one of these classes that is nearest to `wished` and within the bounds. */
export function nearest(
  classes: readonly number[],
  wished: number,
  [low, high]: readonly [number, number],
): number {
  let best = Math.round(wished)
  let distance = Infinity
  for (let pitch = Math.ceil(low); pitch <= high; pitch += 1) {
    const away = Math.abs(pitch - wished)
    if (away < distance && classes.includes(((pitch % 12) + 12) % 12)) [best, distance] = [pitch, away]
  }
  return best
}

/** The pitch `steps` scale steps above (or below) `pitch`, which may lie between two of them. */
export function stepFrom(pitch: number, steps: number, scale: readonly number[]): number {
  const isIn = (each: number): boolean => scale.includes(((each % 12) + 12) % 12)
  let at = Math.round(pitch)
  while (!isIn(at)) at -= 1
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    do at += Math.sign(steps)
    while (!isIn(at))
  }
  return at
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

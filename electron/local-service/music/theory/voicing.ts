/**
 * Chooses the actual notes of chords so that every voice moves as little as it can from one chord to the next.
 */
import type { Chord } from './chord.ts'

export interface Register {
  /** MIDI numbers of the lowest and highest note to use. */
  readonly low: number
  readonly high: number
  /** How many voices. A chord with more tones drops its fifth, then its root, which the bass has; one with fewer doubles its lowest. */
  readonly voices: number
}

/** Below this (E3), intervals of less than a fourth sound muddy. */
const MUDDY_BELOW = 52

/** One voicing for each chord, each in rising MIDI numbers. */
export function voiceChords(chords: readonly Chord[], register: Register): readonly (readonly number[])[] {
  let before: readonly number[] | null = null
  return chords.map((chord) => {
    const from = before
    const candidates = closeVoicings(chooseTones(chord, register.voices), register)
    const middle = (register.low + register.high) / 2
    const cost = (voicing: readonly number[]): number =>
      (from === null ? 0 : movement(from, voicing)) +
      Math.abs(mean(voicing) - middle) * (from === null ? 1 : 0.22) +
      mud(voicing)
    const best = candidates.reduce((least, next) => (cost(next) < cost(least) ? next : least))
    before = best
    return best
  })
}

function chooseTones({ tones, root }: Chord, voices: number): readonly number[] {
  const fifth = (root + 7) % 12
  const droppable = [fifth, root]
  let kept = [...tones]
  for (const tone of droppable) if (kept.length > voices) kept = kept.filter((each) => each !== tone)
  return kept.slice(0, voices)
}

/** Every inversion at every octave that fits, in close position, and each with its second voice from the top dropped. */
function closeVoicings(
  tones: readonly number[],
  { low, high, voices }: Register,
): readonly (readonly number[])[] {
  const found: (readonly number[])[] = []
  for (let bottom = low; bottom <= high - 3; bottom += 1) {
    if (!tones.includes(bottom % 12)) continue
    const notes = [bottom]
    for (const tone of rotate(tones, bottom % 12).slice(1)) {
      const last = notes.at(-1) ?? bottom
      notes.push(last + ((tone - last + 120 - 1) % 12) + 1)
    }
    if (notes.length < voices) notes.push(bottom + 12)
    if ((notes.at(-1) ?? 0) <= high) found.push(notes)
    const second = notes.at(-2)
    if (second === undefined || notes.length < 4 || second - 12 < low) continue
    found.push(notes.with(notes.length - 2, second - 12).toSorted((a, b) => a - b))
  }
  return found.length > 0
    ? found
    : [tones.map((tone) => low + ((tone - low + 120) % 12)).toSorted((a, b) => a - b)]
}

/** The tones in rising order round the octave, beginning with `first`. */
function rotate(tones: readonly number[], first: number): readonly number[] {
  return tones.toSorted((a, b) => ((a - first + 12) % 12) - ((b - first + 12) % 12))
}

function movement(from: readonly number[], to: readonly number[]): number {
  const nearest = (note: number, others: readonly number[]): number =>
    Math.min(...others.map((other) => Math.abs(other - note)))
  const apart = to.reduce((sum, note) => sum + nearest(note, from), 0)
  const top = Math.abs((to.at(-1) ?? 0) - (from.at(-1) ?? 0))
  return apart + top * 0.6
}

/** Small intervals low down, and semitones anywhere, most of all at the top, where the ear takes them for the melody. */
function mud(voicing: readonly number[]): number {
  return voicing.reduce((sum, note, index) => {
    const above = voicing[index + 1]
    if (above === undefined) return sum
    const grind = above - note > 1 ? 0 : index === voicing.length - 2 ? 6 : 3
    return sum + grind + (note < MUDDY_BELOW && above - note < 5 ? 4 : 0)
  }, 0)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

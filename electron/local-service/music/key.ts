/** Keys and scales: what they are called and which notes they hold. */
import data from './keys.json' with { type: 'json' }

/** Of each mode the semitones above the tonic in rising order, and where the major key with the same signature begins. */
const { modes } = data
export type Mode = keyof typeof modes
export const MODES = Object.keys(modes) as [Mode, ...Mode[]]
const MODE_WORDS: Readonly<Record<string, string>> = data.modeWords
const LETTERS: Readonly<Record<string, number>> = data.letters

export interface Key {
  /** The pitch class of the tonic: 0 is C, 1 is C sharp, … 11 is B. */
  readonly tonic: number
  readonly mode: Mode
}

/** Major keys written with flats, by their tonic: F, B flat, E flat, A flat, D flat. */
const FLAT_MAJORS = new Set([5, 10, 3, 8, 1])
const MODE_PATTERN = Object.keys(MODE_WORDS).join('|')
const KEY_PATTERN = new RegExp(`^([a-g])(?:\\s*([#♯b♭])|[- ]?(sharp|flat))?[\\s-]*(${MODE_PATTERN})?$`, 'iu')
const SIGNED = '(?:[#♯♭b]|[- ](?:sharp|flat))?'
/** Not a small "a", which is also a word. */
const SPELLED = `([A-Gb-g]${SIGNED}[\\s-]+(?:major|minor|dorian|mixolydian|lydian|phrygian))`
const AFTER_WORD = `(?:in|key of)\\s+([A-G]${SIGNED}(?:[\\s-]*(?:${MODE_PATTERN}))?)`
const KEY_IN_TEXT = new RegExp(`\\b(?:${AFTER_WORD}|${SPELLED})(?![\\p{L}\\p{N}])`, 'u')

/** The key that `text` names and nothing else ("D minor", "f# dorian", "Bb", "Am"), or null. A bare letter is major. */
export function readKey(text: string): Key | null {
  const [, letter, sign, word, mode] = KEY_PATTERN.exec(text.trim()) ?? []
  if (letter === undefined) return null
  const isSharp = sign === '#' || sign === '♯' || word?.toLowerCase() === 'sharp'
  const isFlat = sign !== undefined ? !isSharp : word?.toLowerCase() === 'flat'
  const tonic = (LETTERS[letter.toLowerCase()] ?? 0) + (isSharp ? 1 : isFlat ? -1 : 0)
  return { tonic: (tonic + 12) % 12, mode: (MODE_WORDS[mode?.toLowerCase() ?? ''] ?? 'major') as Mode }
}

/**
 * The first key named inside running text, or null. A bare letter counts only after "in" or "key of" and only as a capital,
 * since "a" is also a word.
 */
export function findKey(text: string): Key | null {
  const [, afterWord, spelled] = KEY_IN_TEXT.exec(text) ?? []
  const found = afterWord ?? spelled
  return found === undefined ? null : readKey(found)
}

/** "D minor", spelled with the accidentals its signature has. */
export function nameKey({ tonic, mode }: Key): string {
  const flats = FLAT_MAJORS.has((tonic + modes[mode].toMajor) % 12)
  return `${(flats ? data.flatNames : data.sharpNames)[tonic]} ${mode}`
}

/** The pitch classes of the key, tonic first. */
export function pitchClasses({ tonic, mode }: Key): readonly number[] {
  return modes[mode].scale.map((step) => (tonic + step) % 12)
}

/** Semitones above the tonic, in rising order. */
export function scaleOf(mode: Mode): readonly number[] {
  return modes[mode].scale
}

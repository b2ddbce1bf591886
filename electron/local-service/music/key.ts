/**
 * Keys and scales: what they are called and which notes they hold.
 */

export const MODES = ['major', 'minor', 'dorian', 'mixolydian', 'lydian', 'phrygian'] as const
export type Mode = (typeof MODES)[number]

export interface Key {
  /** The pitch class of the tonic: 0 is C, 1 is C sharp, … 11 is B. */
  readonly tonic: number
  readonly mode: Mode
}

/** Semitones above the tonic, in rising order. */
export const SCALES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
}

/** How many semitones above its own tonic the major key with the same signature begins. */
const TO_MAJOR: Readonly<Record<Mode, number>> = {
  major: 0,
  minor: 3,
  dorian: 10,
  mixolydian: 5,
  lydian: 7,
  phrygian: 8,
}
const LETTERS: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }
const SHARP_NAMES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const FLAT_NAMES = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B']
/** Major keys written with flats, by their tonic: F, B flat, E flat, A flat, D flat. */
const FLAT_MAJORS = new Set([5, 10, 3, 8, 1])
const MODE_WORDS: Readonly<Record<string, Mode>> = {
  major: 'major',
  maj: 'major',
  ionian: 'major',
  dur: 'major',
  minor: 'minor',
  min: 'minor',
  m: 'minor',
  aeolian: 'minor',
  moll: 'minor',
  dorian: 'dorian',
  mixolydian: 'mixolydian',
  lydian: 'lydian',
  phrygian: 'phrygian',
}
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
  return { tonic: (tonic + 12) % 12, mode: MODE_WORDS[mode?.toLowerCase() ?? 'major'] ?? 'major' }
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
  const flats = FLAT_MAJORS.has((tonic + TO_MAJOR[mode]) % 12)
  return `${(flats ? FLAT_NAMES : SHARP_NAMES)[tonic]} ${mode}`
}

/** The pitch classes of the key, tonic first. */
export function pitchClasses({ tonic, mode }: Key): readonly number[] {
  return SCALES[mode].map((step) => (tonic + step) % 12)
}

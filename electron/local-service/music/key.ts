/** Keys and scales: what they are called and which notes they hold. */
import data from './keys.json' with { type: 'json' }

/** Of each mode the semitones above the tonic in rising order, and where the major key with the same signature begins. */
const { modes } = data
export type Mode = keyof typeof modes
const MODE_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(data.modeWords))
const LETTERS = ['c', '', 'd', '', 'e', 'f', '', 'g', '', 'a', '', 'b']
/** Major keys written with flats, by their tonic: F, B flat, E flat, A flat, D flat. */
const FLAT_MAJORS = new Set([5, 10, 3, 8, 1])

export interface Key {
  /** The pitch class of the tonic: 0 is C, 1 is C sharp, … 11 is B. */
  readonly tonic: number
  readonly mode: Mode
}

const MODE_PATTERN = [...MODE_WORDS.keys()].join('|')
const KEY_PATTERN = new RegExp(`^([a-g])(?:\\s*([#♯b♭])|[- ]?(sharp|flat))?[\\s-]*(${MODE_PATTERN})?$`, 'iu')
const SIGNED = '[A-G](?:[#♯♭b]|[- ](?:sharp|flat))?'
/** A bare letter counts only after "in" or "key of" and only as a capital, since "a" is also a word. */
const KEY_IN_TEXT = new RegExp(
  `\\b(?:(?:in|key of)\\s+(${SIGNED}(?:[\\s-]*(?:${MODE_PATTERN}))?)|(${SIGNED}[\\s-]+(?:${Object.keys(modes).join('|')})))(?![\\p{L}\\p{N}])`,
  'u',
)

/** The key that `text` names and nothing else ("D minor", "f# dorian", "Bb", "Am"), or null. A bare letter is major. */
export function readKey(text: string): Key | null {
  const [, letter, sign, word, mode = ''] = KEY_PATTERN.exec(text.trim().toLowerCase()) ?? []
  if (letter === undefined) return null
  const accidental = sign ?? word
  const shift = accidental === undefined ? 0 : ['#', '♯', 'sharp'].includes(accidental) ? 1 : -1
  const tonic = (LETTERS.indexOf(letter) + shift + 12) % 12
  return { tonic, mode: (MODE_WORDS.get(mode) ?? 'major') as Mode }
}

/** The first key named inside running text, or null. */
export function findKey(text: string): Key | null {
  const [, afterWord, spelled] = KEY_IN_TEXT.exec(text) ?? []
  return readKey(afterWord ?? spelled ?? '')
}

/** "D minor", spelled with the accidentals its signature has. */
export function nameKey({ tonic, mode }: Key): string {
  const isFlat = FLAT_MAJORS.has((tonic + modes[mode].toMajor) % 12)
  return `${(isFlat ? data.flatNames : data.sharpNames)[tonic]} ${mode}`
}

/** The MIDI note that lies `steps` scale steps above the first tonic at or above `floor`. */
export function pitchAt({ tonic, mode }: Key, steps: number, floor: number): number {
  const first = floor + ((((tonic - floor) % 12) + 12) % 12)
  return first + Math.floor(steps / 7) * 12 + (modes[mode].scale[((steps % 7) + 7) % 7] ?? 0)
}

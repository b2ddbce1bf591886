/**
 * Chords, written as Roman numerals relative to the major scale ("ii7", "bVI", "V7"), and the notes they hold.
 *
 * A numeral without a figure is a triad that may be enriched with tones of the key; one with a figure is taken as written.
 */
import { SCALES, type Key } from './key.ts'

export interface Chord {
  /** The root's pitch class. */
  readonly root: number
  /** Pitch classes in thirds from the root, root first. */
  readonly tones: readonly number[]
  /** The key's pitch classes, with those that the chord alters replaced: what a melody over it is made of. */
  readonly scale: readonly number[]
}

/** How rich chords are: three, four or five different tones. */
export type Richness = 'triad' | 'seventh' | 'ninth'

const DEGREES = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII']
const NUMERAL = /^(b|#)?(VII|VI|IV|V|III|II|I|vii|vi|iv|v|iii|ii|i)(.*)$/u
/** Semitones above the root. */
const FIGURES: Readonly<Record<string, readonly number[]>> = {
  '5': [0, 7],
  '6': [0, 4, 7, 9],
  '7': [0, 4, 7, 10],
  '9': [0, 4, 7, 10, 14],
  '13': [0, 4, 10, 14, 21],
  b9: [0, 4, 7, 10, 13],
  maj7: [0, 4, 7, 11],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  m7b5: [0, 3, 6, 10],
  dim: [0, 3, 6],
}
const MINOR_FIGURES: Readonly<Record<string, readonly number[]>> = {
  ...FIGURES,
  '6': [0, 3, 7, 9],
  '7': [0, 3, 7, 10],
  '9': [0, 3, 7, 10, 14],
}

/** The chord that `numeral` means in `key`. Throws for a numeral that cannot be read: they are written in this code. */
export function readChord(numeral: string, key: Key, richness: Richness): Chord {
  const [, sign, degree = '', figure = ''] = NUMERAL.exec(numeral) ?? []
  const place = DEGREES.indexOf(degree.toUpperCase())
  if (place === -1) throw new Error(`"${numeral}" is not a chord.`)
  const isMinor = degree === degree.toLowerCase()
  const above = (SCALES.major[place] ?? 0) + (sign === 'b' ? -1 : sign === '#' ? 1 : 0)
  const written = (isMinor ? MINOR_FIGURES : FIGURES)[figure]
  if (figure !== '' && written === undefined) throw new Error(`"${numeral}" has a figure that is not known.`)
  const intervals = written ?? enrich([0, isMinor ? 3 : 4, 7], above, key, richness)
  const root = (key.tonic + above + 12) % 12
  const tones = intervals.map((interval) => (root + interval) % 12)
  return { root, tones, scale: bendScale(key, tones) }
}

/** Adds the seventh and ninth that the key has above this root; a ninth of one semitone is left out, since it grinds. */
function enrich(
  triad: readonly number[],
  above: number,
  { mode }: Key,
  richness: Richness,
): readonly number[] {
  const scale = SCALES[mode]
  const place = scale.indexOf((above + 12) % 12)
  if (richness === 'triad' || place === -1) return triad
  const over = (steps: number): number => {
    const at = place + steps
    return (scale[at % 7] ?? 0) + 12 * Math.floor(at / 7) - above
  }
  const seventh = [...triad, over(6)]
  return richness === 'seventh' || over(8) === 13 ? seventh : [...seventh, over(8)]
}

/** Each tone outside the key takes the place of a neighbour: the one whose loss leaves the smaller gap, and never the tonic. */
function bendScale(key: Key, tones: readonly number[]): readonly number[] {
  let scale: readonly number[] = SCALES[key.mode].map((step) => (key.tonic + step) % 12)
  for (const tone of tones) {
    if (scale.includes(tone)) continue
    const bent = [(tone + 11) % 12, (tone + 1) % 12]
      .filter((near) => scale.includes(near) && near !== key.tonic && !tones.includes(near))
      .map((near) => scale.with(scale.indexOf(near), tone))
    const [first = scale, second = first] = bent
    scale = widestGap(second) < widestGap(first) ? second : first
  }
  return scale
}

function widestGap(scale: readonly number[]): number {
  const rising = scale.toSorted((a, b) => a - b)
  return Math.max(...rising.map((step, index) => (rising[index + 1] ?? (rising[0] ?? 0) + 12) - step))
}

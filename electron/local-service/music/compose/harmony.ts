/**
 * Lays progressions under the sections: which chord sounds when.
 */
import { pick, type Random } from '../../paint/random.ts'
import type { Genre, Harmony } from '../genres/genre.ts'
import type { Section, SectionName } from '../score.ts'
import { readChord, type Chord } from '../theory/chord.ts'
import type { Key, Mode } from '../theory/key.ts'

export interface ChordSpan {
  /** In beats from the start of the piece. */
  readonly start: number
  readonly length: number
  readonly chord: Chord
  readonly section: Section
}

/** For modes that a genre has no progressions of its own for. */
const COMMON: Readonly<Record<Mode, Harmony>> = {
  major: { verse: ['I | V | vi | IV', 'I | vi | IV | V'], bridge: ['IV | V | iii | vi', 'vi | IV | ii | V'] },
  minor: {
    verse: ['i | bVI | bIII | bVII', 'i | iv | bVI | v'],
    bridge: ['bVI | bVII | i | iv', 'iv | bVII | bIII | v'],
  },
  dorian: {
    verse: ['i | IV | i | bVII', 'i | bIII | IV | i'],
    bridge: ['bIII | IV | v | i', 'bVII | IV | i | i'],
  },
  mixolydian: {
    verse: ['I | bVII | IV | I', 'I | v | bVII | IV'],
    bridge: ['IV | bVII | I | I', 'ii | IV | bVII | I'],
  },
  lydian: {
    verse: ['I | II | I | vii', 'I | II | vi | V'],
    bridge: ['iii | II | vi | I', 'V | II | iii | I'],
  },
  phrygian: {
    verse: ['i | bII | i | bvii', 'i | bVI | bII | i'],
    bridge: ['bIII | bII | i | i', 'iv | bIII | bII | i'],
  },
}

/** The chords of the whole piece in order; sections of one name have the same. */
export function layHarmony(
  genre: Genre,
  key: Key,
  sections: readonly Section[],
  beatsPerBar: number,
  random: Random,
): readonly ChordSpan[] {
  const bank = genre.harmony[key.mode] ?? COMMON[key.mode]
  const verse = pick(random, bank.verse)
  const bridge = pick(random, bank.bridge)
  const others = bank.bridge.filter((each) => each !== bridge)
  const [other = bridge] = others
  const progressions: Readonly<Record<SectionName, string>> = {
    intro: verse,
    A: verse,
    B: bridge,
    C: other,
    outro: verse,
  }
  return sections.flatMap((section) => {
    const bars = progressions[section.name].split('|').map((bar) => bar.trim().split(/\s+/u))
    return Array.from({ length: section.bars }, (_, bar) => {
      const numerals = bars[bar % bars.length] ?? []
      const length = beatsPerBar / numerals.length
      const start = (section.firstBar + bar) * beatsPerBar
      return numerals.map((numeral, index) => ({
        start: start + index * length,
        length,
        chord: readChord(numeral, key, genre.richness),
        section,
      }))
    }).flat()
  })
}

/** The chord that sounds at `beat`. */
export function chordAt(spans: readonly ChordSpan[], beat: number): Chord {
  const found = spans.findLast(({ start }) => start <= beat + 1e-6) ?? spans[0]
  if (found === undefined) throw new Error('A piece has at least one chord.')
  return found.chord
}

import { describe, expect, it } from 'vitest'
import type { ChordSpan } from '#local-service/music/compose/harmony.ts'
import { nearest, stepFrom, writeMelody } from '#local-service/music/compose/melody.ts'
import type { Note, Section } from '#local-service/music/score.ts'
import { readChord } from '#local-service/music/theory/chord.ts'
import { createRandom } from '#local-service/paint/random.ts'

const C_MAJOR = { tonic: 0, mode: 'major' } as const
const SECTION: Section = { name: 'A', firstBar: 0, bars: 8, energy: 0.8, repeat: 0 }
const SPANS: readonly ChordSpan[] = ['I', 'vi', 'ii', 'V', 'I', 'IV', 'V', 'I'].map((numeral, bar) => ({
  start: bar * 4,
  length: 4,
  chord: readChord(numeral, C_MAJOR, 'triad'),
  section: SECTION,
}))
const MANNER = { density: 0.5, syncopation: 0.3, leaps: 0.3 }

function write(seed: number, section = SECTION): readonly Note[] {
  const terms = { spans: SPANS, beatsPerBar: 4, manner: MANNER, centre: 72 }
  return writeMelody(section, terms, createRandom('motif', seed), createRandom('variation', seed))
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const tonesAt = (beat: number): readonly number[] => SPANS[Math.floor(beat / 4)]?.chord.tones ?? []

describe('a melody', () => {
  it('has tones of the chord on strong beats and on long notes, and of the scale elsewhere', () => {
    for (const { start, length, pitch } of SEEDS.flatMap((seed) => write(seed))) {
      const isStrong = start % 2 === 0 || length >= 1
      expect(isStrong ? tonesAt(start) : [0, 2, 4, 5, 7, 9, 11]).toContain(pitch % 12)
    }
  })

  it('comes to rest on a tone of the last chord, and breathes before the phrase begins again', () => {
    for (const seed of SEEDS) {
      const notes = write(seed)
      const last = notes.at(-1)
      expect([0, 4, 7]).toContain((last?.pitch ?? 1) % 12)
      expect((last?.start ?? 0) + (last?.length ?? 9)).toBeLessThanOrEqual(31.6)
      const fourthBar = notes.filter(({ start }) => start >= 12 && start < 16)
      expect(Math.max(...fourthBar.map(({ start, length }) => start + length))).toBeLessThanOrEqual(15.6)
    }
  })

  it('says its motif again in the second phrase', () => {
    for (const seed of SEEDS) {
      const rhythm = (bar: number): readonly number[] =>
        write(seed)
          .filter(({ start }) => Math.floor(start / 4) === bar)
          .map(({ start }) => start % 4)
      expect([rhythm(4), rhythm(5)]).toEqual([rhythm(0), rhythm(1)])
    }
  })

  it('stays within an octave and a half, and varies when it comes back', () => {
    for (const seed of SEEDS) {
      const pitches = write(seed).map(({ pitch }) => pitch)
      expect(Math.max(...pitches) - Math.min(...pitches)).toBeLessThanOrEqual(18)
      expect(write(seed, { ...SECTION, repeat: 1 })).not.toEqual(write(seed))
    }
  })
})

describe('steps', () => {
  it('go along the scale and back', () => {
    const scale = [0, 2, 4, 5, 7, 9, 11]
    expect([
      stepFrom(60, 1, scale),
      stepFrom(60, 7, scale),
      stepFrom(60, -1, scale),
      stepFrom(61, 1, scale),
    ]).toEqual([62, 72, 59, 62])
  })

  it('find the nearest of some notes within bounds', () => {
    expect([nearest([0], 65, [55, 80]), nearest([0], 67, [55, 80]), nearest([11], 90, [55, 75])]).toEqual([
      60, 72, 71,
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { GENRES } from '#local-service/music/genres/genres.ts'
import { readChord } from '#local-service/music/theory/chord.ts'
import { pitchClasses, type Mode } from '#local-service/music/theory/key.ts'
import { voiceChords } from '#local-service/music/theory/voicing.ts'

const C_MAJOR = { tonic: 0, mode: 'major' } as const
const A_MINOR = { tonic: 9, mode: 'minor' } as const

describe('a numeral', () => {
  it.each([
    ['ii', 'triad', [2, 5, 9]],
    ['V', 'seventh', [7, 11, 2, 5]],
    ['I', 'ninth', [0, 4, 7, 11, 2]],
    ['V7', 'triad', [7, 11, 2, 5]],
    ['bVII', 'triad', [10, 2, 5]],
    // The ninth above the third degree would grind against its root.
    ['iii', 'ninth', [4, 7, 11, 2]],
  ] as const)('%s as a %s in C major holds %j', (numeral, richness, tones) => {
    expect(readChord(numeral, C_MAJOR, richness).tones).toEqual(tones)
  })

  it('bends the scale of a melody over it to its own tones', () => {
    expect(readChord('V7', A_MINOR, 'triad').scale).toContain(8)
    expect(readChord('V7', A_MINOR, 'triad').scale).not.toContain(7)
    // The tonic stays, whatever leans on it.
    expect(readChord('bII', C_MAJOR, 'triad').scale).toEqual(expect.arrayContaining([0, 1, 8]))
  })

  it('of every genre can be read in every mode it is written for', () => {
    for (const genre of Object.values(GENRES)) {
      for (const [mode, { verse, bridge }] of Object.entries(genre.harmony)) {
        const key = { tonic: 0, mode: mode as Mode }
        const numerals = [...verse, ...bridge].flatMap((line) => line.split(/[\s|]+/u))
        const chords = numerals.map((numeral) => readChord(numeral, key, genre.richness))
        const inKey = chords.flatMap(({ tones }) => tones).filter((tone) => pitchClasses(key).includes(tone))
        const share = inKey.length / chords.flatMap(({ tones }) => tones).length
        expect(share, `${genre.name} ${mode}`).toBeGreaterThan(0.85)
      }
    }
  })
})

describe('voices', () => {
  const chords = ['I', 'vi', 'ii', 'V', 'iii', 'IV', 'V7', 'I'].map((each) =>
    readChord(each, C_MAJOR, 'seventh'),
  )

  it('stay in their register and hold the chord', () => {
    for (const [index, voicing] of voiceChords(chords, { low: 50, high: 74, voices: 4 }).entries()) {
      expect(Math.min(...voicing)).toBeGreaterThanOrEqual(50)
      expect(Math.max(...voicing)).toBeLessThanOrEqual(74)
      expect(new Set(voicing.map((pitch) => pitch % 12))).toEqual(new Set(chords[index]?.tones))
    }
  })

  it('move little from chord to chord', () => {
    const voicings = voiceChords(chords, { low: 50, high: 74, voices: 4 })
    const moves = voicings.slice(1).map((voicing, index) => {
      const before = voicings[index] ?? []
      return voicing.reduce((sum, pitch, voice) => sum + Math.abs(pitch - (before[voice] ?? pitch)), 0) / 4
    })
    expect(Math.max(...moves)).toBeLessThanOrEqual(4.5)
    expect(moves.reduce((sum, each) => sum + each, 0) / moves.length).toBeLessThan(3)
  })

  it('double the lowest tone of a triad', () => {
    const [voicing = []] = voiceChords([readChord('I', C_MAJOR, 'triad')], { low: 50, high: 74, voices: 4 })
    expect(voicing).toHaveLength(4)
    expect((voicing[3] ?? 0) - (voicing[0] ?? 0)).toBe(12)
  })
})

import { describe, expect, it } from 'vitest'
import { composeScore, soundingParts } from '#local-service/music/compose/compose.ts'
import { GENRE_NAMES } from '#local-service/music/genres/genre.ts'
import { MUSIC_MODELS, type MusicJob } from '#local-service/music/music-job.ts'
import { planPiece } from '#local-service/music/plan-piece.ts'
import type { Note, Score } from '#local-service/music/score.ts'
import { nameKey, pitchClasses } from '#local-service/music/theory/key.ts'
import { createRandom } from '#local-service/paint/random.ts'
import { musicJob } from '../render.ts'

function compose(over: Partial<MusicJob> = {}): Score {
  const job = musicJob({ duration: 60, ...over })
  const plan = planPiece(job, createRandom('test', job.seed))
  return composeScore(plan, job.duration, job.seed)
}

const notesOf = (score: Score, role: string): readonly Note[] =>
  score.parts.find((part) => part.role === role)?.notes ?? []

describe.each(GENRE_NAMES)('%s', (genre) => {
  it('has sections without a gap, a last chord in its key, and ends with the piece', () => {
    for (const [seed, duration] of [
      [1, 5],
      [2, 23.5],
      [3, 60],
      [4, 300],
    ] as const) {
      const score = compose({ prompt: genre, seed, duration })
      let bar = 0
      for (const { firstBar, bars } of score.sections) {
        expect(firstBar).toBe(bar)
        bar += bars
      }
      const lastChord = bar * score.beatsPerBar
      const seconds = (lastChord * 60) / score.bpm
      expect(seconds).toBeLessThan(duration)
      expect(duration - seconds).toBeLessThan(duration * 0.35 + 2)
      const closing = score.parts.flatMap(({ notes }) => notes).filter(({ start }) => start >= lastChord)
      expect(closing.length).toBeGreaterThan(2)
      const home = pitchClasses(score.key)
      expect(closing.every(({ pitch }) => home.includes(pitch % 12))).toBe(true)
    }
  })

  it('keeps to its key nearly always, and to the compass of its instruments', () => {
    for (const seed of [1, 2, 3]) {
      const score = compose({ prompt: genre, seed })
      const notes = score.parts.flatMap((part) => part.notes)
      const home = pitchClasses(score.key)
      expect(notes.filter(({ pitch }) => home.includes(pitch % 12)).length / notes.length).toBeGreaterThan(
        0.8,
      )
      expect(
        notes.every(
          ({ pitch, length, velocity }) =>
            pitch >= 26 && pitch <= 103 && length > 0 && velocity > 0 && velocity <= 1,
        ),
      ).toBe(true)
    }
  })

  it('brings the melody of the first verse back in the last', () => {
    const score = compose({ prompt: genre, seed: 5, duration: 90 })
    const verses = score.sections.filter(({ name }) => name === 'A')
    const [first, last] = [verses[0], verses.at(-1)]
    if (first === undefined || last === undefined || first === last) throw new Error('There are two verses.')
    const tune = (section: typeof first): readonly string[] =>
      notesOf(score, 'lead')
        .filter(({ start }) => {
          const bar = start / score.beatsPerBar
          return bar >= section.firstBar && bar < section.firstBar + section.bars
        })
        .map(({ start, pitch }) => `${start - section.firstBar * score.beatsPerBar} ${pitch}`)
    const [theme, reprise] = [tune(first), tune(last)]
    const kept = theme.filter((note) => reprise.includes(note)).length / theme.length
    expect(theme.length).toBeGreaterThan(2)
    expect(kept).toBeGreaterThan(0.4)
  })
})

describe('a melody', () => {
  it('stands on tones of the chord where the bar begins, and moves mostly by step', () => {
    const score = compose({ prompt: 'folk waltz lo-fi', seed: 8, duration: 120 })
    const melody = notesOf(score, 'lead').slice(0, -1)
    const chords = notesOf(score, 'chords')
    // Shorter notes are ornaments.
    const onBeat = melody.filter(({ start, length }) => start % score.beatsPerBar === 0 && length > 0.3)
    const sounding = (beat: number): readonly number[] => [
      ...chords
        .filter(({ start, length }) => start <= beat + score.beatsPerBar - 0.5 && start + length > beat)
        .map(({ pitch }) => pitch % 12),
      ...notesOf(score, 'bass')
        .filter(({ start }) => Math.floor(start / score.beatsPerBar) === Math.floor(beat / score.beatsPerBar))
        .map(({ pitch }) => pitch % 12),
    ]
    const fitting = onBeat.filter(({ start, pitch }) => sounding(start).includes(pitch % 12))
    expect(onBeat.length).toBeGreaterThan(5)
    expect(fitting.length / onBeat.length).toBeGreaterThan(0.9)
    const leaps = melody.slice(1).map(({ pitch }, index) => Math.abs(pitch - (melody[index]?.pitch ?? pitch)))
    expect(leaps.filter((leap) => leap <= 4).length / leaps.length).toBeGreaterThan(0.7)
    expect(Math.max(...leaps)).toBeLessThanOrEqual(16)
  })
})

describe('the words and options', () => {
  it.each(MUSIC_MODELS)('%s plays with five instruments or more', (model) => {
    for (const seed of [1, 2, 3, 4]) {
      const score = compose({ model, prompt: 'something for the evening', seed })
      const players = soundingParts(score).length + (score.drums.length > 0 ? 1 : 0)
      expect(players).toBeGreaterThanOrEqual(5)
    }
  })

  it('decide tempo and key', () => {
    const spoken = compose({ prompt: 'lo-fi in D minor at 83 bpm' })
    expect([spoken.bpm, nameKey(spoken.key)]).toEqual([83, 'D minor'])
    const optional = compose({ prompt: 'lo-fi in D minor at 83 bpm', tempo: 97.5, key: 'Bb lydian' })
    expect([optional.bpm, nameKey(optional.key)]).toEqual([97.5, 'Bb lydian'])
  })

  it('decide the pace and the mode', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(compose({ prompt: 'fast folk', seed }).bpm).toBeGreaterThan(
        compose({ prompt: 'slow folk', seed }).bpm,
      )
      expect(['major', 'lydian', 'mixolydian']).toContain(compose({ prompt: 'happy folk', seed }).key.mode)
      expect(['minor', 'dorian', 'phrygian']).toContain(compose({ prompt: 'sad folk', seed }).key.mode)
    }
  })

  it('decide who plays', () => {
    const named = compose({ prompt: 'bossa with clarinet, harp and strings, no drums' })
    expect(named.drums).toEqual([])
    expect(named.parts.map(({ instrument }) => instrument)).toEqual(
      expect.arrayContaining(['clarinet', 'harp', 'strings']),
    )
    expect(compose({ prompt: 'jazz without bass' }).parts.map(({ role }) => role)).not.toContain('bass')
    expect(new Set(compose({ prompt: 'solo piano' }).parts.map(({ instrument }) => instrument))).toEqual(
      new Set(['piano']),
    )
    const chips = compose({ model: 'chip-tune', prompt: 'a waltz' })
    expect(chips.parts.every(({ instrument }) => /pulse|triangle/u.test(instrument))).toBe(true)
    expect(notesOf(compose({ instrumental: false }), 'lead').length).toBeGreaterThan(0)
    expect(compose({ instrumental: false }).parts.find(({ role }) => role === 'lead')?.instrument).toBe(
      'voice',
    )
  })

  it('always leave someone to play', () => {
    const score = compose({ prompt: 'no drums, no bass, no melody, no chords, no pads' })
    expect(soundingParts(score).length).toBeGreaterThan(0)
  })

  it('make another piece with another seed, and the same with the same', () => {
    expect(compose({ seed: 4 })).toEqual(compose({ seed: 4 }))
    expect(compose({ seed: 4 })).not.toEqual(compose({ seed: 5 }))
  })
})

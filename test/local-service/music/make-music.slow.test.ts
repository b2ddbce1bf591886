/**
 * Music as it is composed, played and written.
 *
 * @slow Sample service: loudness, key, length and bytes of the music of every model.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FilePathSource, Input, ALL_FORMATS } from 'mediabunny'
import { compose } from '#local-service/music/compose.ts'
import { findKey, nameKey, readKey } from '#local-service/music/key.ts'
import { makeMusic, play } from '#local-service/music/make-music.ts'
import { master, SAMPLE_RATE, type Stereo } from '#local-service/music/stereo.ts'
import { MUSIC_MODELS } from '#local-service/music/ensembles.ts'
import type { MusicJob } from '#local-service/music/ensembles.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const JOB: MusicJob = {
  model: 'small-ensemble',
  prompt: 'a happy morning',
  seed: 4,
  duration: 16,
  tempo: null,
  key: null,
  instrumental: true,
  format: 'mp3',
}

function render(job: MusicJob): Stereo {
  const mix = play(compose(job), job.duration, () => undefined)
  master(mix)
  return mix
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
const peak = (samples: Float32Array): number =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

describe.each(MUSIC_MODELS)('%s', (model) => {
  it('plays at an even loudness, without clipping, on both sides, and ends in silence', () => {
    const { left, right } = render({ ...JOB, model })
    for (const side of [left, right]) {
      expect(side).toHaveLength(JOB.duration * SAMPLE_RATE)
      expect(rms(side)).toBeGreaterThan(0.06)
      expect(rms(side)).toBeLessThan(0.25)
      expect(peak(side)).toBeLessThanOrEqual(0.9)
      expect(peak(side.subarray(-20))).toBeLessThan(0.001)
      expect(Math.abs(side.reduce((sum, value) => sum + value, 0) / side.length)).toBeLessThan(0.03)
    }
    expect(left).not.toEqual(right)
  })

  it('keeps to its key, and to its length', () => {
    const { notes, strokes, key } = compose({ ...JOB, model, key: 'D minor', duration: 40 })
    expect(key).toBe('D minor')
    const allowed = [2, 4, 5, 7, 9, 10, 0]
    expect(notes.length).toBeGreaterThan(60)
    expect(notes.filter(({ pitch }) => !allowed.includes(pitch % 12))).toEqual([])
    expect([...notes, ...strokes].every(({ at }) => at >= 0 && at < 45)).toBe(true)
  })
})

describe('a piece', () => {
  it('is the same for the same job, and another for another seed or prompt', () => {
    const text = (over: Partial<MusicJob>): string => JSON.stringify(compose({ ...JOB, ...over }))
    expect(text({})).toBe(text({}))
    expect(text({ seed: 5 })).not.toBe(text({}))
    expect(text({ prompt: 'a happy evening' })).not.toBe(text({}))
  })

  it('follows tempo, key, mood, beats and players that the prompt names', () => {
    const score = compose({ ...JOB, prompt: 'a dark waltz in F# minor at 90 bpm with flute, no drums' })
    expect(score).toMatchObject({ bpm: 90, key: 'F# minor', mood: 'dark', strokes: [] })
    expect(new Set(score.notes.map(({ instrument }) => instrument)).has('flute')).toBe(true)
    const sung = compose({ ...JOB, instrumental: false })
    expect(sung.notes.some(({ instrument }) => instrument === 'voice')).toBe(true)
    const bare = compose({ ...JOB, prompt: 'piano without bass or drums or chords' })
    expect(new Set(bare.notes.map(({ instrument }) => instrument))).toEqual(new Set(['piano']))
  })

  it.each(['mp3', 'wav'] as const)(
    'is exactly as long as it was asked for, as %s, with its labels',
    async (format) => {
      const path = join(await makeTempDir(), `piece.${format}`)
      const facts = await makeMusic({ music: { ...JOB, duration: 5, format }, path }, () => undefined)
      using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
      expect(await input.computeDuration()).toBeCloseTo(5, format === 'wav' ? 3 : 1)
      expect(await input.getMetadataTags()).toMatchObject({ title: facts.title, artist: 'Sample studio' })
      expect(facts.tags).toContain('happy')
    },
  )

  it('is the same file to the byte', async () => {
    const folder = await makeTempDir()
    const files = []
    for (const name of ['one.mp3', 'two.mp3']) {
      await makeMusic({ music: { ...JOB, duration: 5 }, path: join(folder, name) }, () => undefined)
      files.push(await readFile(join(folder, name)))
    }
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(true)
  })
})

describe('keys', () => {
  it.each([
    ['D minor', 'D minor'],
    ['f# dorian', 'F# dorian'],
    ['Bb', 'Bb major'],
    ['Am', 'A minor'],
    ['H major', null],
  ])('%j is read as %j', (text, name) => {
    const key = readKey(text)
    expect(key === null ? null : nameKey(key)).toBe(name)
  })

  it('are found in running text, where "a" is only a word', () => {
    expect(findKey('a song in E minor')).toEqual({ tonic: 4, mode: 'minor' })
    expect(findKey('a calm song')).toBeNull()
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { measureLoudness } from '#local-service/music/master/loudness.ts'
import { truePeak } from '#local-service/music/master/true-peak.ts'
import { MUSIC_MODELS } from '#local-service/music/music-job.ts'
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'
import { pitchClasses, readKey } from '#local-service/music/theory/key.ts'
import {
  centroid,
  chroma,
  correlation,
  meanOf,
  onsets,
  peakOf,
  recurrence,
  sharpestBend,
} from './analysis.ts'
import { makeFile, musicJob, render, type Rendered } from './render.ts'

const middleOf = ({ left, right }: Rendered): Float32Array =>
  left.map((sample, at) => (sample + (right[at] ?? 0)) / 2)

describe.each([
  ['small-ensemble', 'lo-fi'],
  ['small-ensemble', 'waltz'],
  ['small-ensemble', 'ambient'],
  ['night-drive', 'techno'],
  ['chip-tune', 'happy'],
  ['concert-hall', 'epic'],
] as const)('%s, %s', (model, prompt) => {
  let piece: Rendered
  beforeAll(async () => {
    piece = await render({ model, prompt, duration: 8.5, seed: 21 })
  })

  it('is exactly as long as asked, at the loudness of streaming services, without a peak above -1 dBTP', () => {
    expect(piece.left).toHaveLength(8.5 * SAMPLE_RATE)
    expect(Math.abs(measureLoudness(piece) + 14)).toBeLessThan(0.5)
    expect(20 * Math.log10(truePeak([piece.left, piece.right]))).toBeLessThan(-1)
  })

  it('begins and ends in silence, sounds at once, and has no offset', () => {
    for (const side of [piece.left, piece.right]) {
      expect(side[0]).toBe(0)
      expect(peakOf(side.subarray(-20))).toBeLessThan(0.001)
      expect(peakOf(side.subarray(0, SAMPLE_RATE / 2))).toBeGreaterThan(0.01)
      expect(Math.abs(meanOf(side))).toBeLessThan(0.001)
    }
  })

  it('sounds from both sides, which belong together', () => {
    const together = correlation(piece.left, piece.right)
    expect(together).toBeGreaterThan(0.2)
    expect(together).toBeLessThan(0.995)
  })

  it('has a full spectrum: neither rumble nor hiss alone', () => {
    const middle = centroid(middleOf(piece))
    expect(middle).toBeGreaterThan(500)
    expect(middle).toBeLessThan(6500)
  })
})

describe('the sound', () => {
  it('of music without drums has no click, and the test would hear one', async () => {
    for (const prompt of ['calm ambient', 'strings and flute, folk, no drums']) {
      const { left } = await render({ prompt, duration: 8, seed: 4 })
      expect(sharpestBend(left)).toBeLessThan(20)
      const cut = left.slice()
      const second = left.subarray(SAMPLE_RATE * 4, SAMPLE_RATE * 5)
      cut.fill(0, SAMPLE_RATE * 4 + second.indexOf(Math.max(...second)))
      expect(sharpestBend(cut)).toBeGreaterThan(40)
    }
  })

  it('is duller for lo-fi than for a chip tune', async () => {
    const [dull, bright] = [
      await render({ prompt: 'lo-fi', duration: 8 }),
      await render({ model: 'chip-tune', prompt: 'fast', duration: 8 }),
    ]
    expect(centroid(middleOf(bright))).toBeGreaterThan(1.3 * centroid(middleOf(dull)))
  })

  it.each(['D minor', 'F# major', 'Bb major'])(
    'of a piece in %s is strongest on the notes of that key',
    async (name) => {
      const key = readKey(name)
      if (key === null) throw new Error('It is a key.')
      const piece = await render({ prompt: 'folk, no drums', key: name, duration: 10, seed: 2 })
      expect(piece.facts.key).toBe(name)
      const levels = chroma(middleOf(piece))
      const strongest = levels.map((level, pitch) => ({ level, pitch })).toSorted((a, b) => b.level - a.level)
      expect(strongest.slice(0, 5).every(({ pitch }) => pitchClasses(key).includes(pitch))).toBe(true)
      expect(strongest.slice(0, 3).map(({ pitch }) => pitch)).toContain(key.tonic)
    },
  )

  it.each([100, 128])('of a beat at %s bpm comes back with each beat', async (tempo) => {
    const curve = onsets(
      middleOf(await render({ model: 'night-drive', prompt: 'techno', tempo, duration: 10 })),
    )
    const beat = 60 / tempo
    expect(recurrence(curve, beat)).toBeGreaterThan(0.25)
    for (const wrong of [beat * 0.85, beat * 1.15]) {
      expect(recurrence(curve, beat)).toBeGreaterThan(2 * recurrence(curve, wrong))
    }
  })
})

describe('a file', () => {
  it.each(['mp3', 'wav'] as const)(
    '%s is the same for the same job and another for another seed',
    async (format) => {
      const job = musicJob({ format, prompt: 'bossa', duration: 5 })
      const [first, again, other] = [
        await makeFile(job),
        await makeFile(job),
        await makeFile({ ...job, seed: 99 }),
      ]
      expect(first.bytes.equals(again.bytes)).toBe(true)
      expect(first.bytes.equals(other.bytes)).toBe(false)
      expect(first.facts).toEqual(again.facts)
    },
  )

  it('is told about in words: title, tempo, key, and who plays', async () => {
    for (const model of MUSIC_MODELS) {
      const { facts } = await makeFile(musicJob({ model, prompt: 'calm, 90 bpm, in A minor' }))
      expect(facts).toMatchObject({ bpm: 90, key: 'A minor' })
      expect(facts.title).toMatch(/^[A-Z][\w'-]+(?: [A-Z][\w'-]+)+$/u)
      expect(facts.tags).toContain('calm')
      expect(facts.tags.length).toBeGreaterThan(3)
    }
  })
})

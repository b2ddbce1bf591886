import { describe, expect, it } from 'vitest'
import { PRODUCTION_NAMES } from '#local-service/film/film-job.ts'
import { mixTrack } from '#local-service/film/sound/record-sound.ts'
import { chooseSounds, type Track } from '#local-service/film/sound/soundscape.ts'
import type { FilmRequest } from '#local-service/film/stage.ts'

function requestFor(prompt: string): FilmRequest {
  return { prompt, seed: 5, width: 64, height: 36, duration: 3, camera: null, style: null, strength: 1 }
}

function record(production: (typeof PRODUCTION_NAMES)[number], prompt: string): Track {
  return mixTrack(chooseSounds(production, requestFor(prompt)), prompt, 5, 3)
}

const level = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)

describe('the sound of a film', () => {
  it.each(PRODUCTION_NAMES)('is heard and never too loud: %s', (production) => {
    const { left, right } = record(production, 'a lake in the rain')
    expect(left.length).toBe(3 * 44_100)
    for (const side of [left, right]) {
      expect(level(side)).toBeGreaterThan(0.01)
      expect(side.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThanOrEqual(0.6)
    }
  })

  it('is the same for the same seed', () => {
    expect(record('landscape', 'forest at dawn')).toEqual(record('landscape', 'forest at dawn'))
  })

  it('begins and ends in silence', () => {
    const { left } = record('city', 'city at night')
    expect(level(left.subarray(0, 60))).toBeLessThan(0.002)
    expect(level(left.subarray(-60))).toBeLessThan(0.002)
  })

  it('is not the same on both sides', () => {
    const { left, right } = record('landscape', 'forest at dawn')
    expect(level(left.map((value, at) => value - (right[at] as number)))).toBeGreaterThan(0.01)
  })

  it.each([
    ['rain', 'meadow in heavy rain', 'meadow at noon, clear', 3_000, 7_000],
    ['crickets', 'meadow at night, clear, summer', 'desert at night, clear, summer', 3_900, 5_400],
  ])('has more where %s is heard', (_, wet, dry, low, high) => {
    const band = (prompt: string): number => power(record('landscape', prompt).left, low, high)
    expect(band(wet)).toBeGreaterThan(2 * band(dry))
  })
})

/**
 * The share of a signal's power between two frequencies in hertz: Goertzel's algorithm every 100 Hz over pieces of 10 ms, which
 * are that many hertz wide.
 */
function power(samples: Float32Array, low: number, high: number): number {
  const length = 441
  let [sum, whole] = [0, 0]
  for (let start = 22_050; start + length < 110_250; start += length) {
    const piece = samples.subarray(start, start + length)
    whole += level(piece) ** 2 * length
    for (let frequency = low; frequency <= high; frequency += 100) {
      const step = 2 * Math.cos((2 * Math.PI * frequency) / 44_100)
      let [before, last] = [0, 0]
      for (const sample of piece) [before, last] = [last, sample + step * last - before]
      sum += before * before + last * last - step * before * last
    }
  }
  return sum / whole
}

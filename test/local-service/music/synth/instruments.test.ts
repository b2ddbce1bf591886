import { describe, expect, it } from 'vitest'
import { DRUM_NAMES, INSTRUMENT_NAMES, KIT_NAMES, type InstrumentName } from '#local-service/music/score.ts'
import { createVoiceStore } from '#local-service/music/synth/voice-store.ts'
import { centroid, meanOf, peakOf, pitchNear } from '../analysis.ts'

/** A note in the usual compass of each, high enough that a short stretch tells its pitch. */
function usualPitches(name: InstrumentName): readonly number[] {
  if (/bass/u.test(name)) return [33, 40, 45]
  return name === 'music-box' || name === 'bell' ? [72, 79, 84] : [57, 64, 72]
}

describe.each(INSTRUMENT_NAMES)('%s', (name) => {
  it('plays in tune, to a twelfth of a semitone', () => {
    for (const pitch of usualPitches(name)) {
      const { left } = createVoiceStore().tone(name, pitch, 1.6, 0.7)
      const frequency = 440 * 2 ** ((pitch - 69) / 12)
      const cents = 1200 * Math.log2(pitchNear(left, frequency) / frequency)
      expect(Math.abs(cents), `${name} at ${pitch} is ${cents.toFixed(1)} cents off`).toBeLessThan(8)
    }
  })

  it('starts and ends in silence, without an offset, and is never silent in between', () => {
    for (const velocity of [0.2, 0.9]) {
      const { left, right } = createVoiceStore().tone(name, usualPitches(name)[1] ?? 60, 0.5, velocity)
      for (const side of [left, right]) {
        expect(side.every(Number.isFinite)).toBe(true)
        const peak = peakOf(side)
        expect(peak).toBeGreaterThan(0.05)
        expect(Math.abs(side[0] ?? 1)).toBeLessThan(peak * 0.25)
        expect(Math.abs(side.at(-1) ?? 1)).toBeLessThan(peak * 0.01)
        expect(Math.abs(meanOf(side))).toBeLessThan(peak * 0.02)
      }
    }
  })

  it('is the same whenever it is asked for', () => {
    const [first, again] = [0, 1].map(() => createVoiceStore().tone(name, 60, 0.4, 0.5).left)
    expect(again).toEqual(first)
  })
})

describe.each(['guitar', 'piano', 'electric-piano', 'clarinet', 'horn', 'strings', 'synth-bass'] as const)(
  'a %s played with more force',
  (name) => {
    it('is brighter', () => {
      const [soft = 0, hard = 0] = [0.1, 0.95].map((velocity) =>
        centroid(createVoiceStore().tone(name, 57, 1, velocity).left),
      )
      expect(hard).toBeGreaterThan(soft * 1.03)
    })
  },
)

describe.each(KIT_NAMES)('the %s kit', (kit) => {
  it.each(DRUM_NAMES)('%s dies away from a clean start', (drum) => {
    const { left } = createVoiceStore().drum(kit, drum, 0.9, 0)
    expect(left.every(Number.isFinite)).toBe(true)
    const peak = peakOf(left)
    expect(peak).toBeGreaterThan(0.05)
    expect(peak).toBeLessThan(6)
    expect(Math.abs(left[0] ?? 1)).toBeLessThan(peak * 0.1)
    expect(peakOf(left.subarray(-40))).toBeLessThan(peak * 0.02)
  })
})

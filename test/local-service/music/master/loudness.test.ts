import { describe, expect, it } from 'vitest'
import { limitInto, stereoPeaks } from '#local-service/music/master/limiter.ts'
import { kWeighting, measureLoudness } from '#local-service/music/master/loudness.ts'
import { master, TARGET_LUFS } from '#local-service/music/master/master.ts'
import { truePeak } from '#local-service/music/master/true-peak.ts'
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'

function sine(hertz: number, decibels: number, seconds: number, phase = 0): Float32Array {
  const level = 10 ** (decibels / 20)
  return Float32Array.from(
    { length: SAMPLE_RATE * seconds },
    (_, at) => level * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE + phase),
  )
}

const both = (side: Float32Array) => ({ left: side, right: side.slice() })

describe('the loudness meter', () => {
  // EBU Tech 3341, minimum requirements tests 1 and 2: a stereo sine of 1 kHz.
  it.each([-23, -33])('reads a stereo sine of 1 kHz at %s dBFS as as many LUFS', (decibels) => {
    expect(Math.abs(measureLoudness(both(sine(1000, decibels, 20))) - decibels)).toBeLessThan(0.1)
  })

  it('has the coefficients of BS.1770 at 48 kHz', () => {
    const [shelf, highPass] = kWeighting(48_000)
    expect(shelf.b0).toBeCloseTo(1.535_124_859_586_97, 6)
    expect(shelf.a1).toBeCloseTo(-1.690_659_293_182_41, 6)
    expect(highPass.a1).toBeCloseTo(-1.990_047_454_833_98, 6)
    expect(highPass.a2).toBeCloseTo(0.990_072_250_366_21, 6)
  })

  // EBU Tech 3341, test 3: quiet parts do not count.
  it('leaves out what is far quieter than the rest', () => {
    const parts = [sine(1000, -36, 10), sine(1000, -23, 60), sine(1000, -36, 10)]
    const side = Float32Array.from(parts.flatMap((part) => [...part]))
    expect(Math.abs(measureLoudness(both(side)) + 23)).toBeLessThan(0.1)
  })

  it('finds silence infinitely quiet', () => {
    expect(measureLoudness(both(new Float32Array(SAMPLE_RATE)))).toBe(-Infinity)
  })
})

describe('the true peak', () => {
  it('sees what stands between the samples', () => {
    // A quarter of the sample rate, shifted by an eighth of a turn: every sample is at 0.707 of the peak.
    const side = sine(SAMPLE_RATE / 4, 0, 1, Math.PI / 4)
    expect(Math.max(...side)).toBeCloseTo(Math.SQRT1_2, 3)
    expect(truePeak([side])).toBeGreaterThan(0.97)
    expect(truePeak([side])).toBeLessThan(1.03)
  })
})

describe('the limiter', () => {
  it('lets nothing pass its ceiling and leaves the rest alone', () => {
    const side = sine(440, -20, 2)
    for (let at = 30_000; at < 30_200; at += 1) side[at] = (side[at] ?? 0) * 30
    const from = both(side)
    const to = both(new Float32Array(side.length))
    limitInto(to, from, stereoPeaks(from, 0.4), 1, 0.5)
    expect(truePeak([to.left])).toBeLessThan(0.5 * 1.01)
    expect(to.left.subarray(0, 20_000)).toEqual(side.subarray(0, 20_000))
    // Sides stay together, so that nothing jumps across the room.
    expect(to.left).toEqual(to.right)
  })
})

describe('a master', () => {
  it.each([-30, -14, -3])('of a mix at %s dBFS has the usual loudness and ends in silence', (decibels) => {
    const noise = Float32Array.from(
      { length: SAMPLE_RATE * 6 },
      (_, at) => Math.sin(at * at * 0.000_01) * (0.4 + 0.6 * Math.sin(at / 9000) ** 8),
    )
    const mix = both(noise.map((sample) => sample * 10 ** (decibels / 20)))
    const done = master(mix, () => {})
    expect(Math.abs(measureLoudness(done) - TARGET_LUFS)).toBeLessThan(0.6)
    expect(20 * Math.log10(truePeak([done.left, done.right]))).toBeLessThan(-1)
    expect(Math.abs(done.left.at(-1) ?? 1)).toBe(0)
    expect(Math.abs(done.left[0] ?? 1)).toBe(0)
  })

  it('of silence is silence', () => {
    const done = master(both(new Float32Array(SAMPLE_RATE)), () => {})
    expect(done.left.every((sample) => sample === 0)).toBe(true)
  })
})

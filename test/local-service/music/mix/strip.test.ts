import { describe, expect, it } from 'vitest'
import { createDucking, createEcho } from '#local-service/music/mix/effects.ts'
import type { Stereo } from '#local-service/music/mix/mix.ts'
import { createReverb } from '#local-service/music/mix/reverb.ts'
import { createStrip, type Timed } from '#local-service/music/mix/strip.ts'
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'
import { peakOf } from '../analysis.ts'

const BLOCK = 2048
const bus = (): Stereo => ({ left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) })

/** What a strip with one voice of ones, a second long, gives in `seconds`. */
function render(over: Partial<Timed>, damping: number | null, seconds: number): Stereo {
  const ones = new Float32Array(SAMPLE_RATE).fill(1)
  const event: Timed = {
    start: 1000,
    heldSamples: 10_000,
    gain: 0.5,
    pan: 0,
    voice: () => ({ left: ones, right: ones }),
    ...over,
  }
  const strip = createStrip([event], { damping, effects: [], room: 0, echo: 0, block: BLOCK })
  const blocks = Math.ceil((seconds * SAMPLE_RATE) / BLOCK)
  const whole = { left: new Float32Array(blocks * BLOCK), right: new Float32Array(blocks * BLOCK) }
  for (let block = 0; block < blocks; block += 1) {
    const dry = bus()
    strip.render(block * BLOCK, BLOCK, dry, bus(), bus())
    whole.left.set(dry.left, block * BLOCK)
    whole.right.set(dry.right, block * BLOCK)
  }
  return whole
}

describe('a strip', () => {
  it('starts a voice at its sample, and damps it when its key is let go', () => {
    const { left } = render({}, 0.1, 1.2)
    expect([left[999], left[1000], left[10_999]]).toEqual([0, 0.5, 0.5])
    expect(left[11_000 + SAMPLE_RATE * 0.05]).toBeCloseTo(0.5 * 10 ** -1.5, 3)
    expect(peakOf(left.subarray(11_000 + SAMPLE_RATE * 0.15))).toBe(0)
  })

  it('lets a voice that ends by itself play to its end', () => {
    const { left } = render({}, null, 1.2)
    expect([left[1000 + SAMPLE_RATE - 1], left[1000 + SAMPLE_RATE]]).toEqual([0.5, 0])
  })

  it('places voices between the sides without changing how loud they are', () => {
    const { left, right } = render({ pan: -1 }, null, 0.2)
    expect(right[3000]).toBeCloseTo(0, 6)
    expect(left[3000]).toBeCloseTo(0.5 * Math.SQRT2, 5)
  })
})

describe('a room', () => {
  it('falls by 60 dB in the time it was asked for, and spreads to both sides', () => {
    const room = createReverb(1)
    const whole = { left: new Float32Array(SAMPLE_RATE * 2), right: new Float32Array(SAMPLE_RATE * 2) }
    whole.left[0] = 1
    whole.right[0] = 1
    for (let from = 0; from < whole.left.length; from += BLOCK) {
      const end = Math.min(whole.left.length, from + BLOCK)
      room(whole.left.subarray(from, end), whole.right.subarray(from, end), end - from)
    }
    const level = (seconds: number): number => {
      const at = Math.round(seconds * SAMPLE_RATE)
      const part = whole.left.subarray(at, at + 4410)
      return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0))
    }
    const fall = level(0.1) - level(0.6)
    expect(fall).toBeGreaterThan(24)
    expect(fall).toBeLessThan(42)
    expect(peakOf(whole.right)).toBeGreaterThan(0.001)
    expect(whole.left).not.toEqual(whole.right)
  })
})

describe('an echo', () => {
  it('comes back after its time, from the other side the second time', () => {
    const echo = createEcho(0.1, 0.5)
    const [left, right] = [new Float32Array(SAMPLE_RATE), new Float32Array(SAMPLE_RATE)]
    left[0] = 1
    echo(left, right, SAMPLE_RATE)
    const delay = SAMPLE_RATE * 0.1
    expect(left[0]).toBe(0)
    expect(left[delay]).toBe(1)
    expect(peakOf(right.subarray(0, delay * 2 - 10))).toBe(0)
    expect(peakOf(right.subarray(delay * 2, delay * 2 + 10))).toBeGreaterThan(0.2)
  })
})

describe('ducking', () => {
  it('turns down at the kick and comes back before the next beat', () => {
    const duck = createDucking([4410], 0.8, 0.5)
    const [left, right] = [new Float32Array(SAMPLE_RATE).fill(1), new Float32Array(SAMPLE_RATE).fill(1)]
    duck(left, right, SAMPLE_RATE)
    expect(left[4409]).toBe(1)
    expect(Math.min(...left.subarray(4410, 6000))).toBeLessThan(0.4)
    expect(left[4410 + SAMPLE_RATE * 0.5]).toBeGreaterThan(0.97)
  })
})

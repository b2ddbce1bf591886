/**
 * Filters over whole voices, in place.
 */
import { SAMPLE_RATE } from './voice.ts'

/**
 * Two-pole low-pass whose cutoff moves from `from` to `to` hertz with the given time constant in seconds.
 *
 * Andrew Simper, "Solving the continuous SVF equations using trapezoidal integration" (2013).
 */
export function sweepLowPass(
  samples: Float32Array,
  from: number,
  to: number,
  seconds: number,
  resonance = 0,
): void {
  const damping = 2 - 1.9 * resonance
  const nearing = 1 - Math.exp(-16 / (Math.max(0.001, seconds) * SAMPLE_RATE))
  let [s1, s2, cutoff] = [0, 0, from]
  let [a1, a2, a3] = [0, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    if ((at & 15) === 0) {
      const g = Math.tan((Math.PI * Math.min(cutoff, SAMPLE_RATE * 0.45)) / SAMPLE_RATE)
      a1 = 1 / (1 + g * (g + damping))
      a2 = g * a1
      a3 = g * a2
      cutoff += (to - cutoff) * nearing
    }
    const v3 = (samples[at] as number) - s2
    const v1 = a1 * s1 + a2 * v3
    const v2 = s2 + a2 * s1 + a3 * v3
    s1 = 2 * v1 - s1
    s2 = 2 * v2 - s2
    samples[at] = v2
  }
}

/** Second-order sections after Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients". */
export interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

export function bandPass(frequency: number, quality: number): Biquad {
  const w = (2 * Math.PI * Math.min(frequency, SAMPLE_RATE * 0.45)) / SAMPLE_RATE
  const alpha = Math.sin(w) / (2 * quality)
  const a0 = 1 + alpha
  return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * Math.cos(w)) / a0, a2: (1 - alpha) / a0 }
}

export function highPass(frequency: number, quality = Math.SQRT1_2): Biquad {
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE
  const alpha = Math.sin(w) / (2 * quality)
  const [a0, cos] = [1 + alpha, Math.cos(w)]
  return {
    b0: (1 + cos) / 2 / a0,
    b1: -(1 + cos) / a0,
    b2: (1 + cos) / 2 / a0,
    a1: (-2 * cos) / a0,
    a2: (1 - alpha) / a0,
  }
}

export function lowPass(frequency: number, quality = Math.SQRT1_2): Biquad {
  const w = (2 * Math.PI * Math.min(frequency, SAMPLE_RATE * 0.45)) / SAMPLE_RATE
  const alpha = Math.sin(w) / (2 * quality)
  const [a0, cos] = [1 + alpha, Math.cos(w)]
  return {
    b0: (1 - cos) / 2 / a0,
    b1: (1 - cos) / a0,
    b2: (1 - cos) / 2 / a0,
    a1: (-2 * cos) / a0,
    a2: (1 - alpha) / a0,
  }
}

/** Raises (or lowers) everything above `frequency` by `decibels`. */
export function highShelf(frequency: number, decibels: number): Biquad {
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE
  const gain = 10 ** (decibels / 40)
  const cos = Math.cos(w)
  const slope = 2 * Math.sqrt(gain) * (Math.sin(w) * Math.SQRT1_2)
  const a0 = gain + 1 - (gain - 1) * cos + slope
  return {
    b0: (gain * (gain + 1 + (gain - 1) * cos + slope)) / a0,
    b1: (-2 * gain * (gain - 1 + (gain + 1) * cos)) / a0,
    b2: (gain * (gain + 1 + (gain - 1) * cos - slope)) / a0,
    a1: (2 * (gain - 1 - (gain + 1) * cos)) / a0,
    a2: (gain + 1 - (gain - 1) * cos - slope) / a0,
  }
}

/** What a filter remembers between blocks. */
export interface FilterState {
  z1: number
  z2: number
}

export const rest = (): FilterState => ({ z1: 0, z2: 0 })

/** Filters `samples` (or its first `length`) in place. */
export function filter(
  samples: Float32Array,
  { b0, b1, b2, a1, a2 }: Biquad,
  state = rest(),
  length = samples.length,
): void {
  let { z1, z2 } = state
  for (let at = 0; at < length; at += 1) {
    const x = samples[at] as number
    const y = b0 * x + z1
    z1 = b1 * x - a1 * y + z2
    z2 = b2 * x - a2 * y
    samples[at] = y
  }
  state.z1 = z1
  state.z2 = z2
}

/** White noise, from one number of `random` on (Marsaglia's xorshift: a call per sample would cost more than the filter). */
export function addNoise(
  into: Float32Array,
  level: number,
  random: () => number,
  length = into.length,
): void {
  let state = Math.floor(random() * 4_294_967_295) | 1
  const scale = level / 2_147_483_648
  for (let at = 0; at < length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    into[at] = (into[at] as number) + state * scale
  }
}

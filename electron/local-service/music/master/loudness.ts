/**
 * Integrated loudness after ITU-R BS.1770-5: K-weighting, blocks of 400 ms that overlap by three quarters, two gates.
 */
import type { Biquad } from '../synth/filters.ts'
import { SAMPLE_RATE } from '../synth/voice.ts'
import type { Stereo } from '../mix/mix.ts'

const STEP_SECONDS = 0.1
const STEPS_PER_BLOCK = 4
const ABSOLUTE_GATE = -70
const RELATIVE_GATE = -10
/** The part between the mean square and the loudness, in dB (BS.1770, formula 2). */
const OFFSET = -0.691

/**
 * The two filters of annex 1, recomputed for the sample rate from their analogue form (the standard lists coefficients for
 * 48 kHz only). Parameters after Brecht De Man, "Evaluation of Implementations of the EBU R128 Loudness Measurement" (2018).
 */
export function kWeighting(sampleRate: number): readonly [Biquad, Biquad] {
  const shelf = ((): Biquad => {
    const k = Math.tan((Math.PI * 1681.974_450_955_533) / sampleRate)
    const q = 0.707_175_236_955_419_6
    const high = 10 ** (3.999_843_853_973_347 / 20)
    const middle = high ** 0.499_666_774_154_541_6
    const a0 = 1 + k / q + k * k
    return {
      b0: (high + (middle * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (middle * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    }
  })()
  const k = Math.tan((Math.PI * 38.135_470_876_024_44) / sampleRate)
  const q = 0.500_327_037_323_877_3
  const a0 = 1 + k / q + k * k
  return [shelf, { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }]
}

/** In LUFS; -Infinity for silence and for less than 0.4 s. */
export function measureLoudness({ left, right }: Stereo): number {
  const step = Math.round(STEP_SECONDS * SAMPLE_RATE)
  const energies = new Float64Array(Math.floor(left.length / step))
  for (const side of [left, right]) addEnergies(side, step, energies)
  return gate(energies)
}

/** Adds the mean square of each step after K-weighting; both filters in one pass, since this is the slowest part of a master. */
function addEnergies(side: Float32Array, step: number, energies: Float64Array): void {
  const [shelf, highPass] = kWeighting(SAMPLE_RATE)
  let [s1, s2, h1, h2] = [0, 0, 0, 0]
  for (let index = 0; index < energies.length; index += 1) {
    let sum = 0
    for (let at = index * step, end = at + step; at < end; at += 1) {
      const x = side[at] as number
      const y = shelf.b0 * x + s1
      s1 = shelf.b1 * x - shelf.a1 * y + s2
      s2 = shelf.b2 * x - shelf.a2 * y
      const z = highPass.b0 * y + h1
      h1 = highPass.b1 * y - highPass.a1 * z + h2
      h2 = highPass.b2 * y - highPass.a2 * z
      sum += z * z
    }
    energies[index] = (energies[index] as number) + sum / step
  }
}

function gate(energies: Float64Array): number {
  const blocks: number[] = []
  for (let first = 0; first + STEPS_PER_BLOCK <= energies.length; first += 1) {
    let sum = 0
    for (let step = 0; step < STEPS_PER_BLOCK; step += 1) sum += energies[first + step] as number
    blocks.push(sum / STEPS_PER_BLOCK)
  }
  const audible = blocks.filter((block) => toLoudness(block) > ABSOLUTE_GATE)
  const threshold = toLoudness(mean(audible)) + RELATIVE_GATE
  return toLoudness(mean(audible.filter((block) => toLoudness(block) > threshold)))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length
}

function toLoudness(meanSquare: number): number {
  return meanSquare <= 0 ? -Infinity : OFFSET + 10 * Math.log10(meanSquare)
}

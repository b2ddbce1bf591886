/** Integrated loudness of stereo at 48 kHz, by ITU-R BS.1770-4 (annex 1: weighting and gates) over blocks of 400 ms. */
import { SAMPLE_RATE, type Stereo } from './sound-reader.ts'

/** The K weighting's two filters at 48 kHz: ITU-R BS.1770-4, tables 1 and 2. */
const SHELF = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
} as const
const HIGH_PASS = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] } as const
const STEP_SAMPLES = SAMPLE_RATE / 10
/** Four steps of 100 ms are one block. */
const STEPS_A_BLOCK = 4
const OFFSET_LUFS = -0.691
const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

export class Loudness {
  readonly #filters = [0, 1].map(() => [biquad(SHELF), biquad(HIGH_PASS)] as const)
  /** Of each step of 100 ms, of both channels together. */
  readonly #energies: number[] = []
  #energy = 0
  #count = 0
  /** The largest sample. */
  peak = 0

  add(sound: Stereo): void {
    for (let index = 0; index < sound[0].length; index++) {
      for (const [channel, [shelf, highPass]] of this.#filters.entries()) {
        const sample = sound[channel === 0 ? 0 : 1][index] ?? 0
        this.peak = Math.max(this.peak, Math.abs(sample))
        this.#energy += highPass(shelf(sample)) ** 2
      }
      if (++this.#count < STEP_SAMPLES) continue
      this.#energies.push(this.#energy / STEP_SAMPLES)
      this.#energy = 0
      this.#count = 0
    }
  }

  /** In LUFS; -Infinity of silence, and of what is shorter than a block. */
  integrated(): number {
    const blocks = this.#energies
      .slice(STEPS_A_BLOCK - 1)
      .map((_, at) => meanOf(this.#energies.slice(at, at + STEPS_A_BLOCK)))
      .filter((energy) => lufsOf(energy) > ABSOLUTE_GATE_LUFS)
    const gate = lufsOf(meanOf(blocks)) + RELATIVE_GATE_LU
    return lufsOf(meanOf(blocks.filter((energy) => lufsOf(energy) > gate)))
  }
}

function lufsOf(energy: number): number {
  return energy > 0 ? OFFSET_LUFS + 10 * Math.log10(energy) : -Infinity
}

function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

interface Coefficients {
  readonly b: readonly [number, number, number]
  readonly a: readonly [number, number]
}

function biquad({ b: [b0, b1, b2], a: [a1, a2] }: Coefficients): (sample: number) => number {
  let [first, second] = [0, 0]
  // Transposed direct form II.
  return (sample) => {
    const out = b0 * sample + first
    first = b1 * sample - a1 * out + second
    second = b2 * sample - a2 * out
    return out
  }
}

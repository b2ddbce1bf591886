/**
 * Peaks between the samples: four times oversampling after ITU-R BS.1770-5, annex 2.
 */

/** Samples on each side of a point that count for it. */
const REACH = 6
const PHASES = 4

/** A windowed sinc for each quarter of a sample; the first is the sample itself and is left out. */
const KERNELS: readonly Float32Array[] = Array.from({ length: PHASES - 1 }, (_, index) => {
  const offset = (index + 1) / PHASES
  const weights = Float32Array.from({ length: 2 * REACH }, (_, tap) => {
    const x = tap - REACH + 1 - offset
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * REACH)) ** 2
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
})
/**
 * The waveform is looked at next to samples that are larger than their neighbours and reach this share of the floor. Only tones
 * near half the sample rate could stand higher elsewhere, and music has next to nothing there.
 */
const NEAR = 0.7

/**
 * Raises each of `peaks` to the largest absolute value of the waveform around its sample, where that may be above `floor`, and
 * elsewhere to that of the sample.
 */
export function tracePeaks(samples: Float32Array, peaks: Float32Array, floor: number): void {
  const last = samples.length - 1
  const near = floor * NEAR
  let before = 0
  let here = Math.abs(samples[0] ?? 0)
  for (let at = 0; at <= last; at += 1) {
    const next = at < last ? Math.abs(samples[at + 1] as number) : 0
    let peak = here
    if (here >= near && here >= before && here >= next) {
      peak = Math.max(peak, at > 0 ? between(samples, at - 1, last) : 0, between(samples, at, last))
    }
    if (peak > (peaks[at] as number)) peaks[at] = peak
    before = here
    here = next
  }
}

/** The largest absolute value at a quarter, a half and three quarters of the way from sample `at` to the next. */
function between(samples: Float32Array, at: number, last: number): number {
  let peak = 0
  for (const kernel of KERNELS) {
    let sum = 0
    const first = at - REACH + 1
    if (first >= 0 && first + 2 * REACH <= last + 1) {
      for (let tap = 0; tap < 2 * REACH; tap += 1)
        sum += (samples[first + tap] as number) * (kernel[tap] as number)
    } else {
      for (let tap = 0; tap < 2 * REACH; tap += 1)
        sum += (samples[first + tap] ?? 0) * (kernel[tap] as number)
    }
    if (sum < 0) sum = -sum
    if (sum > peak) peak = sum
  }
  return peak
}

/** The true peak of both sides, as an amplitude. */
export function truePeak(sides: readonly Float32Array[]): number {
  let peak = 0
  for (const side of sides) {
    const peaks = new Float32Array(side.length)
    tracePeaks(side, peaks, 0)
    for (const value of peaks) if (value > peak) peak = value
  }
  return peak
}

/**
 * What can be told of sound without ears: spectrum, pitch, keys, beats and steps.
 */
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'

/** The power of each frequency from 0 to half the sample rate, of `size` samples (a power of two) from `from` on. */
export function powers(samples: Float32Array, from: number, size: number): Float64Array {
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  for (let at = 0; at < size; at += 1) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)
    real[at] = (samples[from + at] ?? 0) * window
  }
  transform(real, imaginary)
  return Float64Array.from(
    { length: size / 2 },
    (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2,
  )
}

/** Cooley and Tukey's fast Fourier transform, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  for (let from = 1, to = 0; from < size; from += 1) {
    let bit = size >> 1
    for (; (to & bit) !== 0; bit >>= 1) to ^= bit
    to ^= bit
    if (from >= to) continue
    for (const part of [real, imaginary]) [part[from], part[to]] = [part[to] ?? 0, part[from] ?? 0]
  }
  for (let length = 2; length <= size; length <<= 1) {
    for (let step = 0; step < length / 2; step += 1) {
      const angle = (-2 * Math.PI * step) / length
      const cos = Math.cos(angle)
      const sin = Math.sin(angle)
      for (let a = step; a < size; a += length) {
        const b = a + length / 2
        const x = (real[b] as number) * cos - (imaginary[b] as number) * sin
        const y = (real[b] as number) * sin + (imaginary[b] as number) * cos
        real[b] = (real[a] as number) - x
        imaginary[b] = (imaginary[a] as number) - y
        real[a] = (real[a] as number) + x
        imaginary[a] = (imaginary[a] as number) + y
      }
    }
  }
}

/** The mean power spectrum of the whole. */
export function meanPowers(samples: Float32Array, size = 8192): Float64Array {
  const sum = new Float64Array(size / 2)
  for (let from = 0; from + size <= samples.length; from += size) {
    for (const [bin, power] of powers(samples, from, size).entries()) sum[bin] = (sum[bin] ?? 0) + power
  }
  return sum
}

/** Where the middle of the spectrum lies, in hertz. */
export function centroid(samples: Float32Array): number {
  const spectrum = meanPowers(samples)
  let [weighted, total] = [0, 0]
  for (const [bin, power] of spectrum.entries()) {
    const level = Math.sqrt(power)
    weighted += level * ((bin * SAMPLE_RATE) / 2 / spectrum.length)
    total += level
  }
  return weighted / total
}

/** The energy of each pitch class from 80 Hz to 1.5 kHz, the strongest 1. */
export function chroma(samples: Float32Array): readonly number[] {
  const size = 16_384
  const spectrum = meanPowers(samples, size)
  const classes = Array.from({ length: 12 }, () => 0)
  for (const [bin, power] of spectrum.entries()) {
    const frequency = (bin * SAMPLE_RATE) / size
    if (frequency < 80 || frequency > 1500) continue
    const pitch = Math.round(12 * Math.log2(frequency / 440) + 69)
    classes[pitch % 12] = (classes[pitch % 12] ?? 0) + power
  }
  const most = Math.max(...classes)
  return classes.map((energy) => energy / most)
}

const HOP = 441

/** How much louder each hundredth of a second is than the one before, over all frequencies. */
export function onsets(samples: Float32Array): readonly number[] {
  const levels: (readonly number[])[] = []
  for (let from = 0; from + 1024 <= samples.length; from += HOP) {
    levels.push(Array.from(powers(samples, from, 1024), (power) => Math.log1p(1000 * power)))
  }
  return levels
    .slice(1)
    .map((now, index) =>
      now.reduce((sum, level, bin) => sum + Math.max(0, level - (levels[index]?.[bin] ?? 0)), 0),
    )
}

/** How well onsets come back after `seconds`: the correlation of their curve with itself, about -1 to 1. */
export function recurrence(curve: readonly number[], seconds: number): number {
  const lag = Math.round((seconds * SAMPLE_RATE) / HOP)
  const mean = curve.reduce((sum, each) => sum + each, 0) / curve.length
  let [both, own] = [0, 0]
  for (const [at, value] of curve.entries()) {
    own += (value - mean) ** 2
    if (at + lag < curve.length) both += (value - mean) * ((curve[at + lag] ?? 0) - mean)
  }
  return both / own
}

export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak
}

export function meanOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample
  return sum / samples.length
}

/** Pearson's correlation of both sides. */
export function correlation(left: Float32Array, right: Float32Array): number {
  const [ml, mr] = [meanOf(left), meanOf(right)]
  let [both, l2, r2] = [0, 0, 0]
  for (const [at, sample] of left.entries()) {
    const [l, r] = [sample - ml, (right[at] ?? 0) - mr]
    both += l * r
    l2 += l * l
    r2 += r * r
  }
  return both / Math.sqrt(l2 * r2)
}

/**
 * The sharpest bend of the waveform, against the usual bend of the tenth of a second around it. Music without drums stays low;
 * a sample that is cut off, or two that do not join, stand out.
 */
export function sharpestBend(samples: Float32Array): number {
  const block = SAMPLE_RATE / 10
  let worst = 0
  for (let from = 0; from + block <= samples.length; from += block) {
    let [sum, most] = [0, 0]
    for (let at = from + 2; at < from + block; at += 1) {
      const bend = (samples[at] ?? 0) - 2 * (samples[at - 1] ?? 0) + (samples[at - 2] ?? 0)
      sum += bend * bend
      most = Math.max(most, Math.abs(bend))
    }
    const usual = Math.sqrt(sum / block)
    // Below a thousandth of full scale there is nothing to hear.
    if (most > 0.001) worst = Math.max(worst, most / usual)
  }
  return worst
}

/** The strongest frequency near `around` (within a quarter tone), in hertz, from a parabola through the spectrum's top. */
export function pitchNear(samples: Float32Array, around: number): number {
  const size = 32_768
  const spectrum = powers(samples, Math.min(2000, Math.max(0, samples.length - size)), size)
  const width = SAMPLE_RATE / size
  const [low, high] = [Math.floor((around * 0.971) / width), Math.ceil((around * 1.03) / width)]
  let best = low
  for (let bin = low; bin <= high; bin += 1) if ((spectrum[bin] ?? 0) > (spectrum[best] ?? 0)) best = bin
  const [a, b, c] = [best - 1, best, best + 1].map((bin) =>
    Math.log(Math.max(1e-30, spectrum[bin] ?? 0)),
  ) as [number, number, number]
  const shift = a === b && b === c ? 0 : (0.5 * (a - c)) / (a - 2 * b + c)
  return (best + shift) * width
}

/**
 * Waveforms that hold no frequency above half the sample rate, one table for each octave.
 */
import { SAMPLE_RATE } from './voice.ts'

/** Samples of one period; a power of two. One more is stored so that interpolation needs no wrapping. */
export const PERIOD = 2048
/** Samples between two steps of the vibrato. */
const STRIDE = 32
const LOWEST_HZ = 20
const OCTAVES = 10

const saws: (Float32Array | undefined)[] = []
let sine: Float32Array | undefined

/** One period of a sine. */
export function sineTable(): Float32Array {
  sine ??= Float32Array.from({ length: PERIOD + 1 }, (_, at) => Math.sin((2 * Math.PI * at) / PERIOD))
  return sine
}

/** The sine of an angle given in periods, from 0 up. */
export function sineOf(periods: number): number {
  const table = sineTable()
  const place = (periods - Math.floor(periods)) * PERIOD
  const whole = place | 0
  const value = table[whole] as number
  return value + ((table[whole + 1] as number) - value) * (place - whole)
}

/** One period of a falling sawtooth for tones up to `frequency` and an octave lower. */
export function sawTable(frequency: number): Float32Array {
  const octave = Math.min(OCTAVES, Math.max(0, Math.ceil(Math.log2(frequency / LOWEST_HZ))))
  return (saws[octave] ??= makeSaw(LOWEST_HZ * 2 ** octave))
}

/** Harmonics are rounded off towards the limit, so that there is no ringing at the jump (Lanczos' sigma factors). */
function makeSaw(highest: number): Float32Array {
  const harmonics = Math.max(1, Math.min(PERIOD / 4, Math.floor(SAMPLE_RATE / 2 / highest)))
  const base = sineTable()
  const table = new Float32Array(PERIOD + 1)
  for (let harmonic = 1; harmonic <= harmonics; harmonic += 1) {
    const angle = (Math.PI * harmonic) / (harmonics + 1)
    const level = ((2 / Math.PI) * (Math.sin(angle) / angle)) / harmonic
    for (let at = 0; at < PERIOD; at += 1) {
      table[at] = (table[at] as number) + level * (base[(at * harmonic) & (PERIOD - 1)] as number)
    }
  }
  table[PERIOD] = table[0] as number
  return table
}

export interface Glide {
  /** Vibrato: cycles a second, depth in cents, and how long it takes to come in. */
  readonly vibratoHz?: number
  readonly vibratoCents?: number
  readonly vibratoDelay?: number
  /** 0 to 1: where in the period it starts. */
  readonly phase?: number
  /** In cents. */
  readonly detune?: number
}

/** Adds `level` times the waveform in `table` at `frequency` to `into`. */
export function addWave(
  into: Float32Array,
  table: Float32Array,
  frequency: number,
  level: number,
  glide: Glide = {},
): void {
  const { vibratoHz = 0, vibratoCents = 0, vibratoDelay = 0, phase: start = 0, detune = 0 } = glide
  const step = ((frequency * 2 ** (detune / 1200)) / SAMPLE_RATE) * PERIOD
  const depth = 2 ** (vibratoCents / 1200) - 1
  const lfo = sineTable()
  const lfoStep = ((vibratoHz * STRIDE) / SAMPLE_RATE) * PERIOD
  const comesIn = Math.max(1, vibratoDelay * SAMPLE_RATE)
  let phase = start * PERIOD
  let lfoPhase = start * PERIOD
  for (let from = 0; from < into.length; from += STRIDE) {
    const amount = from < comesIn ? from / comesIn : 1
    const stride = step * (1 + depth * amount * amount * (lfo[lfoPhase | 0] as number))
    const to = Math.min(into.length, from + STRIDE)
    for (let at = from; at < to; at += 1) {
      const whole = phase | 0
      const value = table[whole] as number
      into[at] =
        (into[at] as number) + level * (value + ((table[whole + 1] as number) - value) * (phase - whole))
      phase += stride
      if (phase >= PERIOD) phase -= PERIOD
    }
    lfoPhase += lfoStep
    if (lfoPhase >= PERIOD) lfoPhase -= PERIOD
  }
}

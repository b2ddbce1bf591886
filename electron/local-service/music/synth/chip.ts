/**
 * The sound of an old console: two pulse waves and a triangle of sixteen steps.
 */
import { mono, SAMPLE_RATE, shape, silence, type Instrument } from './voice.ts'
import { addWave, sawTable, type Glide } from './wavetables.ts'

/** A pulse is a sawtooth less the same sawtooth, `duty` of a period later. */
function pulse(into: Float32Array, frequency: number, duty: number, glide: Glide): void {
  const table = sawTable(frequency)
  addWave(into, table, frequency, 0.5, { ...glide, phase: 0 })
  addWave(into, table, frequency, -0.5, { ...glide, phase: duty })
}

export const pulseLead: Instrument = {
  damping: null,
  play({ frequency, seconds }) {
    const samples = silence(seconds + 0.03)
    pulse(samples, frequency, 0.25, {})
    shape(samples, { attack: 0.002, decay: 0.12, sustain: 0.62, release: 0.03, seconds })
    return mono(samples)
  },
}

export const pulseChords: Instrument = {
  damping: null,
  play({ frequency, seconds }) {
    const samples = silence(seconds + 0.03)
    pulse(samples, frequency, 0.5, {})
    shape(samples, { attack: 0.002, decay: 0.1, sustain: 0.3, release: 0.03, seconds })
    return mono(samples)
  },
}

export const triangleBass: Instrument = {
  damping: null,
  play({ frequency, seconds }) {
    const samples = silence(seconds + 0.02)
    const step = frequency / SAMPLE_RATE
    let phase = 0.25
    for (let at = 0; at < samples.length; at += 1) {
      const ramp = phase < 0.5 ? phase * 2 : 2 - phase * 2
      samples[at] = Math.round(ramp * 15) / 7.5 - 1
      phase += step
      if (phase >= 1) phase -= 1
    }
    shape(samples, { attack: 0.002, decay: 1, sustain: 0.95, release: 0.02, seconds })
    return mono(samples)
  },
}

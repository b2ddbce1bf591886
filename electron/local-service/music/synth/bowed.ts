/**
 * Strings, pads and the synthesizers: sawtooth waves, detuned against each other, through a low-pass.
 */
import { bandPass, filter, highPass, sweepLowPass } from './filters.ts'
import { mono, shape, silence, type Instrument, type Tone } from './voice.ts'
import { addWave, sawTable, sineTable, type Glide } from './wavetables.ts'

/** One side of an ensemble: a leader in tune, as loud as the others together, who are `cents` away. */
function section(tone: Tone, tail: number, cents: readonly number[], glide: Glide): Float32Array {
  const samples = silence(tone.seconds + tail)
  const table = sawTable(tone.frequency)
  addWave(samples, table, tone.frequency, 0.5, glide)
  for (const detune of cents) {
    addWave(samples, table, tone.frequency, 0.5 / cents.length, { ...glide, detune, phase: tone.random() })
  }
  return samples
}

export const strings: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force } = tone
    const attack = Math.min(0.22, 0.06 + seconds * 0.12)
    const side = (cents: readonly number[]): Float32Array => {
      const samples = section(tone, 0.5, cents, { vibratoHz: 5.1, vibratoCents: 5, vibratoDelay: 0.4 })
      sweepLowPass(samples, 900, Math.min(6500, 1500 + frequency * (1.5 + 2 * force)), 0.25)
      shape(samples, { attack, decay: 0.6, sustain: 0.88, release: 0.5, seconds })
      return samples
    }
    return { left: side([-9, 7]), right: side([-6, 10]) }
  },
}

export const pad: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force } = tone
    const side = (cents: readonly number[]): Float32Array => {
      const samples = section(tone, 1.4, cents, {})
      addWave(samples, sineTable(), frequency, 0.4)
      sweepLowPass(samples, 500, 900 + frequency * (0.8 + force), 1.2, 0.12)
      shape(samples, {
        attack: Math.min(0.7, 0.1 + seconds * 0.25),
        decay: 1,
        sustain: 0.9,
        release: 1.4,
        seconds,
      })
      return samples
    }
    return { left: side([-12, 8]), right: side([-8, 13]) }
  },
}

export const sawLead: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force } = tone
    const side = (cents: readonly number[]): Float32Array => {
      const samples = section(tone, 0.16, cents, { vibratoHz: 5.4, vibratoCents: 8, vibratoDelay: 0.5 })
      sweepLowPass(
        samples,
        Math.min(9000, frequency * (5 + 6 * force)),
        Math.min(5000, frequency * 3.2),
        0.22,
        0.25,
      )
      shape(samples, { attack: 0.012, decay: 0.3, sustain: 0.76, release: 0.16, seconds })
      return samples
    }
    return { left: side([-9]), right: side([9]) }
  },
}

export const synthPluck: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force } = tone
    const samples = section(tone, 0.25, [5], {})
    sweepLowPass(
      samples,
      Math.min(9000, 1200 + frequency * (3 + 6 * force)),
      Math.max(300, frequency * 1.1),
      0.09,
      0.35,
    )
    shape(samples, { attack: 0.003, decay: 0.22, sustain: 0.12, release: 0.25, seconds })
    return mono(samples)
  },
}

export const bowedBass: Instrument = {
  damping: null,
  play(tone) {
    const { seconds, force } = tone
    const samples = section(tone, 0.3, [-3], { vibratoHz: 4.8, vibratoCents: 5, vibratoDelay: 0.5 })
    sweepLowPass(samples, 350, 850 + 900 * force, 0.2)
    const body = samples.slice()
    filter(body, bandPass(220, 3))
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = (samples[at] as number) + (body[at] as number) * 0.7
    shape(samples, { attack: 0.09, decay: 0.6, sustain: 0.85, release: 0.3, seconds })
    return mono(samples)
  },
}

export const synthBass: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force } = tone
    const samples = section(tone, 0.1, [4], {})
    addWave(samples, sineTable(), frequency, 0.5)
    sweepLowPass(samples, 500 + 2200 * force, 160 + frequency * 1.5, 0.12, 0.4)
    shape(samples, { attack: 0.004, decay: 0.3, sustain: 0.65, release: 0.1, seconds })
    return mono(samples)
  },
}

/** A sine with a little saturation, so that small loudspeakers show it too. */
export const subBass: Instrument = {
  damping: null,
  play({ frequency, seconds, force }) {
    const samples = silence(seconds + 0.14)
    addWave(samples, sineTable(), frequency, 1.1 + 0.5 * force)
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.tanh((samples[at] as number) + 0.12)
    shape(samples, { attack: 0.01, decay: 1.2, sustain: 0.7, release: 0.14, seconds })
    filter(samples, highPass(24))
    return mono(samples)
  },
}

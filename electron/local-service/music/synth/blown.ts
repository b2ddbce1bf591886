/**
 * Flute, clarinet, horn, organ and a singer without words.
 */
import { addNoise, bandPass, filter, sweepLowPass } from './filters.ts'
import { mono, shape, silence, type Instrument, type Tone } from './voice.ts'
import { addWave, sawTable, sineTable, type Glide } from './wavetables.ts'

/** A sum of harmonics with a player's vibrato. */
function addHarmonics(into: Float32Array, frequency: number, levels: readonly number[], glide: Glide): void {
  for (const [index, level] of levels.entries()) {
    const harmonic = frequency * (index + 1)
    if (level > 0 && harmonic < 18_000) addWave(into, sineTable(), harmonic, level, glide)
  }
}

function addBreath(into: Float32Array, frequency: number, level: number, { random }: Tone): void {
  const breath = new Float32Array(into.length)
  addNoise(breath, level, random)
  filter(breath, bandPass(frequency, 2.2))
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] as number) + (breath[at] as number)
}

export const flute: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force, random } = tone
    const samples = silence(seconds + 0.16)
    const glide = { vibratoHz: 4.9 + random() * 0.5, vibratoCents: 9, vibratoDelay: 0.45, phase: random() }
    addHarmonics(
      samples,
      frequency,
      [1, 0.2 + 0.32 * force, 0.06 + 0.2 * force, 0.02 + 0.06 * force, 0.02 * force],
      glide,
    )
    addBreath(samples, frequency * 1.5, 0.14 - 0.06 * force, tone)
    shape(samples, { attack: 0.055, decay: 0.3, sustain: 0.86, release: 0.16, seconds })
    return mono(samples)
  },
}

export const clarinet: Instrument = {
  damping: null,
  play(tone) {
    const { frequency, seconds, force, random } = tone
    const samples = silence(seconds + 0.14)
    const bright = 0.55 + 0.45 * force
    const levels = [
      1,
      0.05,
      0.55 * bright,
      0.06,
      0.34 * bright,
      0.06,
      0.2 * bright ** 2,
      0.05,
      0.1 * bright ** 2,
    ]
    addHarmonics(samples, frequency, levels, {
      vibratoHz: 4.6,
      vibratoCents: 5,
      vibratoDelay: 0.6,
      phase: random(),
    })
    addBreath(samples, frequency * 3, 0.05, tone)
    shape(samples, { attack: 0.035, decay: 0.4, sustain: 0.9, release: 0.13, seconds })
    return mono(samples)
  },
}

/** Brass opens as it is blown: the treble follows the attack. */
export const horn: Instrument = {
  damping: null,
  play({ frequency, seconds, force, random }) {
    const samples = silence(seconds + 0.22)
    const table = sawTable(frequency)
    addWave(samples, table, frequency, 0.6, {
      detune: -3,
      phase: random(),
      vibratoHz: 4.4,
      vibratoCents: 4,
      vibratoDelay: 0.7,
    })
    addWave(samples, table, frequency, 0.4, { detune: 4, phase: random() })
    sweepLowPass(samples, frequency * 1.2, Math.min(4200, frequency * (2.2 + 3.4 * force)), 0.07)
    shape(samples, { attack: 0.07, decay: 0.5, sustain: 0.82, release: 0.22, seconds })
    return mono(samples)
  },
}

/** Drawbars: sub-octave, unison, octave and so on. */
export const organ: Instrument = {
  damping: null,
  play({ frequency, seconds, random }) {
    const samples = silence(seconds + 0.08)
    const phase = random()
    for (const [ratio, level] of [
      [0.5, 0.3],
      [1, 1],
      [2, 0.5],
      [3, 0.26],
      [4, 0.22],
      [6, 0.08],
      [8, 0.1],
    ] as const) {
      if (frequency * ratio < 16_000) addWave(samples, sineTable(), frequency * ratio, level, { phase })
    }
    shape(samples, { attack: 0.012, decay: 1, sustain: 0.95, release: 0.08, seconds })
    return mono(samples)
  },
}

/** First four resonances of the mouth: hertz, level, bandwidth in hertz. After Peterson and Barney (1952), rounded. */
const VOWELS: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [760, 1, 90],
    [1180, 0.5, 110],
    [2700, 0.16, 170],
    [3500, 0.08, 220],
  ],
  [
    [480, 1, 70],
    [880, 0.42, 90],
    [2600, 0.1, 160],
    [3400, 0.05, 220],
  ],
  [
    [380, 1, 60],
    [800, 0.22, 90],
    [2500, 0.06, 160],
    [3300, 0.03, 220],
  ],
]

/** One or two people singing "ah", "oh" or "oo": a reedy source through the resonances of a mouth. */
export const voice: Instrument = {
  damping: null,
  play(tone) {
    const { random } = tone
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? []
    return { left: sing(tone, vowel, -5), right: sing(tone, vowel, 5) }
  },
}

function sing(
  { frequency, seconds, random }: Tone,
  vowel: (typeof VOWELS)[number],
  detune: number,
): Float32Array {
  const source = silence(seconds + 0.24)
  const glide = {
    vibratoHz: 5 + random() * 0.6,
    vibratoCents: 22,
    vibratoDelay: 0.5,
    phase: random(),
    detune,
  }
  addWave(source, sawTable(frequency), frequency, 1, glide)
  addNoise(source, 0.03, random)
  const samples = new Float32Array(source.length)
  for (const [resonance, level, width] of vowel) {
    const centre = Math.max(resonance, frequency * 1.02)
    const band = source.slice()
    filter(band, bandPass(centre, centre / width))
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = (samples[at] as number) + (band[at] as number) * level
  }
  shape(samples, { attack: 0.09, decay: 0.5, sustain: 0.9, release: 0.24, seconds })
  return samples
}

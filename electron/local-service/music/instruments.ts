/**
 * Instruments: how a note of each sounds, from three kinds of synthesis.
 *
 * `tone` is waves through a low-pass filter with an envelope; `pluck` is a string after Karplus and Strong (1983); `struck` is
 * partials that die away, each at its own pace. Drums are noise and falling tones, in several kits.
 */
import { createRandom } from '../image/random.ts'
import drums from './drums.json' with { type: 'json' }
import instruments from './instruments.json' with { type: 'json' }
import { SAMPLE_RATE } from './stereo.ts'

interface Tone {
  /** "saw", "pulse", "triangle", "soft" or "vowel". */
  readonly wave: string
  /** In seconds. */
  readonly attack: number
  readonly release: number
  /** Level that a held note falls to, and how fast. */
  readonly sustain: number
  readonly decay: number
  /** The low-pass filter's corner as a multiple of the note's frequency. */
  readonly bright: number
  /** Share of a semitone, about five times a second. */
  readonly vibrato: number
  /** Two more waves beside the first, this share of a semitone away. */
  readonly detune: number
}

interface Pluck {
  /** 0 (dull) to 1. */
  readonly bright: number
  /** Seconds until the string is silent. */
  readonly ring: number
}

/** Ratio to the note, level, and seconds until it has fallen to a third, for each partial. */
type Struck = readonly (readonly number[])[]

const TONES: Readonly<Record<string, Partial<Tone>>> = instruments.tone
const PLUCKS: Readonly<Record<string, Pluck>> = instruments.pluck
const STRUCK: Readonly<Record<string, Struck>> = instruments.struck

export type InstrumentName =
  keyof typeof instruments.tone | keyof typeof instruments.pluck | keyof typeof instruments.struck
export const INSTRUMENT_NAMES = Object.values(instruments).flatMap((group) =>
  Object.keys(group),
) as readonly InstrumentName[]

interface Sounding {
  readonly instrument: InstrumentName
  /** MIDI's number of the note: 69 is 440 Hz. */
  readonly pitch: number
  /** How long it is held, in seconds. */
  readonly seconds: number
}

/** The samples of one note with its release, at a level of about 1. The same note sounds the same every time. */
export function renderNote({ instrument, pitch, seconds }: Sounding): Float32Array {
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  const [pluck, struck] = [PLUCKS[instrument], STRUCK[instrument]]
  if (pluck !== undefined) return renderPluck(pluck, frequency, seconds)
  if (struck !== undefined) return renderStruck(struck, frequency, seconds)
  return renderTone({ ...TONES['plain'], ...TONES[instrument] } as Tone, frequency, seconds)
}

const TABLE = 2048
const tables = new Map<string, Float32Array>()

/** One period of a wave that holds no partial above half the sample rate. */
function tableOf(wave: string, frequency: number): Float32Array {
  const most = 2 ** Math.floor(Math.log2(Math.max(1, Math.min(256, SAMPLE_RATE / 2 / frequency))))
  const name = wave === 'vowel' ? `vowel ${Math.round(frequency / 30)}` : `${wave} ${most}`
  const known = tables.get(name)
  if (known !== undefined) return known
  const table = new Float32Array(TABLE)
  for (let partial = 1; partial <= most; partial += 1) {
    const level = partialLevel(wave, partial, frequency)
    if (level === 0) continue
    for (let at = 0; at < TABLE; at += 1)
      table[at] = (table[at] as number) + level * Math.sin((2 * Math.PI * partial * at) / TABLE)
  }
  tables.set(name, table)
  return table
}

function partialLevel(wave: string, partial: number, frequency: number): number {
  switch (wave) {
    case 'saw':
      return 0.55 / partial
    case 'pulse':
      return (0.9 / partial) * Math.sin(Math.PI * partial * 0.25)
    case 'triangle':
      return partial % 2 === 0 ? 0 : (0.8 * (partial % 4 === 1 ? 1 : -1)) / partial ** 2
    case 'soft':
      return [1, 0.28, 0.12, 0.04, 0.02][partial - 1] ?? 0
    default: {
      // Two formants of an open "ah", in Hz.
      const place = partial * frequency
      const near = (formant: number, wide: number): number => Math.exp(-(((place - formant) / wide) ** 2))
      return (0.9 * near(700, 260) + 0.45 * near(1150, 300) + 0.1 * near(2700, 500) + 0.12 / partial) * 0.9
    }
  }
}

function renderTone(patch: Tone, frequency: number, seconds: number): Float32Array {
  const table = tableOf(patch.wave, frequency)
  const held = Math.round(seconds * SAMPLE_RATE)
  const release = Math.round(patch.release * SAMPLE_RATE)
  const samples = new Float32Array(held + release)
  const voices = patch.detune === 0 ? [0] : [-patch.detune, 0, patch.detune]
  const steps = voices.map((away) => (frequency * 2 ** (away / 12) * TABLE) / SAMPLE_RATE)
  const phases = voices.map((_, index) => index * 613)
  const attack = patch.attack * SAMPLE_RATE
  const fall = 1 - Math.exp(-1 / (patch.decay * SAMPLE_RATE))
  const cut =
    1 - Math.exp((-2 * Math.PI * Math.min(0.45 * SAMPLE_RATE, frequency * patch.bright)) / SAMPLE_RATE)
  let [level, low, lower] = [1, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    const swing =
      patch.vibrato === 0
        ? 1
        : 1 + patch.vibrato * 0.06 * Math.sin((at / SAMPLE_RATE) * 32) * Math.min(1, at / 20_000)
    let sum = 0
    for (let voice = 0; voice < steps.length; voice += 1) {
      const phase = (phases[voice] as number) + (steps[voice] as number) * swing
      phases[voice] = phase >= TABLE ? phase - TABLE : phase
      sum += table[Math.floor(phases[voice] as number)] as number
    }
    level += (patch.sustain - level) * fall
    low += (sum - low) * cut
    lower += (low - lower) * cut
    const rise = at < attack ? at / attack : 1
    const end = at < held ? 1 : 1 - (at - held) / release
    samples[at] = (lower * level * rise * end) / Math.sqrt(steps.length)
  }
  return samples
}

function renderPluck({ bright, ring }: Pluck, frequency: number, seconds: number): Float32Array {
  const random = createRandom('pluck', Math.round(frequency))
  const period = SAMPLE_RATE / frequency
  const length = Math.max(2, Math.floor(period - 0.5))
  const line = new Float32Array(length)
  let soft = 0
  for (let at = 0; at < length; at += 1) {
    soft += (random() * 2 - 1 - soft) * (0.25 + 0.7 * bright)
    line[at] = soft
  }
  const total = Math.round(Math.min(ring, seconds + 0.5) * SAMPLE_RATE)
  const samples = new Float32Array(total)
  const keep = 0.001 ** (period / (ring * SAMPLE_RATE))
  // The fraction of a sample that the string is longer than its line, by an all-pass filter.
  const fraction = period - 0.5 - length
  const tune = (1 - fraction) / (1 + fraction)
  const release = Math.round(0.12 * SAMPLE_RATE)
  let [place, before, tuned, last] = [0, 0, 0, 0]
  for (let at = 0; at < total; at += 1) {
    const out = line[place] as number
    const averaged = (out + before) * 0.5 * keep
    before = out
    const next = tune * (averaged - tuned) + last
    last = averaged
    tuned = next
    line[place] = next
    place = place + 1 === length ? 0 : place + 1
    samples[at] = out * 1.3 * Math.min(1, (total - at) / release)
  }
  return samples
}

function renderStruck(partials: Struck, frequency: number, seconds: number): Float32Array {
  const release = 0.18
  const total = Math.round((seconds + release) * SAMPLE_RATE)
  const samples = new Float32Array(total)
  // High notes die away faster.
  const pace = Math.min(2, Math.max(0.4, (440 / frequency) ** 0.5))
  for (const [ratio = 1, level = 0, decay = 1] of partials) {
    const angle = (2 * Math.PI * frequency * ratio) / SAMPLE_RATE
    if (angle >= Math.PI * 0.9) continue
    // A rotating pointer instead of a sine a sample.
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const fall = Math.exp(-1 / (decay * pace * SAMPLE_RATE))
    let [x, y] = [0, level * 0.6]
    for (let at = 0; at < total; at += 1) {
      samples[at] = (samples[at] as number) + x
      const nextX = (x * c + y * s) * fall
      y = (y * c - x * s) * fall
      x = nextX
    }
  }
  fadeEdges(samples, 60, Math.round(release * SAMPLE_RATE))
  return samples
}

function fadeEdges(samples: Float32Array, into: number, out: number): void {
  for (let at = 0; at < into && at < samples.length; at += 1)
    samples[at] = ((samples[at] as number) * at) / into
  for (let at = 0; at < out && at < samples.length; at += 1) {
    const place = samples.length - 1 - at
    samples[place] = ((samples[place] as number) * at) / out
  }
}

export type Drum = keyof typeof drums.hits
export const DRUMS = Object.keys(drums.hits) as [Drum, ...Drum[]]
export type Kit = keyof typeof drums.kits
export const KITS = Object.keys(drums.kits) as [Kit, ...Kit[]]

interface Hit {
  /** In seconds until it has fallen to a third. */
  readonly decay: number
  /** A tone that falls from the first to the second frequency, and its level. */
  readonly tone?: readonly number[]
  /** Noise above this frequency, and its level. */
  readonly noise?: readonly number[]
}
const HITS: Readonly<Record<Drum, Hit>> = drums.hits

/** The samples of one hit. */
export function renderDrum(drum: Drum, kit: Kit): Float32Array {
  const { decay, tone, noise: [above, loud = 0] = [] } = HITS[drum]
  const shape = drums.kits[kit]
  const random = createRandom(`${kit} ${drum}`, 1)
  const fall = Math.exp(-1 / (decay * shape.decay * SAMPLE_RATE))
  const samples = new Float32Array(Math.round(decay * shape.decay * 5 * SAMPLE_RATE))
  const cut = above === undefined ? 0 : 1 - Math.exp((-2 * Math.PI * above) / SAMPLE_RATE)
  let [level, phase, low, held] = [1, 0, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    let value = 0
    if (tone !== undefined) {
      const [from = 0, to = 0, strength = 0] = tone
      phase += (2 * Math.PI * (to + (from - to) * level ** 3)) / SAMPLE_RATE
      value += Math.sin(phase) * strength * shape.tone
    }
    if (above !== undefined) {
      // A console's noise is held for some samples.
      if (kit !== 'chip' || at % 5 === 0) held = random() * 2 - 1
      low += (held - low) * cut
      value += (held - low) * loud * shape.noise
    }
    samples[at] = value * level * Math.min(1, at / 30)
    level *= fall
  }
  return samples
}

/**
 * Instruments: one kind of synthesis, waves through a low-pass filter with an envelope, set up by a table for each. Drums are noise
 * and falling tones, in several kits.
 */
import { createRandom } from '../image/random.ts'
import drums from './drums.json' with { type: 'json' }
import instruments from './instruments.json' with { type: 'json' }
import { SAMPLE_RATE } from './stereo.ts'

interface Patch {
  readonly wave: string
  /** In seconds. */
  readonly attack: number
  readonly release: number
  /** Level that a held note falls to, and how fast. */
  readonly sustain: number
  readonly decay: number
  /** The low-pass filter's corner as a multiple of the note's frequency. */
  readonly bright: number
  /** How much the corner falls with the level, 0 to 1, as in a string that dies away. */
  readonly fall: number
  /** Share of a semitone, about five times a second. */
  readonly vibrato: number
  /** Two more waves beside the first, this share of a semitone away. */
  readonly detune: number
}

export type InstrumentName = keyof typeof instruments

/** How strong the partial `n` of a note of `frequency` is, by wave. */
const WAVES: Readonly<Record<string, (n: number, frequency: number) => number>> = {
  saw: (n) => 0.55 / n,
  pulse: (n) => (0.9 / n) * Math.sin(Math.PI * n * 0.25),
  triangle: (n) => (n % 2 === 0 ? 0 : (0.8 * (n % 4 === 1 ? 1 : -1)) / n ** 2),
  soft: (n) => [1, 0.28, 0.12, 0.04, 0.02][n - 1] ?? 0,
  piano: (n) => [0.8, 0.45, 0.26, 0.17, 0.1, 0.05, 0.06, 0.02, 0.02][n - 1] ?? 0,
  bell: (n) => [0.7, 0, 0.34, 0, 0, 0.2, 0, 0, 0, 0.1][n - 1] ?? 0,
  // Three formants of an open "ah", in Hz.
  vowel(n, frequency) {
    const near = (formant: number, wide: number): number =>
      Math.exp(-(((n * frequency - formant) / wide) ** 2))
    return 0.8 * near(700, 260) + 0.4 * near(1150, 300) + 0.1 * near(2700, 500) + 0.1 / n
  },
}

const TABLE = 2048
const tables = new Map<string, Float32Array>()

/** One period of a wave that holds no partial above half the sample rate; tables are shared by notes a third apart. */
function tableOf(wave: string, near: number): Float32Array {
  const frequency = 2 ** (Math.round(3 * Math.log2(near)) / 3)
  const name = `${wave} ${frequency}`
  const known = tables.get(name)
  if (known !== undefined) return known
  const table = new Float32Array(TABLE)
  const most = Math.min(200, Math.floor((0.4 * SAMPLE_RATE) / frequency))
  for (let n = 1; n <= most; n += 1) {
    const level = WAVES[wave]?.(n, frequency) ?? 0
    for (let at = 0; level !== 0 && at < TABLE; at += 1)
      table[at] = (table[at] as number) + level * Math.sin((2 * Math.PI * n * at) / TABLE)
  }
  tables.set(name, table)
  return table
}

interface Sounding {
  readonly instrument: InstrumentName
  /** MIDI's number of the note: 69 is 440 Hz. */
  readonly pitch: number
  readonly seconds: number
}

/** The samples of one note with its release, at a level of about 1. The same note sounds the same every time. */
export function renderNote({ instrument, pitch, seconds }: Sounding): Float32Array {
  const patch: Patch = { ...instruments.plain, ...instruments[instrument] }
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  const table = tableOf(patch.wave, frequency)
  const held = Math.round(seconds * SAMPLE_RATE)
  const release = Math.round(patch.release * SAMPLE_RATE)
  const samples = new Float32Array(held + release)
  const voices = patch.detune === 0 ? [0] : [-patch.detune, 0, patch.detune]
  const steps = voices.map((away) => (frequency * 2 ** (away / 12) * TABLE) / SAMPLE_RATE)
  const phases = voices.map((_, index) => index * 613)
  const attack = patch.attack * SAMPLE_RATE
  const fade = 1 - Math.exp(-1 / (patch.decay * SAMPLE_RATE))
  const cut = lowPass(Math.min(0.45 * SAMPLE_RATE, frequency * patch.bright))
  let [level, low, lower] = [1, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    const swing = 1 + patch.vibrato * 0.06 * Math.sin((at / SAMPLE_RATE) * 32) * Math.min(1, at / 20_000)
    let sum = 0
    for (let voice = 0; voice < steps.length; voice += 1) {
      const phase = ((phases[voice] as number) + (steps[voice] as number) * swing) % TABLE
      phases[voice] = phase
      sum += table[Math.floor(phase)] as number
    }
    level += (patch.sustain - level) * fade
    const open = cut * (1 - patch.fall + patch.fall * level)
    low += (sum - low) * open
    lower += (low - lower) * open
    const rise = at < attack ? at / attack : 1
    const end = at < held ? 1 : 1 - (at - held) / release
    samples[at] = (lower * level * rise * end) / Math.sqrt(steps.length)
  }
  return samples
}

/** How much a low-pass filter with this corner in Hz takes over of each sample. */
function lowPass(corner: number): number {
  return 1 - Math.exp((-2 * Math.PI * corner) / SAMPLE_RATE)
}

export type Drum = keyof typeof drums.hits
export type Kit = keyof typeof drums.kits

interface Hit {
  /** In seconds until it has fallen to a third. */
  readonly decay: number
  /** A tone that falls from the first to the second frequency, and its level. */
  readonly tone?: readonly number[]
  /** Noise above this frequency, and its level. */
  readonly noise: readonly number[]
}

export function renderDrum(drum: Drum, kit: Kit): Float32Array {
  const { decay, tone: [from = 0, to = 0, strength = 0] = [], noise }: Hit = drums.hits[drum]
  const [above = 0, loud = 0] = noise
  const shape = drums.kits[kit]
  const random = createRandom(`${kit} ${drum}`, 1)
  const seconds = decay * shape.decay
  const fall = Math.exp(-1 / (seconds * SAMPLE_RATE))
  const cut = lowPass(above)
  let [level, phase, low, held] = [1, 0, 0, 0]
  return Float32Array.from({ length: Math.round(seconds * 5 * SAMPLE_RATE) }, (_, at) => {
    phase += (2 * Math.PI * (to + (from - to) * level ** 3)) / SAMPLE_RATE
    // A console's noise is held for some samples.
    if (kit !== 'chip' || at % 5 === 0) held = random() * 2 - 1
    low += (held - low) * cut
    level *= fall
    const value = Math.sin(phase) * strength * shape.tone + (held - low) * loud * shape.noise
    return value * level * Math.min(1, at / 30)
  })
}

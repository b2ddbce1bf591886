/**
 * Plucked strings: a burst of noise that runs round a delay line and loses its treble on the way.
 *
 * Kevin Karplus and Alex Strong, "Digital Synthesis of Plucked-String and Drum Timbres" (1983); tuning by an all-pass and the
 * position of the finger after David Jaffe and Julius Smith, "Extensions of the Karplus-Strong Plucked-String Algorithm" (1983).
 */
import { bandPass, filter } from './filters.ts'
import { decayFor, mono, SAMPLE_RATE, silence, type Instrument, type Tone } from './voice.ts'

interface StringKind {
  /** Seconds to fall by 60 dB at A3; higher strings fall sooner. */
  readonly ringing: number
  /** 0 (dull) to 1: how much treble the pluck has at full force. */
  readonly brightness: number
  /** How much treble is lost on each round: 0 (none) to 0.5 (most). */
  readonly loss: number
  /** Where the string is plucked, as a share of its length. */
  readonly position: number
  /** Resonances of the body: hertz, quality, level. */
  readonly body: readonly (readonly [number, number, number])[]
}

const GUITAR: StringKind = {
  ringing: 3.2,
  brightness: 0.62,
  loss: 0.36,
  position: 0.21,
  body: [
    [104, 9, 0.7],
    [208, 8, 0.55],
    [415, 6, 0.3],
  ],
}
const HARP: StringKind = { ringing: 5, brightness: 0.5, loss: 0.22, position: 0.42, body: [[180, 4, 0.25]] }
const UPRIGHT_BASS: StringKind = {
  ringing: 1.9,
  brightness: 0.2,
  loss: 0.42,
  position: 0.3,
  body: [
    [62, 4, 0.5],
    [118, 6, 0.5],
    [240, 5, 0.25],
  ],
}

export const guitar: Instrument = { damping: 0.12, play: (tone) => pluck(tone, GUITAR) }
export const harp: Instrument = { damping: 0.5, play: (tone) => pluck(tone, HARP) }
export const uprightBass: Instrument = { damping: 0.09, play: (tone) => pluck(tone, UPRIGHT_BASS) }

function pluck(
  { frequency, seconds, force, random }: Tone,
  kind: StringKind,
): ReturnType<Instrument['play']> {
  const samples = silence(seconds)
  const ringing = kind.ringing * Math.min(1.6, Math.max(0.35, (220 / frequency) ** 0.45))
  const period = SAMPLE_RATE / frequency
  const whole = Math.floor(period - kind.loss - 0.2)
  const fraction = period - kind.loss - whole
  const allPass = (1 - fraction) / (1 + fraction)
  const line = exciteLine(whole, kind, force, random)
  const keep = decayFor(ringing) ** period
  let [at, before, apIn, apOut] = [0, 0, 0, 0]
  for (let index = 0; index < samples.length; index += 1) {
    const out = line[at] as number
    samples[index] = out
    const damped = ((1 - kind.loss) * out + kind.loss * before) * keep
    before = out
    const tuned = allPass * damped + apIn - allPass * apOut
    apIn = damped
    apOut = tuned
    line[at] = tuned
    at += 1
    if (at === whole) at = 0
  }
  resonate(samples, kind)
  softenStart(samples)
  return mono(samples)
}

/** One round of noise: duller when plucked softly, with the notch of the place where it is plucked, and without an offset. */
function exciteLine(
  length: number,
  { brightness, position }: StringKind,
  force: number,
  random: () => number,
): Float32Array {
  const noise = new Float32Array(length)
  const open = Math.min(1, brightness * (0.35 + 0.65 * force))
  let level = 0
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < length; at += 1) {
      if (round === 0) noise[at] = random() * 2 - 1
      level += open * ((noise[at] as number) - level)
      noise[at] = level
    }
  }
  const apart = Math.max(1, Math.round(length * position))
  const line = Float32Array.from(
    noise,
    (value, at) => value - (noise[(at + length - apart) % length] as number),
  )
  const mean = line.reduce((sum, value) => sum + value, 0) / length
  return line.map((value) => value - mean)
}

function resonate(samples: Float32Array, { body }: StringKind): void {
  const dry = samples.slice()
  for (const [frequency, quality, level] of body) {
    const wet = dry.slice()
    filter(wet, bandPass(frequency, quality))
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = (samples[at] as number) + (wet[at] as number) * level
  }
}

function softenStart(samples: Float32Array): void {
  const length = Math.min(samples.length, 44)
  for (let at = 0; at < length; at += 1) samples[at] = (samples[at] as number) * (at / length)
}

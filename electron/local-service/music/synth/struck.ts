/**
 * Bars, bells, tines and piano strings: sums of partials that each die away in their own time.
 */
import { addNoise, bandPass, filter } from './filters.ts'
import { decayFor, mono, SAMPLE_RATE, silence, type Instrument, type Tone } from './voice.ts'
import { sineOf } from './wavetables.ts'

/** Frequency as a multiple of the tone's, level, and ringing as a share of the first partial's. */
type Partial = readonly [number, number, number]

/** Partials of tuned bars and bells after Thomas Rossing, "Science of Percussion Instruments" (2000). */
const MARIMBA: readonly Partial[] = [
  [1, 1, 1],
  [3.93, 0.26, 0.28],
  [9.2, 0.08, 0.12],
]
const VIBRAPHONE: readonly Partial[] = [
  [1, 1, 1],
  [4, 0.2, 0.4],
  [9.6, 0.05, 0.16],
]
const MUSIC_BOX: readonly Partial[] = [
  [1, 1, 1],
  [2.01, 0.18, 0.6],
  [5.9, 0.22, 0.25],
  [11.2, 0.06, 0.1],
]
const BELL: readonly Partial[] = [
  [0.5, 0.25, 1.3],
  [1, 1, 1],
  [1.19, 0.22, 0.7],
  [2, 0.5, 0.6],
  [3.01, 0.2, 0.36],
  [4.1, 0.12, 0.24],
]

export const marimba = bar(MARIMBA, 1.1, 0.35, 0.2)
export const vibraphone = bar(VIBRAPHONE, 4.2, 0.1, 0.25)
export const musicBox = bar(MUSIC_BOX, 2.6, 0.12, 1.5)
export const bell = bar(BELL, 4.8, 0.05, 1.5)

/** An instrument of one bar per tone. `ringing` is in seconds at A4, `knock` the level of the mallet's noise. */
function bar(partials: readonly Partial[], ringing: number, knock: number, damping: number): Instrument {
  return {
    damping,
    play({ frequency, seconds, force, random }) {
      const samples = silence(seconds)
      const base = ringing * Math.min(2, Math.max(0.3, (440 / frequency) ** 0.6))
      for (const [ratio, level, share] of partials) {
        const harder = ratio > 1.5 ? level * (0.35 + 0.65 * force) : level
        addPartial(samples, frequency * ratio, harder, base * share, random())
      }
      addKnock(samples, knock * (0.4 + 0.6 * force), 1200, random)
      return mono(samples)
    },
  }
}

/** As many partials have a second string that is a little out of tune. */
const BEATING = 3

/** Partials stretched by the stiffness of the strings, struck at an eighth of their length; two strings beat slowly. */
export const piano: Instrument = {
  damping: 0.16,
  play(tone) {
    const { frequency, seconds, force, random } = tone
    const samples = silence(seconds)
    const stiffness = 0.00022 * (frequency / 220) ** 1.2
    const ringing = 7.5 * Math.min(1.7, Math.max(0.12, (220 / frequency) ** 0.72))
    const count = Math.max(4, Math.min(14, Math.floor(7000 / frequency)))
    const open = 2.2 + 5.5 * force * Math.min(1.4, (300 / frequency) ** 0.4)
    for (let n = 1; n <= count; n += 1) {
      const stretched = frequency * n * Math.sqrt((1 + stiffness * n * n) / (1 + stiffness))
      const level = (Math.abs(Math.sin((Math.PI * n) / 8.3)) + 0.06) * Math.exp(-(n - 1) / open)
      const own = ringing / (1 + 0.32 * (n - 1))
      addPartial(
        samples,
        stretched,
        level * (n > BEATING ? 1 : 0.62),
        own * (n > BEATING ? 0.7 : 0.45),
        random(),
      )
      if (n <= BEATING)
        addPartial(samples, stretched * (1 + 0.00035 * (1 + random())), level * 0.38, own, random())
    }
    addKnock(samples, 0.5 * force, 320, random)
    return mono(samples)
  },
}

/** Adds one dying sine by rotating a pair of numbers; stops once it has fallen by 80 dB. `phase` is 0 to 1. */
function addPartial(
  into: Float32Array,
  frequency: number,
  level: number,
  ringing: number,
  phase: number,
): void {
  if (frequency > SAMPLE_RATE * 0.42) return
  const angle = (2 * Math.PI * frequency) / SAMPLE_RATE
  const keep = decayFor(ringing)
  const [cos, sin] = [Math.cos(angle) * keep, Math.sin(angle) * keep]
  const attack = Math.round(0.0016 * SAMPLE_RATE)
  const length = Math.min(into.length, Math.ceil(ringing * 1.34 * SAMPLE_RATE))
  let x = Math.cos(2 * Math.PI * phase) * level
  let y = Math.sin(2 * Math.PI * phase) * level
  for (let at = 0; at < length; at += 1) {
    const next = x * cos - y * sin
    y = x * sin + y * cos
    x = next
    into[at] = (into[at] as number) + (at < attack ? (y * at) / attack : y)
  }
}

/** The short noise of what strikes. */
function addKnock(into: Float32Array, level: number, frequency: number, random: () => number): void {
  const length = Math.min(into.length, Math.round(0.03 * SAMPLE_RATE))
  const noise = new Float32Array(length)
  addNoise(noise, level, random)
  filter(noise, bandPass(frequency, 0.9))
  const keep = decayFor(0.03)
  let envelope = 1
  for (let at = 0; at < length; at += 1) {
    const rise = Math.min(1, at / 30)
    into[at] = (into[at] as number) + (noise[at] as number) * envelope * rise
    envelope *= keep
  }
}

/** Two frequency-modulated pairs: the body of the tone and the tine's ping (after John Chowning's electric piano). */
export const electricPiano: Instrument = {
  damping: 0.14,
  play({ frequency, seconds, force, random }: Tone) {
    const samples = silence(seconds)
    const ringing = 4.5 * Math.min(1.5, Math.max(0.3, (220 / frequency) ** 0.5))
    const step = frequency / SAMPLE_RATE
    const [fallBody, fallIndex, fallTine] = [decayFor(ringing), decayFor(ringing * 0.42), decayFor(0.5)]
    const start = 1 + random()
    let [body, index, tine] = [1, (0.25 + 1.35 * force) / (2 * Math.PI), 0.1 + 0.2 * force]
    for (let at = 0; at < samples.length; at += 1) {
      const turns = 1 + step * at
      const main = sineOf(turns + index * sineOf(turns)) * body
      const ping = sineOf(turns + 0.11 * tine * sineOf(turns * 14 + start)) * tine
      samples[at] = (main + ping) * Math.min(1, at / 66)
      body *= fallBody
      index *= fallIndex
      tine *= fallTine
    }
    return mono(samples)
  },
}

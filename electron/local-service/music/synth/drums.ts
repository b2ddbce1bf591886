/**
 * Drums and cymbals: falling sines for skins, noise for wires and air, clusters of inharmonic tones for metal.
 */
import type { DrumName, KitName } from '../score.ts'
import { KITS, type Kit } from './kits.ts'
import { addNoise, bandPass, filter, highPass, lowPass } from './filters.ts'
import { decayFor, mono, SAMPLE_RATE, silence, type Voice } from './voice.ts'
import { addWave, sineTable } from './wavetables.ts'

/** Frequency ratios of six oscillators that together sound like metal, as in drum machines since the TR-808. */
const METAL = [1, 1.342, 1.2312, 1.6532, 1.9523, 2.1523]

/** One stroke. `force` is 0 to 1 and changes the colour; `random` the noise. */
export function strike(kitName: KitName, drum: DrumName, force: number, random: () => number): Voice {
  const kit = KITS[kitName]
  switch (drum) {
    case 'kick':
      return mono(kick(kit, force, random))
    case 'snare':
      return mono(snare(kit, force, random))
    case 'rim':
      return mono(knock(kit.rimHz, 0.05, random))
    case 'clap':
      return mono(clap(random))
    case 'hat':
      return mono(cymbal(kit, kit.hatSeconds, 0.2, random))
    case 'open-hat':
      return mono(cymbal(kit, 0.34, 0.25, random))
    case 'ride':
      return mono(cymbal(kit, 0.9, 0.62, random))
    case 'crash':
      return {
        left: cymbal(kit, kit.crashSeconds, 0.3, random),
        right: cymbal(kit, kit.crashSeconds, 0.3, random),
      }
    case 'shaker':
      return mono(shaker(random))
    case 'tom':
      return mono(skin(kit.tomHz * 1.5, 1.5, 0.07, kit.tomSeconds, 0.12, random))
    case 'low-tom':
      return mono(skin(kit.tomHz, 1.5, 0.09, kit.tomSeconds * 1.3, 0.12, random))
  }
}

/** A sine that falls from `bend` times its frequency, with a little noise of the stick. */
function skin(
  frequency: number,
  bend: number,
  bendSeconds: number,
  seconds: number,
  stick: number,
  random: () => number,
): Float32Array {
  const samples = silence(seconds * 1.3)
  const [fall, calm] = [decayFor(seconds), decayFor(bendSeconds * 3)]
  let [phase, level, extra] = [0, 1, bend - 1]
  for (let at = 0; at < samples.length; at += 1) {
    const rise = Math.min(1, at / 40)
    samples[at] = Math.sin(2 * Math.PI * phase) * level * rise
    phase += (frequency * (1 + extra)) / SAMPLE_RATE
    level *= fall
    extra *= calm
  }
  addBurst(samples, stick, 0.02, 1800, random)
  return samples
}

function kick(
  { kick: { hz, bend, seconds, click, drive }, isCrushed }: Kit,
  force: number,
  random: () => number,
): Float32Array {
  const samples = skin(hz, bend, 0.045, seconds, click * (0.4 + 0.6 * force), random)
  const amount = 1 + drive
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.tanh((samples[at] as number) * amount) / Math.tanh(amount)
  if (isCrushed) crush(samples)
  fadeOut(samples)
  return samples
}

function snare(
  { snare: { hz, tone, wires, seconds, band }, isCrushed }: Kit,
  force: number,
  random: () => number,
): Float32Array {
  const samples = silence(seconds * 1.4 + 0.05)
  const noise = new Float32Array(samples.length)
  if (isCrushed) addSteps(noise, 1, 9000, random)
  else addNoise(noise, 1, random)
  filter(noise, bandPass(band, 0.6))
  filter(noise, highPass(350))
  const [fallNoise, fallTone] = [decayFor(seconds * (0.7 + 0.3 * force)), decayFor(0.16)]
  let [wire, body] = [wires, tone * (0.6 + 0.4 * force)]
  for (let at = 0; at < samples.length; at += 1) {
    const t = at / SAMPLE_RATE
    const shell = Math.sin(2 * Math.PI * hz * t) + 0.55 * Math.sin(2 * Math.PI * hz * 1.72 * t)
    samples[at] = ((noise[at] as number) * wire * 2.2 + shell * body) * Math.min(1, at / 25)
    wire *= fallNoise
    body *= fallTone
  }
  fadeOut(samples)
  return samples
}

/** A click of wood: claves, rims, blocks. */
function knock(frequency: number, seconds: number, random: () => number): Float32Array {
  const samples = silence(seconds * 2)
  const fall = decayFor(seconds)
  let level = 1
  for (let at = 0; at < samples.length; at += 1) {
    const t = at / SAMPLE_RATE
    samples[at] =
      (Math.sin(2 * Math.PI * frequency * t) + 0.5 * Math.sin(2 * Math.PI * frequency * 2.67 * t)) *
      level *
      Math.min(1, at / 12)
    level *= fall
  }
  addBurst(samples, 0.3, 0.008, 3000, random)
  fadeOut(samples)
  return samples
}

/** Several hands, a little apart. */
function clap(random: () => number): Float32Array {
  const samples = silence(0.32)
  for (const [delay, seconds, level] of [
    [0, 0.02, 0.7],
    [0.011, 0.02, 0.8],
    [0.021, 0.02, 0.7],
    [0.03, 0.24, 1],
  ] as const) {
    const burst = silence(0.28)
    addBurst(burst, level, seconds, 1250, random, 0.7)
    const from = Math.round(delay * SAMPLE_RATE)
    for (let at = 0; at + from < samples.length && at < burst.length; at += 1) {
      samples[at + from] = (samples[at + from] as number) + (burst[at] as number)
    }
  }
  fadeOut(samples)
  return samples
}

/** Metal and air; `tone` is the share of metal. */
function cymbal(
  { hatHz, isCrushed }: Kit,
  seconds: number,
  tone: number,
  random: () => number,
): Float32Array {
  const samples = silence(seconds * 1.15)
  if (isCrushed) addSteps(samples, 1, 16_000, random)
  else {
    addNoise(samples, 1 - tone * 0.6, random)
    for (const ratio of METAL) {
      addWave(samples, sineTable(), hatHz * ratio, tone * 0.7, { phase: random() })
      addWave(samples, sineTable(), hatHz * ratio * 2.41, tone * 0.4, { phase: random() })
    }
    filter(samples, highPass(seconds > 0.6 ? 3600 : 6200))
    filter(samples, lowPass(14_500))
  }
  const [quick, slow] = [decayFor(seconds * 0.3), decayFor(seconds)]
  let [first, second] = [0.6, 0.4]
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = (samples[at] as number) * (first + second) * Math.min(1, at / 30)
    first *= quick
    second *= slow
  }
  fadeOut(samples)
  return samples
}

function shaker(random: () => number): Float32Array {
  const samples = silence(0.12)
  addNoise(samples, 1, random)
  filter(samples, bandPass(6800, 0.8))
  const fall = decayFor(0.11)
  let level = 1
  for (let at = 0; at < samples.length; at += 1) {
    samples[at] = (samples[at] as number) * level * Math.min(1, at / 700)
    if (at > 700) level *= fall
  }
  fadeOut(samples)
  return samples
}

/** Adds noise around `band` that dies away in `seconds`. */
function addBurst(
  into: Float32Array,
  level: number,
  seconds: number,
  band: number,
  random: () => number,
  quality = 0.5,
): void {
  const noise = new Float32Array(Math.min(into.length, Math.ceil(seconds * 1.3 * SAMPLE_RATE)))
  addNoise(noise, level, random)
  filter(noise, bandPass(band, quality))
  const fall = decayFor(seconds)
  let envelope = 1
  for (let at = 0; at < noise.length; at += 1) {
    into[at] = (into[at] as number) + (noise[at] as number) * envelope * Math.min(1, at / 10)
    envelope *= fall
  }
}

/** Noise that keeps each value for a while, as a shift register clocked at `clockHz` does. */
function addSteps(into: Float32Array, level: number, clockHz: number, random: () => number): void {
  let [value, until] = [0, 0]
  for (let at = 0; at < into.length; at += 1) {
    if (at >= until) {
      value = random() < 0.5 ? -level : level
      until += SAMPLE_RATE / clockHz
    }
    into[at] = (into[at] as number) + value * 0.5
  }
}

function crush(samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.round((samples[at] as number) * 8) / 8
}

function fadeOut(samples: Float32Array): void {
  const length = Math.min(samples.length, Math.round(0.006 * SAMPLE_RATE))
  for (let at = 0; at < length; at += 1) {
    const place = samples.length - 1 - at
    samples[place] = (samples[place] as number) * (at / length)
  }
}

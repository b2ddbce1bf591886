/**
 * Drums: noise and falling tones, in three kits.
 */
import { createRandom } from '../image/random.ts'
import { SAMPLE_RATE } from './stereo.ts'

export const DRUMS = ['kick', 'snare', 'hat', 'open hat', 'low drum'] as const
export type Drum = (typeof DRUMS)[number]
export const KITS = ['acoustic', 'electronic', 'chip', 'orchestral'] as const
export type Kit = (typeof KITS)[number]

interface Hit {
  /** In seconds until it has fallen to a third. */
  readonly decay: number
  /** A tone that falls from the first to the second frequency, and its level. */
  readonly tone?: readonly [from: number, to: number, level: number]
  /** Noise above this frequency, and its level. */
  readonly noise?: readonly [above: number, level: number]
}

const HITS: Readonly<Record<Drum, Hit>> = {
  kick: { decay: 0.11, tone: [150, 46, 1], noise: [2500, 0.06] },
  snare: { decay: 0.09, tone: [220, 170, 0.4], noise: [1400, 0.55] },
  hat: { decay: 0.025, noise: [7000, 0.4] },
  'open hat': { decay: 0.12, noise: [6500, 0.36] },
  'low drum': { decay: 0.42, tone: [92, 66, 1], noise: [300, 0.12] },
}
const SHAPES: Readonly<
  Record<Kit, { readonly decay: number; readonly noise: number; readonly tone: number }>
> = {
  acoustic: { decay: 1, noise: 0.8, tone: 0.9 },
  electronic: { decay: 1.25, noise: 1, tone: 1.1 },
  chip: { decay: 0.7, noise: 1.1, tone: 0.8 },
  orchestral: { decay: 1.9, noise: 0.6, tone: 1 },
}

/** The samples of one hit. */
export function renderDrum(drum: Drum, kit: Kit): Float32Array {
  const { decay, tone, noise } = HITS[drum]
  const shape = SHAPES[kit]
  const random = createRandom(`${kit} ${drum}`, 1)
  const fall = Math.exp(-1 / (decay * shape.decay * SAMPLE_RATE))
  const samples = new Float32Array(Math.round(decay * shape.decay * 5 * SAMPLE_RATE))
  const cut = noise === undefined ? 0 : 1 - Math.exp((-2 * Math.PI * noise[0]) / SAMPLE_RATE)
  let [level, phase, low, held] = [1, 0, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    let value = 0
    if (tone !== undefined) {
      const [from, to, strength] = tone
      phase += (2 * Math.PI * (to + (from - to) * level ** 3)) / SAMPLE_RATE
      value += Math.sin(phase) * strength * shape.tone
    }
    if (noise !== undefined) {
      // A console's noise is held for some samples.
      if (kit !== 'chip' || at % 5 === 0) held = random() * 2 - 1
      low += (held - low) * cut
      value += (held - low) * noise[1] * shape.noise
    }
    samples[at] = value * level * Math.min(1, at / 30)
    level *= fall
  }
  return samples
}

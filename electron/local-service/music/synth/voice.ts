/**
 * What an instrument is: a function from a tone to its samples.
 */
import type { Random } from '../../paint/random.ts'

/** Samples a second, everywhere. */
export const SAMPLE_RATE = 44_100

export interface Tone {
  /** In hertz. */
  readonly frequency: number
  /** How long the key is held. */
  readonly seconds: number
  /** 0 (softest) to 1. Changes the colour of the sound; its loudness is set when it is mixed. */
  readonly force: number
  readonly random: Random
}

/** Samples from the moment the tone begins; a mono voice has the same array twice. */
export interface Voice {
  readonly left: Float32Array
  readonly right: Float32Array
}

export interface Instrument {
  readonly play: (tone: Tone) => Voice
  /**
   * Seconds in which a ringing instrument is damped when its key is let go; such a voice rings by itself and is cut by
   * the mixer. Null for an instrument that is blown or bowed and brings its own release.
   */
  readonly damping: number | null
}

export function mono(samples: Float32Array): Voice {
  return { left: samples, right: samples }
}

/** Empty samples for `seconds`. */
export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.max(1, Math.ceil(seconds * SAMPLE_RATE)))
}

/** The factor that lowers a level by 60 dB in `seconds` when it is applied to each sample. */
export function decayFor(seconds: number): number {
  return 10 ** (-3 / Math.max(1, seconds * SAMPLE_RATE))
}

/**
 * Multiplies by an envelope of straight attack, decay to `sustain`, and a release that begins at `seconds` and falls by 60 dB in
 * `release` seconds.
 */
export function shape(
  samples: Float32Array,
  {
    attack,
    decay,
    sustain,
    release,
    seconds,
  }: { attack: number; decay: number; sustain: number; release: number; seconds: number },
): void {
  const rise = Math.max(1, Math.round(attack * SAMPLE_RATE))
  const heldTo = Math.max(rise, Math.round(seconds * SAMPLE_RATE))
  const fall = decayFor(decay * 3)
  const letGo = decayFor(release)
  let level = 0
  for (let at = 0; at < samples.length; at += 1) {
    if (at < rise) {
      const t = (at + 1) / rise
      level = t * t * (3 - 2 * t)
    } else if (at < heldTo) level = sustain + (level - sustain) * fall
    else level *= letGo
    samples[at] = (samples[at] as number) * level
  }
}

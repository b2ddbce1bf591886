/**
 * Finishes a mix: the loudness that players expect, peaks below the ceiling, a fade at the end and silence at both ends.
 */
import type { Stereo } from '../mix/mix.ts'
import { SAMPLE_RATE } from '../synth/voice.ts'
import { limitInto, stereoPeaks } from './limiter.ts'
import { measureLoudness } from './loudness.ts'

/** What streaming services play at. */
export const TARGET_LUFS = -14
/** Below -1 dBTP by what MP3 encoding may add. */
const CEILING = 10 ** (-1.6 / 20)
const FADE_IN_SECONDS = 0.004
/** The fade at the end: a share of the piece, at most some seconds. */
const FADE_SHARE = 0.08
const LONGEST_FADE_SECONDS = 3
/** Gain is found in steps, since the limiter takes some away; the later ones add at most so much. */
const ROUNDS = 3
const SPARE = 1.4
const CLOSE_ENOUGH = 0.2
const MOST_GAIN = 12

/** The finished piece; `mix` is changed. `onShare` hears how far it is, 0 to 1. */
export function master(mix: Stereo, onShare: (share: number) => void): Stereo {
  fade(mix)
  const done = { left: new Float32Array(mix.left.length), right: new Float32Array(mix.left.length) }
  const quiet = measureLoudness(mix)
  let gain = quiet === -Infinity ? 1 : Math.min(MOST_GAIN, 10 ** ((TARGET_LUFS - quiet) / 20))
  const peaks = stereoPeaks(mix, CEILING / (gain * SPARE))
  for (let round = 1; round <= ROUNDS; round += 1) {
    limitInto(done, mix, peaks, gain, CEILING)
    onShare(round / ROUNDS)
    const missing = TARGET_LUFS - measureLoudness(done)
    if (quiet === -Infinity || Math.abs(missing) < CLOSE_ENOUGH) break
    gain = Math.min(MOST_GAIN, gain * 10 ** (missing / 20))
  }
  return done
}

/** A cosine at each end; the last samples are silence. */
function fade({ left, right }: Stereo): void {
  const seconds = left.length / SAMPLE_RATE
  const out = Math.round(Math.min(LONGEST_FADE_SECONDS, seconds * FADE_SHARE) * SAMPLE_RATE)
  const into = Math.round(FADE_IN_SECONDS * SAMPLE_RATE)
  for (let at = 0; at < into && at < left.length; at += 1) apply(left, right, at, at / into)
  for (let at = 0; at < out && at < left.length; at += 1) {
    apply(left, right, left.length - 1 - at, 0.5 - 0.5 * Math.cos((Math.PI * at) / out))
  }
}

function apply(left: Float32Array, right: Float32Array, at: number, gain: number): void {
  left[at] = (left[at] as number) * gain
  right[at] = (right[at] as number) * gain
}

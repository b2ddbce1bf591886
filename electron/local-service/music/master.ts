/** Finishes a mix: an even loudness, peaks below the ceiling, a fade at the end and silence at both ends. */
import { SAMPLE_RATE, type Stereo } from './stereo.ts'

/** Mean level of the loud parts, as an amplitude: about -16 LUFS for music of usual balance. */
const TARGET_LEVEL = 0.15
/** Below -1 dBTP by what MP3 encoding may add. */
const CEILING = 0.83
/** Below this share of the ceiling nothing is bent. */
const KNEE = 0.7
const MOST_GAIN = 12
const BLOCK_SECONDS = 0.4
const FADE_IN_SECONDS = 0.004
/** The fade at the end: a share of the piece, at most some seconds. */
const FADE_SHARE = 0.08
const LONGEST_FADE_SECONDS = 3

/** Finishes `mix` in place; `level` is the loudness as a share of what music gets. */
export function master(mix: Stereo, level = 1): void {
  fade(mix)
  const gain = Math.min(MOST_GAIN, (TARGET_LEVEL * level) / Math.max(1e-6, loudLevel(mix)))
  for (const side of [mix.left, mix.right]) {
    for (let at = 0; at < side.length; at += 1) side[at] = limit((side[at] as number) * gain)
  }
}

/** The root mean square of the blocks that are no more than 10 dB quieter than all blocks together. */
function loudLevel({ left, right }: Stereo): number {
  const size = Math.round(BLOCK_SECONDS * SAMPLE_RATE)
  const blocks: number[] = []
  for (let from = 0; from < left.length; from += size) {
    const to = Math.min(left.length, from + size)
    let sum = 0
    for (let at = from; at < to; at += 1) sum += (left[at] as number) ** 2 + (right[at] as number) ** 2
    blocks.push(sum / (2 * (to - from)))
  }
  const gate = mean(blocks) * 0.1
  return Math.sqrt(mean(blocks.filter((block) => block >= gate)))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length
}

/** Bends what is above the knee so that nothing passes the ceiling. */
function limit(value: number): number {
  const share = Math.abs(value) / CEILING
  if (share <= KNEE) return value
  return Math.sign(value) * CEILING * (KNEE + (1 - KNEE) * Math.tanh((share - KNEE) / (1 - KNEE)))
}

/** A ramp at the beginning and a cosine at the end; the last samples are silence. */
function fade({ left, right }: Stereo): void {
  const seconds = left.length / SAMPLE_RATE
  const out = Math.round(Math.min(LONGEST_FADE_SECONDS, seconds * FADE_SHARE) * SAMPLE_RATE)
  const into = Math.round(FADE_IN_SECONDS * SAMPLE_RATE)
  for (const side of [left, right]) {
    for (let at = 0; at < into && at < side.length; at += 1) side[at] = ((side[at] as number) * at) / into
    for (let at = 0; at < out && at < side.length; at += 1) {
      const place = side.length - 1 - at
      side[place] = (side[place] as number) * (0.5 - 0.5 * Math.cos((Math.PI * at) / out))
    }
  }
}

/** Two channels of samples, and what a part does to them: level, place, room. */

/** Samples a second. */
export const SAMPLE_RATE = 44_100

export interface Stereo {
  /** -1 to 1; more is cut off in the file. */
  readonly left: Float32Array
  readonly right: Float32Array
}

/** Silence of so many seconds. */
export function createStereo(seconds: number): Stereo {
  const samples = Math.round(seconds * SAMPLE_RATE)
  return { left: new Float32Array(samples), right: new Float32Array(samples) }
}

/** Lengths of the comb and all-pass filters of Freeverb (Jezar at Dreampoint, 2000), in samples at 44.1 kHz. */
const COMBS = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617]
const ALL_PASSES = [556, 441, 341, 225]
/** The right side's filters are longer by so many samples. */
const SPREAD = 23

/** Adds the room that `send` is played in to `into`. `size` is 0 (small) to 1 (a hall). */
export function addReverb(into: Stereo, send: Float32Array, size: number): void {
  const feedback = 0.7 + 0.27 * size
  for (const [side, spread] of [
    [into.left, 0],
    [into.right, SPREAD],
  ] as const) {
    const wet = new Float32Array(send.length)
    for (const length of COMBS) addComb(wet, send, length + spread, feedback)
    for (const length of ALL_PASSES) allPass(wet, length + spread)
    for (let at = 0; at < side.length; at += 1) side[at] = (side[at] as number) + (wet[at] as number) * 0.12
  }
}

function addComb(into: Float32Array, from: Float32Array, length: number, feedback: number): void {
  const line = new Float32Array(length)
  const damping = 0.32
  let [place, low] = [0, 0]
  for (let at = 0; at < from.length; at += 1) {
    const out = line[place] as number
    low = out * (1 - damping) + low * damping
    line[place] = (from[at] as number) + low * feedback
    place = place + 1 === length ? 0 : place + 1
    into[at] = (into[at] as number) + out
  }
}

function allPass(samples: Float32Array, length: number): void {
  const line = new Float32Array(length)
  let place = 0
  for (let at = 0; at < samples.length; at += 1) {
    const delayed = line[place] as number
    const own = samples[at] as number
    line[place] = own + delayed * 0.5
    samples[at] = delayed - own
    place = place + 1 === length ? 0 : place + 1
  }
}

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

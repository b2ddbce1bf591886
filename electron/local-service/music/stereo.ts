/** Two channels of samples, and what a whole piece gets: a room, an even loudness, and an end. */

export const SAMPLE_RATE = 44_100

export interface Stereo {
  /** -1 to 1; more is cut off in the file. */
  readonly left: Float32Array
  readonly right: Float32Array
}

export function createStereo(seconds: number): Stereo {
  const samples = Math.round(seconds * SAMPLE_RATE)
  return { left: new Float32Array(samples), right: new Float32Array(samples) }
}

/** Lengths of the comb and all-pass filters of Freeverb (Jezar at Dreampoint, 2000), in samples at 44.1 kHz. */
const COMBS = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617]
const ALL_PASSES = [556, 441, 341, 225]
/** The right side's filters are longer by so many samples. */
const SPREAD = 23
const DAMPING = 0.32

/** Adds the room that `send` is played in to `into`. `size` is 0 (small) to 1 (a hall). */
export function addReverb(into: Stereo, send: Float32Array, size: number): void {
  for (const [side, spread] of [
    [into.left, 0],
    [into.right, SPREAD],
  ] as const) {
    const wet = new Float32Array(send.length)
    for (const length of COMBS) addComb(wet, send, new Float32Array(length + spread), 0.7 + 0.27 * size)
    for (const length of ALL_PASSES) allPass(wet, new Float32Array(length + spread))
    for (let at = 0; at < side.length; at += 1) side[at] = (side[at] as number) + (wet[at] as number) * 0.12
  }
}

function addComb(into: Float32Array, from: Float32Array, line: Float32Array, feedback: number): void {
  let low = 0
  for (let at = 0; at < from.length; at += 1) {
    const place = at % line.length
    const out = line[place] as number
    low = out * (1 - DAMPING) + low * DAMPING
    line[place] = (from[at] as number) + low * feedback
    into[at] = (into[at] as number) + out
  }
}

function allPass(samples: Float32Array, line: Float32Array): void {
  for (let at = 0; at < samples.length; at += 1) {
    const place = at % line.length
    const [delayed, own] = [line[place] as number, samples[at] as number]
    line[place] = own + delayed * 0.5
    samples[at] = delayed - own
  }
}

/** The level of the whole, as an amplitude: about -14 LUFS for music of usual balance. */
const TARGET_LEVEL = 0.15
/** Below -1 dBTP by what MP3 encoding may add. */
const CEILING = 0.83
const MAX_GAIN = 12
const FADE_IN = 0.004 * SAMPLE_RATE
/** The fade at the end: a share of the piece, at most some seconds. */
const FADE_SHARE = 0.08
const MAX_FADE = 3 * SAMPLE_RATE

/** Fades the ends of `mix` and evens its loudness, in place. */
export function master({ left, right }: Stereo): void {
  const { length } = left
  let power = 0
  for (let at = 0; at < length; at += 1) power += (left[at] as number) ** 2 + (right[at] as number) ** 2
  const gain = Math.min(MAX_GAIN, TARGET_LEVEL / Math.max(1e-6, Math.sqrt(power / (2 * length))))
  const fadeOut = Math.min(MAX_FADE, length * FADE_SHARE)
  for (const side of [left, right]) {
    for (let at = 0; at < length; at += 1) {
      const end = Math.min(1, (length - 1 - at) / fadeOut)
      const fade = Math.min(1, at / FADE_IN) * (0.5 - 0.5 * Math.cos(Math.PI * end))
      // Bends what is loud, so that nothing passes the ceiling.
      side[at] = CEILING * Math.tanh(((side[at] as number) * gain * fade) / CEILING)
    }
  }
}

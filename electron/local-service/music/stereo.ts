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

/**
 * A room: eight delay lines that feed each other, after four short all-passes that blur what comes in.
 *
 * Jean-Marc Jot and Antoine Chaigne, "Digital delay networks for designing artificial reverberators" (1991), with a Householder
 * matrix.
 */
import { SAMPLE_RATE } from '../synth/voice.ts'
import type { Effect } from './effects.ts'

/** It runs on every second frame, which halves the work: a room has swallowed most of what is above 8 kHz. */
const RATE = SAMPLE_RATE / 2
/** In frames at that rate; no two share a factor, so that the echoes do not pile up. */
const LINES = [709, 821, 941, 1049, 1181, 1319, 1459, 1627]
const BLURS = [67, 97, 173, 229]
const PRE_DELAY_SECONDS = 0.014
const DAMPING = 0.2
/** Frames worked on line by line. Shorter than every line, so that nothing written in a run is read in the same run. */
const RUN = 256
const INAUDIBLE = 1e-15

/** Replaces what comes in by its reverberation, which falls by 60 dB in `seconds`; treble falls sooner. */
export function createReverb(seconds: number): Effect {
  const stretch = Math.min(1.5, 0.7 + seconds * 0.16)
  const lines = LINES.map((length) => createLine(Math.round(length * stretch), seconds))
  const blurs = BLURS.map((length) => createAllPass(length))
  const preDelay = createAllPass(Math.round(PRE_DELAY_SECONDS * RATE), 0)
  const [middle, side, shared] = [new Float32Array(RUN), new Float32Array(RUN), new Float32Array(RUN)]
  const [outLeft, outRight] = [new Float32Array(RUN), new Float32Array(RUN)]
  const last = { left: 0, right: 0 }
  return (left, right, length) => {
    for (let from = 0; from < length; from += 2 * RUN) {
      const count = Math.ceil((Math.min(length, from + 2 * RUN) - from) / 2)
      halve(left, right, from, middle, side, count)
      for (const blur of [preDelay, ...blurs]) blur(middle, count)
      shared.fill(0)
      for (const line of lines) line.read(shared, count)
      for (let index = 0; index < count; index += 1)
        shared[index] = (shared[index] as number) * (2 / lines.length)
      for (const [index, line] of lines.entries())
        line.write(middle, side, shared, index % 2 === 0 ? 1 : -1, count)
      outLeft.fill(0)
      outRight.fill(0)
      for (const [index, line] of lines.entries()) {
        line.addTo(index % 2 === 0 ? outLeft : outRight, index % 4 < 2 ? 0.5 : -0.5, count)
      }
      last.left = double(outLeft, left, from, last.left, count)
      last.right = double(outRight, right, from, last.right, count)
    }
  }
}

/** The middle and the side of both channels, two frames to one. A frame that sounds like nothing keeps numbers from underflowing. */
function halve(
  left: Float32Array,
  right: Float32Array,
  from: number,
  middle: Float32Array,
  side: Float32Array,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) {
    const at = from + 2 * index
    const l = (left[at] as number) + (left[at + 1] ?? 0)
    const r = (right[at] as number) + (right[at + 1] ?? 0)
    middle[index] = (l + r) * 0.25 + INAUDIBLE
    side[index] = (l - r) * 0.125
  }
}

/** Writes one frame as two, on straight lines from `before` on; answers the last. */
function double(
  frames: Float32Array,
  into: Float32Array,
  from: number,
  before: number,
  count: number,
): number {
  let last = before
  for (let index = 0; index < count; index += 1) {
    const frame = frames[index] as number
    into[from + 2 * index] = (last + frame) * 0.5
    into[from + 2 * index + 1] = frame
    last = frame
  }
  return last
}

interface Line {
  /** Takes the next `count` samples out of the line, damped, and adds them to `sum`. */
  read(sum: Float32Array, count: number): void
  /** Puts back what was read, less what all lines share, with the new sound: its middle and `sign` times its side. */
  write(middle: Float32Array, side: Float32Array, shared: Float32Array, sign: number, count: number): void
  /** Adds what was read to an output. */
  addTo(into: Float32Array, level: number, count: number): void
}

function createLine(length: number, seconds: number): Line {
  const line = new Float32Array(length)
  const out = new Float32Array(RUN)
  const keep = 10 ** ((-3 * length) / (seconds * RATE))
  const state = { at: 0, soft: 0 }
  return {
    read(sum, count) {
      let { at, soft } = state
      for (let index = 0; index < count; index += 1) {
        soft += (1 - DAMPING) * ((line[at] as number) - soft)
        out[index] = soft * keep
        sum[index] = (sum[index] as number) + soft * keep
        at = at + 1 === length ? 0 : at + 1
      }
      state.soft = soft
    },
    write(middle, side, shared, sign, count) {
      let { at } = state
      for (let index = 0; index < count; index += 1) {
        const sent = (middle[index] as number) + sign * (side[index] as number)
        line[at] = (out[index] as number) - (shared[index] as number) + sent
        at = at + 1 === length ? 0 : at + 1
      }
      state.at = at
    },
    addTo(into, level, count) {
      for (let index = 0; index < count; index += 1) {
        into[index] = (into[index] as number) + (out[index] as number) * level
      }
    },
  }
}

/** Blurs a plane in place; without `gain` it only delays. */
function createAllPass(length: number, gain = 0.6): (samples: Float32Array, count: number) => void {
  const line = new Float32Array(length)
  const state = { at: 0 }
  return (samples, count) => {
    let { at } = state
    for (let index = 0; index < count; index += 1) {
      const old = line[at] as number
      const fed = (samples[index] as number) - gain * old
      line[at] = fed
      samples[index] = old + gain * fed
      at = at + 1 === length ? 0 : at + 1
    }
    state.at = at
  }
}

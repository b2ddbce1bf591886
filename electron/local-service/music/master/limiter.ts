/**
 * A look-ahead limiter: turns down before a peak comes and back up gently, so that nothing passes the ceiling and nothing
 * clips.
 */
import { SAMPLE_RATE } from '../synth/voice.ts'
import type { Stereo } from '../mix/mix.ts'
import { tracePeaks } from './true-peak.ts'

const LOOK_AHEAD_SECONDS = 0.004
const RELEASE_SECONDS = 0.12
const BLOCK = 4096

/** The peaks of both sides, between samples too where they may be above `floor`. */
export function stereoPeaks({ left, right }: Stereo, floor: number): Float32Array {
  const peaks = new Float32Array(left.length)
  tracePeaks(left, peaks, floor)
  tracePeaks(right, peaks, floor)
  return peaks
}

/** Writes `from` times `gain` into `to`, limited to the amplitude `ceiling`. `peaks` are those of `from`. */
export function limitInto(
  to: Stereo,
  from: Stereo,
  peaks: Float32Array,
  gain: number,
  ceiling: number,
): void {
  const ahead = Math.round(LOOK_AHEAD_SECONDS * SAMPLE_RATE)
  const recovery = 1 - Math.exp(-1 / (RELEASE_SECONDS * SAMPLE_RATE))
  const window = ahead + 1
  const held = new Float32Array(window).fill(1)
  const wanted = new Float32Array(BLOCK)
  const next = createGains(peaks, ahead, gain, ceiling)
  const { left: toLeft, right: toRight } = to
  const { left, right } = from
  let [released, sum, place] = [1, window, 0]
  for (let start = 0; start < left.length; start += BLOCK) {
    next(start, wanted)
    const end = Math.min(left.length, start + BLOCK)
    for (let at = start; at < end; at += 1) {
      const least = wanted[at - start] as number
      released = least < released ? least : released + (least - released) * recovery
      // A running mean over the look-ahead makes a ramp of each step down; it ends exactly when the peak comes.
      sum += released - (held[place] as number)
      held[place] = released
      place = place + 1 === window ? 0 : place + 1
      const share = sum / window
      const level = share < 1 ? gain * share : gain
      toLeft[at] = (left[at] as number) * level
      toRight[at] = (right[at] as number) * level
    }
  }
}

/**
 * Fills a block, for rising starts, with the gain that the loudest of the peaks from each sample to `ahead` samples later needs: 1
 * or less. Peaks above the ceiling wait in a queue in falling order, so that each is looked at once.
 */
function createGains(
  peaks: Float32Array,
  ahead: number,
  gain: number,
  ceiling: number,
): (start: number, into: Float32Array) => void {
  const size = 2 ** Math.ceil(Math.log2(ahead + 2))
  const queue = new Int32Array(size)
  const floor = ceiling / gain
  const state = { head: 0, tail: 0, seen: 0 }
  return (start, into) => {
    let { head, tail, seen } = state
    for (let index = 0; index < into.length; index += 1) {
      const at = start + index
      for (; seen <= at + ahead && seen < peaks.length; seen += 1) {
        const peak = peaks[seen] as number
        if (peak <= floor) continue
        while (tail > head && (peaks[queue[(tail - 1) & (size - 1)] as number] as number) <= peak) tail -= 1
        queue[tail & (size - 1)] = seen
        tail += 1
      }
      while (head < tail && (queue[head & (size - 1)] as number) < at) head += 1
      into[index] = head < tail ? floor / (peaks[queue[head & (size - 1)] as number] as number) : 1
    }
    Object.assign(state, { head, tail, seen })
  }
}

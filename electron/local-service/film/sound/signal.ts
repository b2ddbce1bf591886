/**
 * The parts that sounds are made of: filtered noise and slow wandering.
 */
import type { Random } from '../../paint/random.ts'
import { SAMPLE_RATE } from '../../music/synth/voice.ts'

/** One sample after the other. */
export type Signal = () => number

/** Noise between two frequencies in hertz, about -1 to 1: a one-pole filter on each side, which rolls off like distance does. */
export function noiseBand(random: Random, low: number, high: number): Signal {
  const rise = onePole(high)
  const fall = onePole(low)
  let [top, second, floor] = [0, 0, 0]
  /** Makes bands of all widths about equally loud. */
  const gain = Math.sqrt(SAMPLE_RATE / 2 / Math.max(40, high - low)) * 0.55
  return () => {
    top += (random() * 2 - 1 - top) * rise
    second += (top - second) * rise
    floor += (second - floor) * fall
    return (second - floor) * gain
  }
}

/** How much a one-pole low pass at `frequency` moves in one sample. */
export function onePole(frequency: number): number {
  return 1 - Math.exp((-2 * Math.PI * frequency) / SAMPLE_RATE)
}

/** A value that wanders between 0 and 1, turning about once in `seconds`; it is asked once a sample. */
export function wander(random: Random, seconds: number): Signal {
  const step = 1 / (seconds * SAMPLE_RATE)
  let [from, to, at] = [random(), random(), random()]
  return () => {
    at += step
    if (at >= 1) {
      at -= 1
      from = to
      to = random()
    }
    return from + (to - from) * at * at * (3 - 2 * at)
  }
}

/** Adds `signal` to both sides; `pan` is -1 (left) to 1. */
export function addPanned(
  left: Float32Array,
  right: Float32Array,
  at: number,
  value: number,
  pan: number,
): void {
  if (at < 0 || at >= left.length) return
  left[at] = (left[at] as number) + value * Math.sqrt((1 - pan) / 2)
  right[at] = (right[at] as number) + value * Math.sqrt((1 + pan) / 2)
}

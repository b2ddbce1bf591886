/** Chance that a seed decides, and what is drawn from it. */
import type { Random } from '#core/ports/clock.ts'

/** mulberry32 (T. Ettinger, public domain): a period of 2^32 is plenty for a simulation. */
export function seededRandom(seed: number): Random {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random())
}

/** Box and Muller (1958). */
export function normal(random: Random): number {
  return Math.sqrt(exponential(random, 2)) * Math.cos(2 * Math.PI * random())
}

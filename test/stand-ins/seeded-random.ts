import type { Random } from '#core/ports/clock.ts'

/** A generator of numbers in [0, 1). Source: mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
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

export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

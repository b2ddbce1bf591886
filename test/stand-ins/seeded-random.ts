import type { Random } from '#core/ports/clock.ts'

export { seededRandom } from '#contract/rules/seeded-random.ts'

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

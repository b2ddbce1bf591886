/**
 * What every maker of this service says of itself: the provider's name in the listing, and the entries that every task result
 * carries beside its files.
 */
import { randomInt } from 'node:crypto'

/** The provider of every model here. */
export const SAMPLE_PROVIDER = 'sample'

const SEED_COUNT = 2 ** 32
/** A request may hold any number of unknown keys of any length; so much of them is told. */
const MAX_IGNORED = 50
const MAX_KEY = 60

/** `Plan.remarks`: who made it (`note`, then each sentence of `advice`), and what was ignored. */
export function remarksOf(
  note: string,
  advice: readonly string[],
  ignored: readonly string[],
): Readonly<Record<string, unknown>> {
  const named = ignored.slice(0, MAX_IGNORED).map((key) => key.slice(0, MAX_KEY))
  return { made_by: 'Sample studio', note: [note, ...advice].join(' '), ignored_options: named }
}

/** The seed that the request names, else a random one, to be reported in the result. */
export function settleSeed(wanted: number | null): number {
  return wanted ?? randomInt(SEED_COUNT)
}

/** The seed of the `index`-th of several results of one request: the next ones in order. */
export function seedAt(seed: number, index: number): number {
  return (seed + index) % SEED_COUNT
}

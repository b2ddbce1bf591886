/** What runs with `npm test -- --all` alone: tests that take long, and the whole of a proof by number. */
import { test } from 'vitest'

/**
 * In place of `test` for one that takes over a second and shows no main path: the fast set skips it, and tells no skip of it.
 *
 * What else may keep it from running says so in its title, as everywhere.
 */
export const slow = process.env['ATELIER_TESTS'] === 'fast' ? skipped() : test

/** Skipped also where a condition is added, which vitest would have decide alone. */
function skipped(): typeof test {
  const skip = test.skip as typeof test
  return Object.assign(skip, { skipIf: () => skip, runIf: () => skip })
}

/**
 * How much of a proof by number runs: a sample, or all of it with `npm test -- --all`.
 *
 * A file that uses it says in a line that begins with `@slow` what the whole number adds.
 */
export function scaled<Number>(sample: Number, whole: Number): Number {
  return process.env['ATELIER_TESTS'] === 'all' ? whole : sample
}

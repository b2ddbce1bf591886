/**
 * How much of a proof by number runs: a sample, or all of it with `npm test -- --all`.
 *
 * A file that uses it says in a line that begins with `@slow` what the whole number adds.
 */
export function scaled<Number>(sample: Number, whole: Number): Number {
  return process.env['ATELIER_TESTS'] === 'all' ? whole : sample
}

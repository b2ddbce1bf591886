/**
 * Finds what somebody may have meant by a misspelt name.
 */

/** The `count` entries of `names` with the smallest edit distance to `wanted`, nearest first. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): readonly string[] {
  return names
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Levenshtein's distance. Only the first 100 characters count, so that a hostile name costs no time. */
function editDistance(left: string, right: string): number {
  const a = left.slice(0, 100)
  const b = right.slice(0, 100)
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

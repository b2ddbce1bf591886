/** What a facet shows. */
import type { FacetCount } from '#contract/library.ts'

/** The chosen values first, with 0 where nothing has them under the other filters; then the rest, the most common first. */
export function facetRows(counts: readonly FacetCount[], chosen: readonly string[]): readonly FacetCount[] {
  const known = new Map(counts.map(({ value, count }) => [value, count]))
  return [
    ...chosen.map((value) => ({ value, count: known.get(value) ?? 0 })),
    ...counts.filter(({ value }) => !chosen.includes(value)),
  ]
}

/**
 * How many have at least each rating, from five stars down to one; only where there are any, or where it is chosen. Ratings
 * count as texts "0" to "5".
 */
export function ratingRows(
  counts: readonly FacetCount[],
  chosen: number | undefined,
): readonly { readonly rating: number; readonly count: number }[] {
  return [5, 4, 3, 2, 1]
    .map((rating) => ({
      rating,
      count: counts.filter(({ value }) => Number(value) >= rating).reduce((sum, { count }) => sum + count, 0),
    }))
    .filter(({ rating, count }) => count > 0 || rating === chosen)
}

/** The rows of a long list that are in the page. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The rows near the window and the one at `index`, which stays in the page wherever it is: it has the focus. -1 for none. */
export function rangeWith(range: Range, index: number): number[] {
  const near = defaultRangeExtractor(range)
  return index < 0 ? near : Array.from(new Set([...near, index])).toSorted((a, b) => a - b)
}

/**
 * A set of whole numbers as sorted, disjoint ranges: all of 250,000 items is one range, not 250,000 entries.
 *
 * Sets are never changed in place.
 */
export interface Range {
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}
export type Ranges = readonly Range[]

export const NO_RANGES: Ranges = []

export function countOf(ranges: Ranges): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

export function contains(ranges: Ranges, value: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range === undefined) return false
    if (value < range.from) high = middle - 1
    else if (value >= range.to) low = middle + 1
    else return true
  }
  return false
}

/** With every number from `from` to before `to` in it. Ranges that touch become one. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (from >= to) return ranges
  const before = ranges.filter((range) => range.to < from)
  const after = ranges.filter((range) => range.from > to)
  const touched = ranges.slice(before.length, ranges.length - after.length)
  const joined = {
    from: Math.min(from, touched[0]?.from ?? from),
    to: Math.max(to, touched.at(-1)?.to ?? to),
  }
  return [...before, joined, ...after]
}

/** Without the numbers from `from` to before `to`. */
export function withoutRange(ranges: Ranges, from: number, to: number): Ranges {
  if (from >= to) return ranges
  return ranges.flatMap((range) =>
    [
      { from: range.from, to: Math.min(range.to, from) },
      { from: Math.max(range.from, to), to: range.to },
    ].filter((part) => part.from < part.to),
  )
}

export function union(ranges: Ranges, others: Ranges): Ranges {
  return others.reduce((joined, { from, to }) => withRange(joined, from, to), ranges)
}

/** The ranges of numbers that come in rising order. */
export function rangesOf(rising: Iterable<number>): Ranges {
  const ranges: Range[] = []
  let from = 0
  let to = 0
  for (const value of rising) {
    if (value === to && to > from) {
      to += 1
      continue
    }
    if (to > from) ranges.push({ from, to })
    from = value
    to = value + 1
  }
  return to > from ? [...ranges, { from, to }] : ranges
}

/** Every number, rising. */
export function* valuesOf(ranges: Ranges): Generator<number> {
  for (const { from, to } of ranges) for (let value = from; value < to; value++) yield value
}

import { describe, expect, it } from 'vitest'
import {
  contains,
  countOf,
  NO_RANGES,
  rangesOf,
  union,
  valuesOf,
  withoutRange,
  withRange,
  type Ranges,
} from '#renderer/features/gallery/ranges.ts'

const LIMIT = 40

/** The same set as a plain Set, for comparison. */
function plain(ranges: Ranges): readonly number[] {
  return Array.from({ length: LIMIT }, (_, value) => value).filter((value) => contains(ranges, value))
}

describe('ranges', () => {
  it('hold 250,000 numbers as one range', () => {
    const all = withRange(NO_RANGES, 0, 250_000)
    expect([all.length, countOf(all), contains(all, 249_999), contains(all, 250_000)]).toEqual([
      1,
      250_000,
      true,
      false,
    ])
  })
  it('do what a plain set does, through a thousand random steps', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    let ranges: Ranges = NO_RANGES
    const expected = new Set<number>()
    for (let step = 0; step < 1_000; step++) {
      const from = random(LIMIT)
      const to = Math.min(LIMIT, from + random(8))
      const adds = random(2) === 0
      ranges = adds ? withRange(ranges, from, to) : withoutRange(ranges, from, to)
      for (let value = from; value < to; value++) {
        if (adds) expected.add(value)
        else expected.delete(value)
      }
      const rising = [...expected].toSorted((a, b) => a - b)
      expect(plain(ranges)).toEqual(rising)
      expect([...valuesOf(ranges)]).toEqual(rising)
      expect(countOf(ranges)).toBe(rising.length)
      expect(rangesOf(rising)).toEqual(ranges)
    }
  })
  it('join two sets', () => {
    expect(union(rangesOf([1, 2, 8]), rangesOf([3, 4, 20]))).toEqual([
      { from: 1, to: 5 },
      { from: 8, to: 9 },
      { from: 20, to: 21 },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { LibraryFilter } from '#contract/library.ts'
import {
  isNarrowed,
  isSameFilter,
  narrowingParts,
  patched,
  toggled,
  withoutNarrowing,
  withoutPart,
} from '#renderer/features/gallery/query.ts'
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

const FILTER: LibraryFilter = {
  text: 'fox',
  models: ['ink', 'oil'],
  tags: ['sea'],
  minRating: 3,
  favorite: true,
  from: 0,
  collectionId: 'c1',
}

describe('a filter', () => {
  it('holds nothing that says nothing', () => {
    expect(patched(FILTER, { text: '', models: [], favorite: false, minRating: undefined })).toEqual({
      tags: ['sea'],
      from: 0,
      collectionId: 'c1',
    })
  })
  it('takes a value in and out again', () => {
    expect(toggled({}, 'tags', 'sea')).toEqual({ tags: ['sea'] })
    expect(toggled(FILTER, 'models', 'ink').models).toEqual(['oil'])
    expect(toggled(toggled({}, 'tags', 'sea'), 'tags', 'sea')).toEqual({})
  })
  it('names every part that narrows, and loses each on its own', () => {
    const parts = narrowingParts(FILTER)
    expect(parts).toEqual([
      { part: 'tags', value: 'sea' },
      { part: 'models', value: 'ink' },
      { part: 'models', value: 'oil' },
      { part: 'minRating' },
      { part: 'favorite' },
      { part: 'from' },
    ])
    expect(narrowingParts({ types: ['character'], kinds: ['image'] })).toEqual([
      { part: 'types', value: 'character' },
      { part: 'kinds', value: 'image' },
    ])
    const left = parts.reduce(withoutPart, FILTER)
    expect(left).toEqual({ text: 'fox', collectionId: 'c1' })
    expect(withoutNarrowing(FILTER)).toEqual({ collectionId: 'c1' })
  })
  it('narrows by words and by parts, not by the place that is looked at', () => {
    expect([{}, { trashed: true }, { collectionId: 'c1' }, { text: '  ' }].map(isNarrowed)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([{ text: 'a' }, { from: 0 }, { tags: ['sea'] }].map(isNarrowed)).toEqual([true, true, true])
  })
  it('is the same whatever the order of its parts', () => {
    expect(isSameFilter({ text: 'fox ', tags: ['a', 'b'] }, { tags: ['b', 'a'], text: 'fox' })).toBe(true)
    expect(isSameFilter({ tags: ['a'] }, { tags: ['a', 'b'] })).toBe(false)
    expect(isSameFilter({ minRating: 3 }, { minRating: 4 })).toBe(false)
  })
})

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

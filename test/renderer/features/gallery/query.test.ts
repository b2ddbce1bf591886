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

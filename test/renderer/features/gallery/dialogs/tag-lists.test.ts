import { expect, it } from 'vitest'
import {
  bestOf,
  keptIn,
  othersOfAll,
  withLivingKept,
} from '#renderer/features/gallery/duplicates/duplicates-view.tsx'
import { countTags, splitTags, suggestTags } from '#renderer/features/gallery/dialogs/tag-dialog.tsx'
import { assetOf } from '../assets.ts'

it('parts tags at commas, without doubles and empty ones', () => {
  expect(splitTags(' sea, night sky ,,sea, ')).toEqual(['sea', 'night sky'])
})

it('counts the tags of a selection, the most common first', () => {
  const assets = [assetOf('a', { tags: ['sea', 'dawn'] }), assetOf('b', { tags: ['sea'] }), assetOf('c')]
  expect(countTags(assets)).toEqual([
    { tag: 'sea', count: 2 },
    { tag: 'dawn', count: 1 },
  ])
})

it('suggests what fits the word being typed and is not taken', () => {
  expect(suggestTags(['Sea', 'seal', 'dawn'], 'dawn, se', ['seal'])).toEqual(['Sea'])
})

it('keeps what the user cared for, then the largest, then the oldest', () => {
  const plain = assetOf('plain', { width: 100, height: 100, createdAt: 5 })
  const large = assetOf('large', { width: 900, height: 900, createdAt: 9 })
  const rated = assetOf('rated', { rating: 2, width: 10, height: 10 })
  const older = assetOf('older', { width: 100, height: 100, createdAt: 1 })
  expect(bestOf([plain, large, rated])?.prompt).toBe('rated')
  expect(bestOf([plain, large, older])?.prompt).toBe('large')
  expect(bestOf([plain, older])?.prompt).toBe('older')
})

it('keeps what the user chose, whatever comes to its group or leaves it', () => {
  const [a, b, c] = [assetOf('a', { rating: 5 }), assetOf('b'), assetOf('c', { rating: 3 })]
  const chosen = [c, b].map(({ id }) => ({ kind: 'same', id }) as const)
  expect(keptIn({ kind: 'same', assets: [a, b, c] }, chosen)).toBe(b.id)
  expect(keptIn({ kind: 'same', assets: [a, b] }, chosen)).toBe(b.id)
  expect(keptIn({ kind: 'same', assets: [a, c] }, chosen)).toBe(c.id)
  expect(keptIn({ kind: 'similar', assets: [a, b] }, chosen)).toBe(a.id)
})

it('trashes nothing that is kept in another group', () => {
  const [a, b, c] = [assetOf('a'), assetOf('b'), assetOf('c')]
  const same = { kind: 'same', assets: [a, b] } as const
  const similar = { kind: 'similar', assets: [c, a, b] } as const
  expect(
    othersOfAll([
      [same, a.id],
      [similar, c.id],
    ]),
  ).toEqual([b.id])
})

it('trashes nothing of a group whose kept one is gone', () => {
  const [a, b, c] = [assetOf('a'), assetOf('b'), assetOf('c')]
  const same = (one: typeof a) => [{ kind: 'same', assets: [one, assetOf('other')] }, one.id] as const
  const kept = [a, { ...b, trashedAt: 1 }]
  expect(withLivingKept([same(a), same(b), same(c)], kept)).toEqual([same(a)])
})

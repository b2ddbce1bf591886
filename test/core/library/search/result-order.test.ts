/** The first of an order, counted, equal those of the whole one, sorted. */
import { expect, test } from 'vitest'
import type { LibrarySort } from '#contract/library.ts'
import { createColumns } from '#core/library/search/columns.ts'
import { orderFirst, orderFound } from '#core/library/search/result-order.ts'
import { createTimeOrder } from '#core/library/search/search-index.ts'

const COUNT = 700

/** Numbers from 0 to below `end` that look random and are always the same. */
function scattered(number: number, end: number): number {
  return (Math.imul(number + 1, 2_654_435_761) >>> 8) % end
}

function library() {
  const columns = createColumns()
  const order = createTimeOrder(() => columns.arrays)
  for (let number = 0; number < COUNT; number++) {
    const slot = columns.put({
      seq: number + 1,
      id: `asset_${number.toString(16).padStart(32, '0')}`,
      kind: 'image',
      mediaType: 'image',
      model: 'model',
      provider: 'provider',
      scene: 'scene',
      // Several were made at the same time.
      createdAt: scattered(number, COUNT / 4),
      width: 1,
      height: 1,
      sizeBytes: 1,
      durationMs: 0,
      rating: scattered(number + COUNT, 6),
      favorite: false,
      trashed: false,
      tags: [],
      collections: [],
      texts: { label: '', prompt: '', origin: '', file: '' },
    })
    order.put(slot, true)
  }
  return { columns, byTime: order.sorted() }
}

const SORTS: readonly LibrarySort[] = ['newest', 'oldest', 'rating', 'relevance']
const everySort = SORTS.flatMap((sort) => [1, 2, 40, COUNT].map((most) => [sort, most] as const))

test.each(everySort)('the first by %s, %i of them, are those of the whole order', (sort, most) => {
  const { columns, byTime } = library()
  const scores = Uint8Array.from({ length: COUNT }, (_, slot) => scattered(slot + 2 * COUNT, 4) * 70)
  const failed = Uint16Array.from(scores, (score, slot) => (score === 0 || slot % 5 === 0 ? 256 : 0))
  const keys = { sort, scores, language: 'en' } as const
  const whole = orderFound(columns, byTime, failed, keys, { scratch: new Uint32Array(2 * COUNT) })
  const { found, total } = orderFirst(columns, byTime, failed, keys, most)
  expect({ total, ascending: found.ascending }).toEqual({
    total: whole.slots.length,
    ascending: whole.ascending,
  })
  expect([...found.slots]).toEqual([...whole.slots].slice(0, most))
  expect(found.ranks && [...found.ranks]).toEqual(whole.ranks && [...whole.ranks].slice(0, most))
})

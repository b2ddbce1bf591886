/** Writing many rows: completely, in one transaction where needed, without blocking the event loop. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestLibrary } from '../fixtures.ts'
import { newRow, openTestSearch } from './search-fixtures.ts'

const MANY = 10_000

test('yields to the event loop while it changes ten thousand assets', async () => {
  const { library } = await openTestLibrary()
  const rows = Array.from({ length: MANY }, (_, number) => newRow(number))
  library.store.insertMany(rows)
  let turns = 0
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      await yieldToEventLoop()
      turns++
    }
  })()
  const ids = rows.map(({ id }) => id)
  expect(await library.change(ids, { rating: 3, addTags: ['all'] })).toBe(MANY)
  isDone = true
  await others
  expect(turns).toBeGreaterThanOrEqual(MANY / 100 - 1)
  expect(await library.search.query({ minRating: 3, tags: ['all'], limit: 1 })).toMatchObject({
    data: { total: MANY },
  })
})

test('changes each asset once, and only those that are there', async () => {
  const { store, db } = await openTestSearch()
  const record = store.insert(newRow(1, { tags: ['a', 'b'], title: 'Old', rating: 2 }))
  const changed = store.change([record.id, 'nobody', record.id], {
    addTags: ['b', 'c'],
    removeTags: ['a', 'x'],
    title: '',
    favorite: true,
  })
  expect(changed).toEqual([store.find(record.id)])
  expect(changed[0]).toMatchObject({ tags: ['b', 'c'], favorite: true, rating: 2 })
  expect(changed[0]?.title).toBeUndefined()
  expect(store.change([], { rating: 1 })).toEqual([])
  expect(db.get('SELECT count(*) AS number FROM asset_tags')).toEqual({ number: 2 })
})

test('leaves existing rows as they are, and returns how many were new', async () => {
  const { store } = await openTestSearch()
  const first = store.insert(newRow(1, { prompt: 'first', rating: 4 }))
  expect(store.insertMany([newRow(1, { prompt: 'second', tags: ['x'] }), newRow(2), newRow(2)])).toBe(1)
  expect(store.insert(newRow(1, { prompt: 'third' }))).toEqual(first)
  expect([store.count(), store.find(first.id)]).toEqual([2, first])
})

test('writes nothing of a batch that fails', async () => {
  const { store } = await openTestSearch()
  const broken = { ...newRow(2), prompt: Symbol('not a text') as unknown as string }
  expect(() => store.insertMany([newRow(1), broken])).toThrow(TypeError)
  expect(store.count()).toBe(0)
})

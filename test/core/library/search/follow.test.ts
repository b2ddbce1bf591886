/** The search follows the library: the next query finds whatever was written. */
import { expect, test } from 'vitest'
import { newRow, openTestSearch } from './search-fixtures.ts'

test('sees every kind of change at once', async () => {
  const library = await openTestSearch()
  const { store, db, prompts } = library
  const one = library.add({ prompt: 'one' })
  const two = library.add({ prompt: 'two' })
  expect(await prompts({ text: 'o' })).toEqual(['two', 'one'])

  const three = library.add({ prompt: 'three' })
  expect(await prompts({})).toEqual(['three', 'two', 'one'])
  store.change([one.id], { rating: 4, favorite: true })
  expect([await prompts({ minRating: 4 }), await prompts({ favorite: true })]).toEqual([['one'], ['one']])
  expect((await library.facets({})).favorites).toBe(1)
  store.change([two.id], { title: 'Winter' })
  expect(await prompts({ text: 'winter' })).toEqual(['two'])
  store.change([two.id], { title: '' })
  expect(await prompts({ text: 'winter' })).toEqual([])
  store.change([one.id, two.id], { addTags: ['best'] })
  expect([await prompts({ tags: ['best'] }), await prompts({ text: 'best' })]).toEqual([
    ['two', 'one'],
    ['two', 'one'],
  ])
  store.change([one.id], { removeTags: ['best'] })
  expect([await prompts({ tags: ['best'] }), (await library.facets({})).tags]).toEqual([
    ['two'],
    [{ value: 'best', count: 1 }],
  ])
  store.change([three.id], { trashedAt: 1 })
  expect([await prompts({}), await prompts({ trashed: true })]).toEqual([['two', 'one'], ['three']])
  store.change([three.id], { trashedAt: null })
  expect(await prompts({})).toEqual(['three', 'two', 'one'])
  db.run('UPDATE assets SET created_at = 1 WHERE id = ?', three.id)
  expect(await prompts({})).toEqual(['two', 'one', 'three'])
  store.remove([two.id])
  expect([await prompts({}), await prompts({ text: 'two' }), (await library.layout({})).count]).toEqual([
    ['one', 'three'],
    [],
    2,
  ])
})

test('finds a collection with all that are nested in it, as they are at the time', async () => {
  const library = await openTestSearch()
  const { db, prompts } = library
  const assets = ['one', 'two', 'three'].map((prompt) => library.add({ prompt }))
  for (const [id, parent] of [
    ['top', null],
    ['middle', 'top'],
    ['leaf', 'middle'],
    ['other', null],
  ] as const)
    db.run('INSERT INTO collections (id, name, parent_id, created_at) VALUES (?, ?, ?, 0)', id, id, parent)
  const put = (collection: string, place: number) =>
    db.run(
      'INSERT INTO collection_assets (collection_id, asset_id) VALUES (?, ?)',
      collection,
      assets[place]?.id ?? '',
    )
  put('top', 0)
  put('leaf', 1)
  put('other', 2)
  expect(await prompts({ collectionId: 'top' })).toEqual(['two', 'one'])
  expect(await prompts({ collectionId: 'leaf' })).toEqual(['two'])
  expect(await prompts({ collectionId: 'nowhere' })).toEqual([])
  expect((await library.facets({ collectionId: 'top' })).total).toBe(2)
  db.run("UPDATE collections SET parent_id = 'other' WHERE id = 'middle'")
  expect(await prompts({ collectionId: 'top' })).toEqual(['one'])
  expect(await prompts({ collectionId: 'other' })).toEqual(['three', 'two'])
  db.run("DELETE FROM collection_assets WHERE collection_id = 'leaf'")
  expect(await prompts({ collectionId: 'other' })).toEqual(['three'])
})

test('returns the first page before it has read the library, and continues from there', async () => {
  const library = await openTestSearch()
  for (let number = 0; number < 7; number++) library.add({ prompt: `fox ${number}` })
  library.store.change([newRow(6).id], { trashedAt: 1 })
  const first = await library.query({ limit: 2 })
  expect([first.total, first.items.map(({ prompt }) => prompt)]).toEqual([6, ['fox 5', 'fox 4']])
  const second = await library.query({ limit: 3, cursor: first.nextCursor ?? '' })
  expect(second.items.map(({ prompt }) => prompt)).toEqual(['fox 3', 'fox 2', 'fox 1'])
  expect((await library.query({ limit: 3, cursor: second.nextCursor ?? '' })).nextCursor).toBeNull()
  expect(await library.query({ limit: 2 })).toEqual(first)
})

test('reads everything again when a row comes in past the counter', async () => {
  const library = await openTestSearch()
  library.store.insertMany(
    Array.from({ length: 9 }, (_, number) => newRow(number, { prompt: `fox ${number}` })),
  )
  library.store.remove([newRow(4).id])
  expect(await library.prompts({ text: 'fox 4' })).toEqual([])
  const columns =
    'place, kind, media_type, mime_type, extension, sha256, size_bytes, created_at, provider, model, scene, options'
  library.db.run(
    `INSERT INTO assets (seq, id, prompt, ${columns}) SELECT 5, ?, 'fox 4', ${columns} FROM assets WHERE seq = 9`,
    newRow(4).id,
  )
  expect(await library.prompts({ text: 'fox 4' })).toEqual(['fox 4'])
  expect((await library.query({ text: 'fox' })).total).toBe(9)
})

test('follows many changes at once', async () => {
  const library = await openTestSearch()
  const rows = Array.from({ length: 2_500 }, (_, number) => newRow(number, { prompt: `fox ${number}` }))
  library.store.insertMany(rows)
  expect((await library.query({ text: 'fox' })).total).toBe(2_500)
  library.store.change(
    rows.map(({ id }) => id),
    { addTags: ['all'], rating: 2 },
  )
  expect((await library.query({ text: 'all fox', tags: ['all'], minRating: 2 })).total).toBe(2_500)
  library.store.remove(rows.slice(0, 1_200).map(({ id }) => id))
  expect((await library.query({ text: 'all' })).total).toBe(1_300)
})

/**
 * The search follows the library: the next query finds whatever was written.
 *
 * @slow Ten thousand assets change at once instead of three thousand.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { openTestLibrary } from '../fixtures.ts'
import { newRow, openTestSearch, type TestSearch } from './search-fixtures.ts'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSearchThread } from '#core/library/search/search-thread.ts'
import type { SearchMessage } from '#core/library/search/search-messages.ts'
import { expect, test } from 'vitest'
import { scaled, slow } from '#test/stand-ins/scale.ts'

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
  expect([await prompts({}), await prompts({ text: 'two' }), (await library.layout({})).length]).toEqual([
    ['one', 'three'],
    [],
    2,
  ])
})

test('keeps the order of names when assets are deleted', async () => {
  const library = await openTestSearch()
  const assets = Array.from('jdbhface', (prompt) => library.add({ prompt }))
  const byName = async () => (await library.prompts({ sort: 'name' })).join(' ')
  expect(await byName()).toBe('a b c d e f h j')
  // Where a search by halves begins, and behind which nothing that follows belongs.
  library.store.remove(assets.filter(({ prompt }) => prompt === 'e').map(({ id }) => id))
  for (const prompt of ['bb', 'aa']) library.add({ prompt })
  expect(await byName()).toBe('a aa b bb c d f h j')
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

slow('lays out the newest while it reads the library, and as it does when it has', async () => {
  const library = await openTestSearch()
  const rows = Array.from({ length: 5_000 }, (_, number) =>
    newRow(number, {
      createdAt: 1_000_000 * (number % 700),
      width: 100 + number,
      height: 400,
      rating: number % 6,
      favorite: number % 2 === 0,
      ...(number % 3 === 0 && { kind: 'video' }),
      ...(number % 5 === 0 && { trashedAt: 1 }),
      ...(number % 7 === 0 && { id: `from elsewhere ${number}` }),
    }),
  )
  library.store.insertMany(rows)
  const messages: SearchMessage[] = []
  const counted = Promise.withResolvers<void>()
  const places = { database: join(library.dataDir, 'library.db'), indexFile: library.indexFile }
  const thread = createSearchThread(places, (message) => {
    messages.push(message)
    if (message.kind === 'response' && message.id === 1) counted.resolve()
  })
  thread.handle({ id: 1, request: { kind: 'facets', filter: {} } })
  thread.handle({ id: 2, request: { kind: 'layout', query: {} } })
  expect(messages).toMatchObject([{ kind: 'response', id: 2 }])
  await counted.promise
  thread.handle({ id: 3, request: { kind: 'layout', query: {} } })
  const layouts = [2, 3].map((id) => messages.find((message) => 'id' in message && message.id === id))
  expect(layouts[0]).toEqual({ ...layouts[1], id: 2 })
  thread.handle({ id: 4, request: { kind: 'close' } })
})

slow('reads everything again when a row comes in past the counter', async () => {
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

slow('follows many changes at once', async () => {
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

const MANY = scaled(3_000, 10_000)

slow(`yields to the event loop while it changes ${MANY} assets`, async () => {
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

async function openCrashing(crashes: number): Promise<TestSearch> {
  const library = await openTestSearch({ script: new URL('./crashing-search-worker.ts', import.meta.url) })
  writeFileSync(`${library.indexFile}.crashes`, 'x'.repeat(crashes))
  library.add({ prompt: 'a red fox' })
  return library
}

slow('sends requests again to a new worker after a crash', async () => {
  const library = await openCrashing(1)
  const responses = await Promise.all([
    library.search.query({ text: 'fox' }),
    library.search.facets({}),
    library.search.layout({}),
  ])
  expect(responses.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(library.logLines).toEqual([expect.stringMatching(/^The search worker crashed/)])
})

slow('fails when the worker crashes twice, and handles the next request', async () => {
  const library = await openCrashing(2)
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
})

slow('removes the index file when a worker crashes before it is ready', async () => {
  const library = await openCrashing(1)
  writeFileSync(library.indexFile, 'whatever makes a worker crash')
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(existsSync(library.indexFile)).toBe(false)
})

slow('returns errors as data when the database is gone or the search is closed', async () => {
  const library = await openTestSearch({ database: '/nowhere/library.db' })
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  await library.search.close()
  expect(await library.search.layout({})).toMatchObject({ ok: false, error: { code: 'internal' } })
})

test('ends open requests when it closes', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'a red fox' })
  const responses = [library.search.facets({}), library.search.layout({})]
  await library.close()
  expect((await Promise.all(responses)).map(({ ok }) => typeof ok)).toEqual(['boolean', 'boolean'])
})

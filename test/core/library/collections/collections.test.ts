/** Collections and saved searches: a tree without circles, members that stay in the library, and both outlive the database. */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createCollections } from '#core/library/collections/collections.ts'
import type { Database } from '#core/store/database.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { openTestLibrary } from '../fixtures.ts'
import { newRow } from '../search/search-fixtures.ts'
import { loseDatabase } from '#test/stand-ins/data-check.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function withAssets(count: number) {
  const library = await openTestLibrary()
  const ids: string[] = []
  for (let number = 0; number < count; number++) ids.push((await library.add(number)).id)
  await library.close()
  const app = await openTestApp({ dataDir: library.dataDir })
  return { app, ids, dataDir: library.dataDir, sidecarPath: library.library.media.sidecarPath }
}

async function collectionTree(app: TestApp) {
  const { items } = await app.ask('collections.list', {})
  return items.map(({ name, parentId, count }) => ({
    name,
    in: items.find(({ id }) => id === parentId)?.name ?? null,
    count,
  }))
}

slow('holds assets in any number of collections, one inside another', async () => {
  const { app, ids } = await withAssets(4)
  const outer = await app.ask('collections.create', { name: 'Portfolio' })
  const inner = await app.ask('collections.create', { name: 'Foxes', parentId: outer.id })
  expect(await app.ask('collections.add', { id: outer.id, assetIds: ids.slice(0, 3) })).toEqual({
    changed: 3,
    assetIds: ids.slice(0, 3),
  })
  expect(await app.ask('collections.add', { id: outer.id, assetIds: [...ids, 'nobody'] })).toEqual({
    changed: 1,
    assetIds: ids.slice(3),
  })
  await app.ask('collections.add', { id: inner.id, assetIds: ids.slice(1, 3) })
  expect(await app.ask('collections.drop', { id: outer.id, assetIds: [ids[0] ?? '', 'nobody'] })).toEqual({
    changed: 1,
    assetIds: ids.slice(0, 1),
  })
  expect(await collectionTree(app)).toEqual([
    { name: 'Foxes', in: 'Portfolio', count: 2 },
    { name: 'Portfolio', in: null, count: 3 },
  ])
  await app.ask('library.trash', { ids: [ids[1] ?? ''] })
  expect(await collectionTree(app)).toMatchObject([{ count: 1 }, { count: 2 }])
  expect(app.events.findLast(({ name }) => name === 'collections.changed')?.data).toMatchObject({
    items: [
      { name: 'Foxes', count: 1 },
      { name: 'Portfolio', count: 2 },
    ],
  })
})

test('counts members without looking at every asset', async () => {
  const { db, library } = await openTestLibrary()
  const asked: string[] = []
  const all: Database['all'] = (sql, ...values) => {
    asked.push(sql)
    return db.all(sql, ...values)
  }
  const deps = { db: { ...db, all }, clock: createManualClock(), events: createEventBus(() => undefined) }
  createCollections({ ...deps, ...library }).list()
  const plans = asked.flatMap((sql) =>
    db.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => String(row['detail'])),
  )
  expect(plans.length).toBeGreaterThan(3)
  expect(plans.filter((plan) => /assets_1|SCAN (?:a|m)$/u.test(plan))).toEqual([])
})

/** How often others have the event loop before it is done. */
async function turnsOf(work: unknown): Promise<number> {
  let isOver = false
  void Promise.resolve(work).then(() => (isOver = true))
  let turns = 0
  for (; !isOver; turns++) await yieldToEventLoop()
  return turns
}

test('others have the event loop while a large collection is taken away and brought back', async () => {
  const { library } = await openTestLibrary()
  library.store.insertMany(Array.from({ length: 1_000 }, (_, number) => newRow(number)))
  const made = library.collections.create('A', null)
  const id = made.ok ? made.data.id : ''
  library.collections.add(
    id,
    [...library.store.each()].map((record) => record.id),
  )
  expect(await turnsOf(library.collections.remove(id))).toBeGreaterThanOrEqual(5)
  expect(library.collections.list()).toEqual([])
  expect(await turnsOf(library.collections.restore(id))).toBeGreaterThanOrEqual(5)
  expect(library.collections.list()).toMatchObject([{ id, count: 1_000 }])
})

slow('takes away a collection with those nested in it, and leaves the assets', async () => {
  const { app, ids } = await withAssets(2)
  const outer = await app.ask('collections.create', { name: 'A' })
  const inner = await app.ask('collections.create', { name: 'B', parentId: outer.id })
  await app.ask('collections.create', { name: 'C' })
  await app.ask('collections.add', { id: inner.id, assetIds: ids })
  await app.ask('collections.remove', { id: outer.id })
  expect(await collectionTree(app)).toEqual([{ name: 'C', in: null, count: 0 }])
  expect((await app.ask('library.stats', {})).assets).toBe(2)
  expect(await app.call('collections.remove', { id: outer.id })).toMatchObject({
    error: { code: 'not_found' },
  })
})

test('brings a deleted collection back as it was, with those nested in it and what is left of its assets', async () => {
  const { app, ids, sidecarPath } = await withAssets(3)
  const top = await app.ask('collections.create', { name: 'Work' })
  const outer = await app.ask('collections.create', { name: 'A', parentId: top.id })
  const inner = await app.ask('collections.create', { name: 'B', parentId: outer.id })
  await app.ask('collections.add', { id: outer.id, assetIds: ids.slice(0, 1) })
  await app.ask('collections.add', { id: inner.id, assetIds: ids })
  const before = await app.ask('collections.list', {})
  await app.ask('collections.remove', { id: outer.id })
  await app.ask('library.trash', { ids: ids.slice(2) })
  await app.ask('library.emptyTrash', { ids: ids.slice(2) })
  const back = await app.ask('collections.restore', { id: outer.id })
  expect(back).toEqual(before.items.find(({ id }) => id === outer.id))
  expect(await collectionTree(app)).toEqual([
    { name: 'A', in: 'Work', count: 1 },
    { name: 'B', in: 'A', count: 2 },
    { name: 'Work', in: null, count: 0 },
  ])
  const { sha256 } = await app.ask('library.get', { id: ids[0] ?? '' })
  await expect
    .poll(async () => readFile(sidecarPath(sha256), 'utf8'))
    .toSatisfy((text: string) => text.includes(outer.id) && text.includes(inner.id))
  expect(await app.call('collections.restore', { id: outer.id })).toMatchObject({
    error: { code: 'not_found' },
  })
})

test('brings a collection back to the top where its parent is gone, and not beside one of its name', async () => {
  const { app } = await withAssets(0)
  const outer = await app.ask('collections.create', { name: 'A' })
  const inner = await app.ask('collections.create', { name: 'B', parentId: outer.id })
  await app.ask('collections.remove', { id: inner.id })
  await app.ask('collections.remove', { id: outer.id })
  const other = await app.ask('collections.create', { name: 'b' })
  expect(await app.call('collections.restore', { id: inner.id })).toMatchObject({
    error: { code: 'conflict' },
  })
  await app.ask('collections.update', { id: other.id, name: 'C' })
  expect(await app.ask('collections.restore', { id: inner.id })).toMatchObject({ name: 'B', parentId: null })
  await app.ask('collections.restore', { id: outer.id })
  expect(await collectionTree(app)).toMatchObject([{ name: 'A' }, { name: 'B', in: null }, { name: 'C' }])
})

test('refuses circles, and two of one name in the same place', async () => {
  const { app } = await withAssets(0)
  const a = await app.ask('collections.create', { name: 'Straße' })
  const b = await app.ask('collections.create', { name: 'B', parentId: a.id })
  const c = await app.ask('collections.create', { name: 'C', parentId: b.id })
  for (const parentId of [a.id, b.id, c.id]) {
    expect(await app.call('collections.update', { id: a.id, parentId })).toMatchObject({
      error: { code: 'invalid_input', field: 'parentId' },
    })
  }
  expect(await app.call('collections.create', { name: 'STRASSE' })).toMatchObject({ ok: true })
  expect(await app.call('collections.create', { name: 'straße' })).toMatchObject({
    error: { code: 'conflict' },
  })
  expect(await app.call('collections.update', { id: c.id, parentId: null, name: 'STRAßE' })).toMatchObject({
    error: { code: 'conflict', field: 'name' },
  })
  expect(await app.call('collections.create', { name: 'B' })).toMatchObject({ ok: true })
  expect(await app.call('collections.update', { id: b.id, name: 'b' })).toMatchObject({ ok: true })
  expect(await app.call('collections.update', { id: c.id, parentId: null })).toMatchObject({ ok: true })
  expect(await app.call('collections.create', { name: 'x', parentId: 'nobody' })).toMatchObject({
    error: { code: 'not_found' },
  })
})

test('keeps saved searches', async () => {
  const { app } = await withAssets(0)
  const best = await app.ask('searches.create', { name: 'Best', filter: { minRating: 4, tags: ['fox'] } })
  await app.ask('searches.create', { name: 'All', filter: {} })
  expect(await app.ask('searches.update', { id: best.id, filter: { minRating: 5 } })).toEqual({
    id: best.id,
    name: 'Best',
    filter: { minRating: 5 },
  })
  await app.ask('searches.update', { id: best.id, name: 'Very best' })
  const again = await app.reopen()
  const names = async (from: TestApp) => (await from.ask('searches.list', {})).items.map(({ name }) => name)
  expect((await names(again)).toSorted()).toEqual(['All', 'Very best'])
  await again.ask('searches.remove', { id: best.id })
  expect(await names(again)).toEqual(['All'])
  for (const route of ['searches.remove', 'searches.update'] as const)
    expect(await again.call(route, { id: best.id })).toMatchObject({ error: { code: 'not_found' } })
})

async function arrange(app: TestApp, ids: readonly string[]): Promise<void> {
  const outer = await app.ask('collections.create', { name: 'Portfolio' })
  const inner = await app.ask('collections.create', { name: 'Foxes', parentId: outer.id })
  await app.ask('collections.add', { id: outer.id, assetIds: ids.slice(0, 2) })
  await app.ask('collections.add', { id: inner.id, assetIds: ids.slice(1) })
  await app.ask('collections.drop', { id: inner.id, assetIds: ids.slice(-1) })
  await app.ask('searches.create', { name: 'Best', filter: { minRating: 4 } })
  await app.close()
}

test('comes back whole from media alone', async () => {
  const { app, ids, dataDir } = await withAssets(4)
  await arrange(app, ids)
  const expected = [
    { name: 'Foxes', in: 'Portfolio', count: 2 },
    { name: 'Portfolio', in: null, count: 2 },
  ]
  await loseDatabase(dataDir)
  const again = await app.reopen()
  await again.ask('library.rebuild', {})
  expect(await collectionTree(again)).toEqual(expected)
  expect((await again.ask('searches.list', {})).items).toMatchObject([
    { name: 'Best', filter: { minRating: 4 } },
  ])
})

test('keeps members together when the names are lost, and the damaged file beside', async () => {
  const { app, ids, dataDir } = await withAssets(4)
  await arrange(app, ids)
  await loseDatabase(dataDir)
  await writeFile(join(dataDir, 'media', '.library.json'), '{"format": 1, "collec')
  const again = await app.reopen()
  await again.ask('library.rebuild', {})
  expect((await collectionTree(again)).map(({ count }) => count)).toEqual([2, 2])
  await again.close()
  const kept = (await readdir(join(dataDir, 'media'))).filter((name) =>
    name.startsWith('.library.json.unread'),
  )
  expect(kept).toHaveLength(1)
  expect(await readFile(join(dataDir, 'media', '.library.json'), 'utf8')).toContain('Collection 1')
})

slow('a rebuild does not put back what was taken out a moment ago', async () => {
  const { app, ids, sidecarPath, dataDir } = await withAssets(1)
  const { id } = await app.ask('collections.create', { name: 'A' })
  await app.ask('collections.add', { id, assetIds: ids })
  const { sha256 } = await app.ask('library.get', { id: ids[0] ?? '' })
  await app.until(async () => (await readFile(sidecarPath(sha256), 'utf8')).includes(id))
  await app.close()
  const behind = await readFile(sidecarPath(sha256))
  const again = await openTestApp({ dataDir })
  await again.ask('collections.drop', { id, assetIds: ids })
  await again.close()
  await writeFile(sidecarPath(sha256), behind)
  const last = await openTestApp({ dataDir })
  await last.ask('library.rebuild', {})
  expect(await collectionTree(last)).toEqual([{ name: 'A', in: null, count: 0 }])
})

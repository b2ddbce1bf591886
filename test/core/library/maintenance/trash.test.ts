/** The trash: thirty days, undo, and a deletion that never takes more than it should. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../fixtures.ts'

const DAY_MS = 24 * 60 * 60_000

async function fill() {
  const test = await openTestLibrary()
  const { library } = test
  const alone = await test.add(1, { prompt: 'alone' })
  const twin = await test.add(2, { prompt: 'twin' })
  const other = await test.add(2, { prompt: 'other' })
  const record = library.find(alone.id)
  if (record) await library.thumbnails.ensure(record)
  await test.close()
  const app = await openTestApp({ dataDir: test.dataDir })
  const filesOf = async (sha256: string) => {
    const { path, thumbPath } = library.media
    const folders = [dirname(path(sha256, 'png')), dirname(thumbPath(sha256))]
    const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
    return names.flat().filter((name) => name.startsWith(sha256))
  }
  return { app, alone, twin, other, filesOf, media: library.media, dataDir: test.dataDir }
}

slow('deletes for good what the user throws out, with everything that was made from it', async () => {
  const { app, alone, filesOf } = await fill()
  await app.ask('library.trash', { ids: [alone.id] })
  expect(await app.ask('library.emptyTrash', {})).toEqual({ deleted: 1 })
  expect(await app.call('library.get', { id: alone.id })).toMatchObject({ error: { code: 'not_found' } })
  expect(await filesOf(alone.sha256)).toEqual([])
  expect(await app.ask('library.verify', {})).toEqual({ checked: 2, missing: 0, damaged: 0 })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 2 })
})

test('deletes nothing that is not in the trash, whatever is named', async () => {
  const { app, alone, twin, filesOf } = await fill()
  expect(await app.ask('library.emptyTrash', { ids: [alone.id, twin.id, 'nobody'] })).toEqual({ deleted: 0 })
  await app.ask('library.trash', { ids: [alone.id, twin.id] })
  await app.ask('library.restore', { ids: [alone.id] })
  expect(await app.ask('library.emptyTrash', { ids: [alone.id, alone.id, twin.id] })).toEqual({ deleted: 1 })
  expect(await filesOf(alone.sha256)).toHaveLength(3)
})

test('deletes the others where a file cannot be deleted, and that one another day', async () => {
  const { app, alone, twin, other, filesOf, media, dataDir } = await fill()
  const held = media.ownPath(alone.sha256, 'png')
  const ids = [alone.id, twin.id, other.id]
  // What is in the way of a deletion on every system, as a program that has the file open is on Windows.
  await rm(held)
  await mkdir(held)
  await app.ask('library.trash', { ids })
  expect(await app.ask('library.emptyTrash', {})).toEqual({ deleted: 3 })
  expect([await app.ask('library.getMany', { ids }), await filesOf(twin.sha256)]).toEqual([{ items: [] }, []])
  await app.close()
  await rmdir(held)
  await writeFile(held, 'once held')
  await openTestApp({ dataDir })
  await expect.poll(() => filesOf(alone.sha256)).toEqual([])
})

/** One asset, and more in the trash than are deleted at once, twice over. */
async function fillTrash() {
  const { library, clock, dataDir, add, close } = await openTestLibrary()
  const record = library.find((await add(1)).id)
  if (!record) throw new Error('It is not there.')
  const many = Array.from({ length: 101 }, (_, number) => {
    const sha256 = createHash('sha256').update(String(number)).digest('hex')
    return {
      ...record,
      id: `asset_${sha256.slice(0, 32)}`,
      taskId: String(number),
      sha256,
      trashedAt: clock.now(),
    }
  })
  library.store.insertMany(many)
  await close()
  return { ...(await openTestApp({ dataDir })), asset: record.id, trashed: many.map(({ id }) => id) }
}

slow('what is restored while the trash is emptied stays', async () => {
  const { app, ask, trashed: ids } = await fillTrash()
  const last = ids.slice(-1)
  const restored = new Promise((resolve) => {
    const stop = app.subscribe(({ name }) => {
      if (name !== 'library.changed') return
      stop()
      resolve(app.call('library.restore', { ids: last }))
    })
  })
  expect(await ask('library.emptyTrash', { ids })).toEqual({ deleted: 100 })
  await restored
  expect(await ask('library.getMany', { ids })).toMatchObject({ items: [{ id: last[0] }] })
})

slow('what is thrown away while the trash is emptied stays in it', async () => {
  const { app, ask, asset, trashed } = await fillTrash()
  const ids = [asset]
  const thrownAway = new Promise((resolve) => {
    const stop = app.subscribe(({ name }) => {
      if (name !== 'library.changed') return
      stop()
      resolve(app.call('library.trash', { ids }))
    })
  })
  expect(await ask('library.emptyTrash', {})).toEqual({ deleted: trashed.length })
  await thrownAway
  expect(await ask('library.restore', { ids })).toEqual({ changed: 1 })
})

slow('keeps a file that another asset shares, and that asset after a rebuild too', async () => {
  const { app, twin, other, filesOf } = await fill()
  await app.ask('library.trash', { ids: [twin.id] })
  await app.ask('library.emptyTrash', {})
  expect((await filesOf(twin.sha256)).length).toBeGreaterThanOrEqual(2)
  expect(await app.ask('library.verify', {})).toEqual({ checked: 2, missing: 0, damaged: 0 })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 2 })
  expect(await app.call('library.get', { id: twin.id })).toMatchObject({ ok: false })
  expect((await app.ask('library.get', { id: other.id })).prompt).toBe('other')
  await app.ask('library.trash', { ids: [other.id] })
  await app.ask('library.emptyTrash', {})
  expect(await filesOf(other.sha256)).toEqual([])
})

test('empties after thirty days by itself, and not a day before', async () => {
  const { app, alone, twin } = await fill()
  await app.ask('library.trash', { ids: [alone.id] })
  app.clock.advance(10 * DAY_MS)
  await app.ask('library.trash', { ids: [twin.id] })
  const isThere = async (id: string) => (await app.call('library.get', { id })).ok
  app.clock.advance(19 * DAY_MS)
  // What was due before is done before this.
  await app.ask('library.emptyTrash', { ids: ['nobody'] })
  expect(await isThere(alone.id)).toBe(true)
  app.clock.advance(DAY_MS)
  await app.until(async () => !(await isThere(alone.id)), { meanwhile: () => undefined })
  expect(await isThere(twin.id)).toBe(true)
  expect(
    app.events.some(
      ({ name, data }) => name === 'library.changed' && 'ids' in data && data.ids.includes(alone.id),
    ),
  ).toBe(true)
})

slow('empties at the start what became due while Atelier was closed', async () => {
  const { app, alone } = await fill()
  await app.ask('library.trash', { ids: [alone.id] })
  await app.close()
  const clock = createManualClock(Date.UTC(2025, 7, 15))
  const again = await app.reopen({ clock })
  await again.until(async () => !(await again.call('library.get', { id: alone.id })).ok)
  expect((await again.ask('library.stats', {})).assets).toBe(2)
})

test('keeps for thirty days more what comes back into the trash with a recovery', async () => {
  const { app, alone, twin, filesOf, dataDir } = await fill()
  await app.ask('library.trash', { ids: [alone.id] })
  await app.close()
  for (const name of await readdir(dataDir)) if (name.startsWith('library.db')) await rm(join(dataDir, name))
  const clock = createManualClock(Date.UTC(2025, 7, 15))
  const again = await app.reopen({ clock })
  await again.until(async () => (await again.ask('jobs.list', {})).items[0]?.state === 'done')
  const deletes = (ids: readonly string[]) => again.ask('library.emptyTrash', { ids: [...ids] })
  for (const days of [0, 29]) {
    clock.advance(days * DAY_MS)
    // What is due is deleted before this.
    expect(await deletes([twin.id])).toEqual({ deleted: 0 })
    expect(await filesOf(alone.sha256)).not.toEqual([])
  }
  clock.advance(DAY_MS)
  await again.until(async () => (await filesOf(alone.sha256)).length === 0)
})

slow('goes on with a deletion that a crash interrupted', async () => {
  const { app, alone, twin, filesOf, media, dataDir } = await fill()
  await app.ask('library.trash', { ids: [alone.id] })
  await app.close()
  const database = new DatabaseSync(`${dataDir}/library.db`)
  database.exec('PRAGMA foreign_keys = ON')
  database.prepare('DELETE FROM assets WHERE id = ?').run(alone.id)
  const intend = database.prepare("INSERT INTO purges (asset_id, sha256, extension) VALUES (?, ?, 'png')")
  intend.run(alone.id, alone.sha256)
  // And one that was made again after that.
  intend.run(twin.id, twin.sha256)
  database.close()
  const again = await app.reopen()
  await again.until(async () => (await filesOf(alone.sha256)).length === 0)
  expect((await again.ask('library.get', { id: twin.id })).id).toBe(twin.id)
  expect(await again.ask('library.verify', {})).toMatchObject({ missing: 0, damaged: 0 })
  expect((await stat(media.path(twin.sha256, 'png'))).size).toBeGreaterThan(0)
  expect(basename(media.sidecarPath(twin.sha256))).toBe(`${twin.sha256}.json`)
  await again.ask('library.emptyTrash', {})
  expect(await again.ask('library.rebuild', {})).toMatchObject({ assets: 2 })
})

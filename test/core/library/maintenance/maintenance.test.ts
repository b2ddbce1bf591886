/** Trash and restore, verify, and building the library again from its files alone. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../fixtures.ts'

async function fill(dataDir?: string) {
  const library = await openTestLibrary(dataDir)
  const one = await library.add(1, { prompt: 'one', options: { seed: 1 } })
  const two = await library.add(2, { prompt: 'two', taskId: 'task-x', place: 3 })
  const twin = await library.add(2, { prompt: 'twin' })
  await library.library.change([one.id], { rating: 4, favorite: true, addTags: ['fox'], title: 'First' })
  await library.library.trash([two.id])
  await library.close()
  return { dataDir: library.dataDir, one, two, twin, ...library.library.media }
}

test('moves to the trash and back without touching a file', async () => {
  const { dataDir, one, two } = await fill()
  const app = await openTestApp({ dataDir })
  expect((await app.ask('library.query', { trashed: true })).items.map(({ id }) => id)).toEqual([two.id])
  expect(await app.ask('library.restore', { ids: [two.id, 'nobody'] })).toEqual({ changed: 1 })
  expect(await app.ask('library.trash', { ids: [one.id] })).toEqual({ changed: 1 })
  expect((await app.ask('library.get', { id: one.id })).trashedAt).toEqual(expect.any(Number))
  expect(await app.ask('library.verify', {})).toEqual({ checked: 3, missing: 0, damaged: 0 })
})

test('builds every row again from media alone when library.db is gone', async () => {
  const { dataDir } = await fill()
  const before = await openTestApp({ dataDir })
  const query = { limit: 500 }
  const expected = [
    ...(await before.ask('library.query', query)).items,
    ...(await before.ask('library.query', { ...query, trashed: true })).items,
  ]
  await before.close()
  for (const name of ['library.db', 'library.db-wal', 'library.db-shm'])
    await rm(join(dataDir, name), { force: true })

  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 3 })
  const found = [
    ...(await app.ask('library.query', query)).items,
    ...(await app.ask('library.query', { ...query, trashed: true })).items,
  ]
  expect(found).toEqual(expected)
  expect((await app.ask('library.query', { text: 'fox' })).total).toBe(1)
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 3 })
  expect((await app.ask('library.stats', {})).assets).toBe(2)
})

test('takes in a file whose sidecar cannot be read as one of which nothing is known', async () => {
  const { dataDir, one, twin, path, sidecarPath } = await fill()
  await writeFile(sidecarPath(one.sha256), '{"format":1,"entr')
  await writeFile(join(dataDir, 'media', 'ab.txt'), 'not ours')
  for (const name of ['library.db', 'library.db-wal', 'library.db-shm'])
    await rm(join(dataDir, name), { force: true })
  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 3 })
  expect((await app.ask('library.get', { id: twin.id })).prompt).toBe('twin')
  expect(await app.call('library.get', { id: one.id })).toMatchObject({ ok: false })
  expect(await readFile(path(one.sha256, 'png'))).not.toHaveLength(0)
})

test('finds what is missing and what is damaged, and deletes nothing', async () => {
  const { dataDir, one, two, path } = await fill()
  await rm(path(one.sha256, 'png'))
  const bytes = await readFile(path(two.sha256, 'png'))
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
  await writeFile(path(two.sha256, 'png'), bytes)
  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.verify', {})).toEqual({ checked: 3, missing: 1, damaged: 2 })
  expect((await app.ask('library.query', {})).total).toBe(2)
  expect(await app.app.media.asset(one.id)).toBeNull()
  expect(await readFile(path(two.sha256, 'png'))).toEqual(bytes)
})

test('serves files by opaque id alone', async () => {
  const { dataDir, one } = await fill()
  const app = await openTestApp({ dataDir })
  const { media } = app.app
  expect(await media.asset(one.id)).toMatchObject({ mimeType: 'image/png', sha256: one.sha256 })
  expect(await media.thumb(one.id)).toMatchObject({ mimeType: 'image/webp' })
  for (const id of ['', '..', '../library.db', `${one.id}/../x`, one.sha256, '%2e%2e', '\0', "' OR 1=1 --"]) {
    expect([await media.asset(id), await media.thumb(id), await media.input(id)]).toEqual([null, null, null])
  }
})

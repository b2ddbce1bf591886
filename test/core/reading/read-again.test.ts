/** A file that could not be read is read again when the user asks for it, and only then. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { createUnreadableFiles } from '#core/reading/reading-notes.ts'
import { openDatabase } from '#core/store/database.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'

const MARKED = /is not read again/

async function importFile(app: TestApp, name: string, bytes: Uint8Array): Promise<Asset> {
  const body = (async function* () {
    yield bytes
  })()
  const taken = await app.app.importFile({ name, body })
  if (!taken.ok) throw new Error(taken.error.message)
  return taken.data.asset
}

function isMarkedBeside({ dataDir }: TestApp, { sha256 }: Asset): Promise<boolean> {
  const path = join(dataDir, 'media', sha256.slice(0, 2), `${sha256}.json`)
  return readFile(path, 'utf8').then((text) => text.includes('"unreadable"'))
}

test('one that can be read by now is shown, and is not marked beside its file either', async () => {
  const app = await openTestApp()
  const asset = await importFile(app, 'fox.png', await makeImage(1))
  await app.close()
  const db = openDatabase(join(app.dataDir, 'library.db'))
  createUnreadableFiles(db, Date.now).add(asset.sha256, 'slow')
  db.run('UPDATE assets SET width = NULL, height = NULL')
  db.close()

  const again = await app.reopen()
  await again.ask('library.update', { ids: [asset.id], rating: 3 })
  await again.until(() => isMarkedBeside(again, asset))
  const { unreadable, ...rest } = await again.ask('library.get', { id: asset.id })
  expect(unreadable).toBe(true)
  expect(await again.ask('library.readAgain', { id: asset.id })).toEqual({ ...rest, width: 16, height: 12 })
  await again.until(async () => !(await isMarkedBeside(again, asset)))
  expect(await again.app.media.thumb(asset.id)).toMatchObject({ mimeType: 'image/webp' })
  expect(again.events).toContainEqual({ name: 'library.changed', data: { ids: [asset.id] } })
})

test('one that stops the reader once more says so, and stays marked', async () => {
  const app = await openTestApp({ readerPatience: 0.1 })
  const video = await readFile(join(import.meta.dirname, '../../data/hostile/mini.webm'))
  const asset = await importFile(app, 'video.webm', video)
  expect(asset).toMatchObject({ unreadable: true })
  expect(await app.ask('library.readAgain', { id: asset.id })).toEqual(asset)
  expect(app.logLines.filter((line) => MARKED.test(line))).toHaveLength(2)

  const again = await app.reopen()
  expect(await again.ask('library.get', { id: asset.id })).toEqual(asset)
  expect(again.logLines.filter((line) => MARKED.test(line))).toEqual([])
})

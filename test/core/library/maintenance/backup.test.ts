/** A backup while Atelier works: a whole database, the list of the files, and nothing under a final name before it is done. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { backUp } from '#core/library/maintenance/backup.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../fixtures.ts'

async function openFilled() {
  const library = await openTestLibrary()
  for (let number = 0; number < 5; number++) await library.add(number % 4, { prompt: `fox ${number}` })
  await library.close()
  return openTestApp({ dataDir: library.dataDir })
}

test('copies the database and lists every file with its size and hash', async () => {
  const app = await openFilled()
  const job = await app.ask('library.backup', {})
  // The library is used meanwhile.
  await app.ask('collections.create', { name: 'Meanwhile' })
  const ended = await app.until(async () =>
    (await app.ask('jobs.list', {})).items.find(({ id, state }) => id === job.id && state !== 'running'),
  )
  expect(ended).toMatchObject({ kind: 'backup', state: 'done' })
  expect(ended.message).toContain(ended.path)
  const path = ended.path ?? ''
  expect(path.startsWith(join(app.dataDir, 'backups'))).toBe(true)
  expect((await readdir(path)).toSorted()).toEqual(['files.json', 'library.db'])
  const copy = new DatabaseSync(join(path, 'library.db'), { readOnly: true })
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(copy.prepare('SELECT count(*) AS number FROM assets').get()).toEqual({ number: 5 })
  copy.close()
  const files = JSON.parse(await readFile(join(path, 'files.json'), 'utf8')) as {
    path: string
    sizeBytes: number
    sha256: string
  }[]
  expect(files).toHaveLength(4)
  for (const file of files) {
    const bytes = await readFile(join(app.dataDir, file.path))
    expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      size: file.sizeBytes,
      sha256: file.sha256,
    })
  }
})

test('keeps every backup, and leaves nothing of one that was cancelled', async () => {
  const app = await openFilled()
  const start = async () => (await app.ask('library.backup', {})).id
  const isDone = async () => (await app.ask('jobs.list', {})).items.every(({ state }) => state === 'done')
  const first = await start()
  expect(await start()).toBe(first)
  await app.until(isDone)
  expect(await start()).not.toBe(first)
  await app.until(isDone, { meanwhile: () => undefined })
  const backups = join(app.dataDir, 'backups')
  expect(await readdir(backups)).toHaveLength(2)
  const third = await start()
  expect((await app.ask('jobs.cancel', { id: third })).state).toBe('cancelled')
  expect(await readdir(backups)).toHaveLength(2)
  for (const name of await readdir(backups))
    expect((await stat(join(backups, name))).isDirectory()).toBe(true)
})

test('has its name only when everything is in it', async () => {
  const { db, dataDir, add } = await openTestLibrary()
  await add(1)
  const seen = new Set<string>()
  const look = () => readdirSync(join(dataDir, 'backups')).forEach((name) => void seen.add(name))
  const { path } = await backUp({ db, dataDir, now: 0 }, look, new AbortController().signal)
  expect([...seen]).toEqual([`${basename(path)}.part`])
  expect(await readdir(join(dataDir, 'backups'))).toEqual([basename(path)])
})

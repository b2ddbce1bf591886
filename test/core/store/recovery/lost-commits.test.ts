/**
 * A database that lost its latest commits shows tasks as waiting that were sent and charged: nothing is sent again because of
 * that, and what the service accepted is not forgotten where any page still knows it.
 */
import { copyFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp, openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

/** A task that waited when the file was last brought up to date, and was sent and accepted after that. */
async function crashAfterSending() {
  const service = await openFaultyService()
  service.tasks.life = ['PENDING']
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  const beside = new DatabaseSync(join(app.dataDir, 'library.db'))
  beside.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  beside.close()
  await app.ask('queue.resume', {})
  const { remoteId } = await app.untilTask(id, 'running')
  const dataDir = join(await makeTempDir(), 'crashed')
  await cp(app.dataDir, dataDir, { recursive: true })
  await app.close()
  const again = () => openTestApp({ dataDir, settings: app.settings, secrets: app.secrets })
  return { service, dataDir, id, remoteId, again }
}

async function sendsNothing(app: TestApp): Promise<void> {
  await app.ask('queue.resume', {})
  app.clock.advance(60 * 60_000)
  await app.until(async () => (await app.ask('jobs.list', {})).items.every(({ state }) => state === 'done'))
}

const repaired = async (app: TestApp) =>
  (await app.ask('notices.list', {})).items.find(({ id }) => id === 'library-repaired')

test('finds the task as it was when everything is there', async () => {
  const { service, id, remoteId, again } = await crashAfterSending()
  const app = await again()
  expect(await app.task(id)).toMatchObject({ state: 'running', remoteId })
  expect(await repaired(app)).toBeUndefined()
  expect(service.generates()).toHaveLength(1)
})

test('puts a task before the user when the log that knew of its sending is gone', async () => {
  const { service, dataDir, id, again } = await crashAfterSending()
  await rm(join(dataDir, 'library.db-wal'))
  const app = await again()
  await sendsNothing(app)
  expect(await app.task(id)).toMatchObject({
    state: 'unknown',
    error: { code: 'unknown_outcome', charged: 'maybe' },
  })
  expect(await repaired(app)).toMatchObject({ code: 'library_was_older' })
  expect(service.generates()).toHaveLength(1)
})

test('the same when the log is cut off before it', async () => {
  const { service, dataDir, id, again } = await crashAfterSending()
  await truncate(join(dataDir, 'library.db-wal'), 32)
  const app = await again()
  await sendsNothing(app)
  expect((await app.task(id)).state).toBe('unknown')
  expect(service.generates()).toHaveLength(1)
})

test('follows the task when the log is damaged before the commit that knew of it', async () => {
  const { service, dataDir, id, remoteId, again } = await crashAfterSending()
  const path = join(dataDir, 'library.db-wal')
  const log = await readFile(path)
  log.writeUInt8(log.readUInt8(32 + 24 + 100) ^ 1, 32 + 24 + 100)
  await writeFile(path, log)
  const app = await again()
  await sendsNothing(app)
  expect(await app.task(id)).toMatchObject({ state: 'running', remoteId })
  const [aside = ''] = (await readdir(dataDir)).filter((name) => /damaged-.+-wal$/.test(name))
  expect((await readFile(join(dataDir, aside))).equals(log)).toBe(true)
  expect(service.generates()).toHaveLength(1)
})

test('sends what waited and was never sent, also after damage, when nothing can be missing', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  await app.close()
  const database = new DatabaseSync(join(app.dataDir, 'library.db'))
  database.exec('DROP INDEX assets_by_hash')
  database.close()
  const again = await app.reopen()
  expect(await repaired(again)).toMatchObject({ code: 'library_was_damaged' })
  expect((await again.ask('queue.state', {})).paused).toBe(true)
  await again.ask('queue.resume', {})
  await again.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('doubts what waited in a damaged database whose tasks cannot be read whole', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  await app.close()
  const database = new DatabaseSync(join(app.dataDir, 'library.db'))
  database.exec("DROP TABLE requests; UPDATE tasks SET watch = '{'")
  database.close()
  const again = await app.reopen()
  await sendsNothing(again)
  expect((await again.task(id)).state).toBe('unknown')
  expect(service.generates()).toEqual([])
})

test('puts what waited in a backup before the user when the backup comes back', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  const job = await app.ask('library.backup', {})
  const { path = '' } = await app.until(async () =>
    (await app.ask('jobs.list', {})).items.find((one) => one.id === job.id && one.state === 'done'),
  )
  await app.ask('queue.resume', {})
  await app.untilTask(id, 'saved')
  await app.close()
  await copyFile(join(path, 'library.db'), join(app.dataDir, 'library.db'))
  const again = await app.reopen()
  await sendsNothing(again)
  expect((await again.task(id)).state).toBe('unknown')
  expect(await repaired(again)).toMatchObject({ code: 'library_was_copy' })
  // What was made since the backup comes back from its sidecar.
  expect((await again.ask('library.stats', {})).assets).toBe(1)
  expect(service.generates()).toHaveLength(1)
})

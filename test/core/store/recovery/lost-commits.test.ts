/**
 * A database that lost its latest commits shows tasks as waiting that were sent and charged: `accepted.jsonl` knows better, and where
 * that is lost too, nothing is sent until the user decides.
 */
import { message } from '#contract/messages/message.ts'
import { copyFile, cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openAtService, openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** A task that waits in a paused queue. */
async function openWithWaiting() {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne()
  return { service, app, id }
}

/** Returns the folder of a backup. */
async function backUp(app: TestApp): Promise<string> {
  const job = await app.ask('library.backup', {})
  const { path = '' } = await app.until(async () =>
    (await app.ask('jobs.list', {})).items.find((one) => one.id === job.id && one.state === 'done'),
  )
  return path
}

function damage(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  database.exec('DROP INDEX assets_by_hash')
  database.close()
}

/** A task that waited when the file was last brought up to date, and was sent and accepted after that. */
async function crashAfterSending() {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING']
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

const recovered = async (app: TestApp) =>
  (await app.ask('notices.list', {})).items.find(({ id }) => id === 'library-recovered')

test('finds the task as it was when everything is there', async () => {
  const { service, id, remoteId, again } = await crashAfterSending()
  const app = await again()
  expect(await app.task(id)).toMatchObject({ state: 'running', remoteId })
  expect(await recovered(app)).toBeUndefined()
  expect(service.generates()).toHaveLength(1)
})

const LOSSES: readonly (readonly [name: string, lose: (path: string) => Promise<unknown>])[] = [
  ['its write-ahead log', (path) => rm(`${path}-wal`)],
  ['the end of its write-ahead log', (path) => truncate(`${path}-wal`, 32)],
  [
    'a part of its write-ahead log',
    async (path) => {
      const log = await readFile(`${path}-wal`)
      log.writeUInt8(log.readUInt8(32 + 24 + 100) ^ 1, 32 + 24 + 100)
      await writeFile(`${path}-wal`, log)
    },
  ],
  ['everything', (path) => Promise.all(['', '-wal', '-shm'].map((suffix) => rm(path + suffix)))],
]

slow.each(LOSSES)('follows the task when library.db lost %s', async (_name, lose) => {
  const { service, dataDir, id, remoteId, again } = await crashAfterSending()
  await lose(join(dataDir, 'library.db'))
  const app = await again()
  await sendsNothing(app)
  expect(await app.task(id)).toMatchObject({ state: 'running', remoteId })
  expect(await recovered(app)).toMatchObject({ code: expect.stringMatching(/_(?:older|missing)$/) as string })
  expect(service.generates()).toHaveLength(1)
})

test('leaves the decision to the user when accepted.jsonl is lost with the write-ahead log', async () => {
  const { service, dataDir, id, again } = await crashAfterSending()
  await rm(join(dataDir, 'library.db-wal'))
  await rm(join(dataDir, 'accepted.jsonl'))
  const app = await again()
  await sendsNothing(app)
  expect(await app.task(id)).toMatchObject({
    state: 'unknown',
    error: { code: 'unknown_outcome', charged: 'maybe' },
  })
  expect(await recovered(app)).toMatchObject({ code: 'library_was_older' })
  expect(service.generates()).toHaveLength(1)
})

test('keeps a damaged write-ahead log before SQLite writes over it', async () => {
  const { dataDir, again } = await crashAfterSending()
  const path = join(dataDir, 'library.db-wal')
  const log = await readFile(path)
  log.writeUInt8(log.readUInt8(32 + 24 + 100) ^ 1, 32 + 24 + 100)
  await writeFile(path, log)
  const app = await again()
  const [aside = ''] = (await readdir(dataDir)).filter((name) => /damaged-.+-wal$/.test(name))
  expect((await readFile(join(dataDir, aside))).equals(log)).toBe(true)
  expect((await recovered(app))?.message.also).toContainEqual(message('library.recovery.log', { aside }))
})

slow('sends what waited and was never sent, also after damage, when nothing can be missing', async () => {
  const { service, app, id } = await openWithWaiting()
  await app.close()
  damage(app.dataDir)
  const again = await app.reopen()
  expect(await recovered(again)).toMatchObject({ code: 'library_was_damaged' })
  expect((await again.ask('queue.state', {})).paused).toBe(true)
  await again.ask('queue.resume', {})
  await again.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

slow(
  'sends nothing by itself that waited in a lost database, since the user may have paused it',
  async () => {
    const { service, app, id } = await openWithWaiting()
    await app.close()
    for (const name of await readdir(app.dataDir))
      if (name.startsWith('library.db')) await rm(join(app.dataDir, name))
    const again = await app.reopen()
    expect((await recovered(again))?.message.also).toContainEqual(message('library.recovery.paused'))
    expect((await again.ask('queue.state', {})).paused).toBe(true)
    await again.ask('queue.resume', {})
    await again.untilTask(id, 'saved')
    expect(service.generates()).toHaveLength(1)
  },
)

slow.each(['', '{"format":1,"line":', '{"format":1,"line":1,"open":3}\n'])(
  'leaves what waited in a damaged database to the user when accepted.jsonl is %j',
  async (text) => {
    const { service, app, id } = await openWithWaiting()
    await app.close()
    await writeFile(join(app.dataDir, 'accepted.jsonl'), text)
    damage(app.dataDir)
    const again = await app.reopen()
    await sendsNothing(again)
    expect((await again.task(id)).state).toBe('unknown')
    expect(service.generates()).toEqual([])
  },
)

slow('sends nothing again when a backup comes back in which it waited', async () => {
  const { service, app, id } = await openWithWaiting()
  const path = await backUp(app)
  await app.ask('queue.resume', {})
  await app.untilTask(id, 'saved')
  await app.close()
  await copyFile(join(path, 'library.db'), join(app.dataDir, 'library.db'))
  const again = await app.reopen()
  await sendsNothing(again)
  expect((await again.task(id)).state).toBe('saved')
  expect(await recovered(again)).toMatchObject({ code: 'library_was_copy' })
  // What was made since the backup comes back from its sidecar.
  expect((await again.ask('library.stats', {})).assets).toBe(1)
  expect(service.generates()).toHaveLength(1)
})

const PLAN = {
  reason: message('store.damage.interrupted'),
  aside: 'library.db.damaged-20250701T120000Z-abcd',
}
const RECOVERIES: readonly (readonly [name: string, reach: (path: string) => Promise<unknown>])[] = [
  ['was asked for', async () => undefined],
  ['has set the damaged file aside', (path) => rename(path, join(dirname(path), PLAN.aside))],
]

slow.each(RECOVERIES)('opens the backup that is put back while a recovery %s', async (_name, reach) => {
  const { service, app, id } = await openWithWaiting()
  const backup = await backUp(app)
  await app.ask('queue.resume', {})
  await app.untilTask(id, 'saved')
  await app.close()
  const path = join(app.dataDir, 'library.db')
  await writeFile(`${path}-recovery`, JSON.stringify(PLAN))
  await reach(path)
  await copyFile(join(backup, 'library.db'), path)
  const again = await app.reopen()
  expect(await recovered(again)).toMatchObject({ code: 'library_was_copy' })
  await sendsNothing(again)
  expect((await again.task(id)).state).toBe('saved')
  expect(service.generates()).toHaveLength(1)
  expect((await readdir(app.dataDir)).filter((name) => name.endsWith('-recovery'))).toEqual([])
})

test('opens a backup as it is beside the write-ahead log of the database whose place it takes', async () => {
  const app = await openTestApp()
  await app.ask('queue.pause', {})
  const backup = await backUp(app)
  await app.ask('queue.resume', {})
  const dataDir = join(await makeTempDir(), 'crashed')
  await cp(app.dataDir, dataDir, { recursive: true })
  const path = join(dataDir, 'library.db')
  await copyFile(join(backup, 'library.db'), path)
  const log = await readFile(`${path}-wal`)
  const again = await openTestApp({ dataDir })
  expect(await recovered(again)).toMatchObject({ code: 'library_was_copy' })
  expect((await again.ask('queue.state', {})).paused).toBe(true)
  const [aside = ''] = (await readdir(dataDir)).filter((name) => /damaged-.+-wal$/.test(name))
  expect((await readFile(join(dataDir, aside))).equals(log)).toBe(true)
})

test('leaves what waited to the user when a backup comes back to another computer', async () => {
  const { service, app, id } = await openWithWaiting()
  const path = await backUp(app)
  const dataDir = await makeTempDir()
  await copyFile(join(path, 'library.db'), join(dataDir, 'library.db'))
  const other = await openTestApp({ dataDir, settings: app.settings, secrets: app.secrets })
  await sendsNothing(other)
  expect((await other.task(id)).state).toBe('unknown')
  expect(service.generates()).toEqual([])
})

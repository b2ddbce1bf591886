/** Trash and restore, verify, and building the library again from its files alone. */
import { copyFile, mkdir, readFile, rm, writeFile, readdir, stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Sidecar } from '#core/library/assets/sidecar.ts'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'
import { backUp } from '#core/library/maintenance/backup.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
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

slow('moves to the trash and back without touching a file', async () => {
  const { dataDir, one, two } = await fill()
  const app = await openTestApp({ dataDir })
  expect((await app.ask('library.query', { trashed: true })).items.map(({ id }) => id)).toEqual([two.id])
  expect(await app.ask('library.restore', { ids: [two.id, 'nobody'] })).toEqual({ changed: 1 })
  expect(await app.ask('library.trash', { ids: [one.id] })).toEqual({ changed: 1 })
  expect((await app.ask('library.get', { id: one.id })).trashedAt).toEqual(expect.any(Number))
  expect(await app.ask('library.verify', {})).toEqual({ checked: 3, missing: 0, damaged: 0 })
})

slow('builds every row again from media alone when library.db is gone', async () => {
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

/**
 * A backup while Atelier works: a whole database, the list of the files, and nothing under a final name before it is done.
 */
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
  expect(ended.message.values).toMatchObject({ path: ended.path })
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

/** Returns where the backup lies. */
async function backedUp(app: TestApp): Promise<string> {
  const { id } = await app.ask('library.backup', {})
  const { path = '' } = await app.until(async () =>
    (await app.ask('jobs.list', {})).items.find((job) => job.id === id && job.state === 'done'),
  )
  return path
}

async function putBack(backup: string, { dataDir }: TestApp): Promise<void> {
  for (const suffix of ['-wal', '-shm']) await rm(join(dataDir, `library.db${suffix}`), { force: true })
  await copyFile(join(backup, 'library.db'), join(dataDir, 'library.db'))
}

slow(
  'a backup that is put back leaves what was made since: collections with their members, sequences with their takes',
  async () => {
    const library = await openTestLibrary()
    const [one, two] = [await library.add(1), await library.add(2)]
    await library.close()
    const app = await openTestApp({ dataDir: library.dataDir })
    const before = await app.ask('collections.create', { name: 'Before' })
    await app.ask('collections.add', { id: before.id, assetIds: [two.id] })
    const path = await backedUp(app)
    // As it is where one is made while files are being written.
    const copy = new DatabaseSync(join(path, 'library.db'))
    copy.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('collections.due', '1')").run()
    copy.prepare('INSERT OR REPLACE INTO sidecars_due (asset_id) VALUES (?)').run(one.id)
    copy.close()
    // What was sent along since is read first.
    const input = await makeImage(9)
    const sha256 = createHash('sha256').update(input).digest('hex')
    await mkdir(join(app.dataDir, 'inputs', sha256.slice(0, 2)), { recursive: true })
    await writeFile(join(app.dataDir, 'inputs', sha256.slice(0, 2), `${sha256}.png`), input)
    const since = await app.ask('collections.create', { name: 'Since' })
    await app.ask('collections.add', { id: since.id, assetIds: [one.id] })
    await app.ask('collections.add', { id: before.id, assetIds: [one.id] })
    const shot = {
      id: 'a',
      mediaType: 'image',
      provider: 'p',
      model: 'm',
      prompt: 'fox',
      take: one.id,
    } as const
    const { id } = await app.ask('sequences.save', { name: 'Film', shots: [shot] })
    await app.close()
    await putBack(path, app)
    const again = await app.reopen()
    const told = async () => {
      const { items } = await again.ask('collections.list', {})
      const { shots } = await again.ask('sequences.get', { id })
      return {
        counts: Object.fromEntries(items.map(({ name, count }) => [name, count])),
        takes: shots.flatMap(({ takes }) => takes.map(({ assetId }) => assetId)),
      }
    }
    await again.ask('library.rebuild', {})
    // Of what the backup knows it is the truth.
    expect(await told()).toEqual({ counts: { Before: 1, Since: 1 }, takes: [one.id] })
    await again.ask('library.update', { ids: [one.id], favorite: true })
    await again.close()
    const { entries } = JSON.parse(
      await readFile(library.library.media.sidecarPath(one.sha256), 'utf8'),
    ) as Sidecar
    expect(entries).toMatchObject([{ favorite: true, collections: [since.id], takeOf: [{ shotId: 'a' }] }])
  },
)

slow(
  'brings back what the user made beside files: votes, prices and agents, whose budgets are to be given again',
  async () => {
    const library = await openTestLibrary()
    const [left, right] = [
      await library.add(1, { model: 'a', prompt: 'a fox' }),
      await library.add(2, { model: 'b', prompt: 'a fox' }),
    ]
    await library.close()
    const app = await openTestApp({ dataDir: library.dataDir })
    const price = { provider: 'p', model: 'a', amount: { unit: 'USD', value: 2 } }
    await app.ask('spending.setPrice', { profileId: LOCAL_PROFILE_ID, ...price })
    await app.ask('agents.create', { name: 'Claude', budget: { requestsPerDay: 5 } })
    await app.ask('arena.vote', { leftId: left.id, rightId: right.id, preferred: 'left' })
    const made = async ({ ask }: typeof app) => ({
      prices: (await ask('spending.prices', {})).items,
      votes: (await ask('arena.results', {})).items.map(({ model, wins }) => ({ model, wins })),
      agents: (await ask('agents.list', {})).items.map(({ name, budget }) => ({ name, budget })),
    })
    const before = await made(app)
    expect(before).toMatchObject({ prices: [price], votes: [{ model: 'a', wins: 1 }, { model: 'b' }] })
    const path = await backedUp(app)
    await app.close()
    await putBack(path, app)
    const again = await app.reopen()
    expect(await made(again)).toEqual({
      ...before,
      agents: [{ name: 'Claude', budget: { requestsPerDay: 0 } }],
    })
  },
)

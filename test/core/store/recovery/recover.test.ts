/**
 * A recovery that was interrupted anywhere is gone on with; damage found while Atelier runs is recovered from at the next start.
 *
 * @slow Thirty damaged databases instead of three.
 */
import { written } from '#contract/messages/message.ts'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { openLibraryDatabase } from '#core/open-directory.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { UNFINISHED } from '#core/tasks/recovery/reconcile-tasks.ts'
import { readTasks } from '#test/stand-ins/data-check.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMES_BACK, runDamageTrial } from '#test/stand-ins/damage-trial.ts'
import { makeSampleDataDir, type SampleDataDir } from '#test/stand-ins/sample-data-dir.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'

const ASIDE = 'library.db.damaged-20250701T120000Z-abcd'
let root = ''
let sample: SampleDataDir

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  sample = await makeSampleDataDir(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A crashed data directory whose database lost its header. */
async function damaged() {
  const dataDir = join(await makeTempDir(), 'data')
  await cp(sample.crashed, dataDir, { recursive: true })
  const path = join(dataDir, 'library.db')
  const bytes = await readFile(path)
  bytes.fill(0, 0, 60)
  await writeFile(path, bytes)
  const plan = () =>
    writeFile(`${path}-recovery`, JSON.stringify({ reason: 'Its header is not valid.', aside: ASIDE }))
  const move = (...suffixes: readonly string[]) =>
    Promise.all(suffixes.map((suffix) => rename(path + suffix, join(dataDir, ASIDE + suffix))))
  return { dataDir, path, bytes, plan, move }
}
type Damaged = Awaited<ReturnType<typeof damaged>>

const STEPS: readonly (readonly [name: string, reach: (state: Damaged) => Promise<unknown>])[] = [
  ['before anything is moved', async ({ plan }) => plan()],
  ['after the log is moved', async ({ plan, move }) => [await plan(), await move('-wal')]],
  ['after everything is moved', async ({ plan, move }) => [await plan(), await move('-wal', '-shm', '')]],
  [
    'while it fills the fresh file',
    async ({ plan, move, path }) => {
      await plan()
      await move('-wal', '-shm', '')
      await writeFile(`${path}-fresh`, 'half a page')
      await writeFile(`${path}-fresh-wal`, 'half a log')
    },
  ],
  ['with a plan that cannot be read', async ({ path }) => writeFile(`${path}-recovery`, '{"reason":')],
]

slow.each(STEPS)('goes on with a recovery that was interrupted %s', async (_name, reach) => {
  const state = await damaged()
  await reach(state)
  const { db, close } = await openLibraryDatabase(state.dataDir, Date.UTC(2025, 6, 1, 13))
  const open = sample.tasks.filter(({ state }) => (UNFINISHED as readonly TaskState[]).includes(state))
  const pending = db.get("SELECT value FROM facts WHERE name = 'rebuild.pending'")
  close(false)
  expect(JSON.parse(String(pending?.['value']))).toMatchObject({
    kind: 'damaged',
    openTasks: open.length,
    areTasksWhole: true,
  })
  const kept = new Map(readTasks(state.dataDir).map((task) => [task.id, task.remoteId]))
  expect(open.map(({ id }) => kept.get(id))).toEqual(open.map(({ remoteId }) => remoteId))
  const names = await readdir(state.dataDir)
  expect(names.filter((name) => /-(?:recovery|fresh)/.test(name))).toEqual([])
  const asides = names.filter((name) => /^library\.db\.damaged-\w+-\w{4}$/.test(name))
  const contents = await Promise.all(asides.map((name) => readFile(join(state.dataDir, name))))
  expect(contents.some((content) => content.equals(state.bytes))).toBe(true)
})

slow('tells the reason that an older Atelier wrote as a sentence', async () => {
  const { dataDir, plan } = await damaged()
  await plan()
  const app = await openTestApp({ dataDir })
  const [notice] = (await app.ask('notices.list', {})).items
  expect(notice?.message.also).toContainEqual(written('Its header is not valid.'))
})

test('tells the reason in a report that an older Atelier left', async () => {
  const app = await openTestApp()
  await app.close()
  const tasks = { tasks: 0, openTasks: 0, doubtful: 0, areTasksWhole: true, isPaused: false }
  const report = { kind: 'damaged', reason: 'Its end is missing.', aside: null, ...tasks }
  const database = new DatabaseSync(join(app.dataDir, 'library.db'))
  database
    .prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('rebuild.pending', ?)")
    .run(JSON.stringify(report))
  database.close()
  const again = await app.reopen()
  const [notice] = (await again.ask('notices.list', {})).items
  expect(notice?.message.also).toContainEqual(written('Its end is missing.'))
})

test('never takes the log of the damaged file for one of the fresh file', async () => {
  const dataDir = join(await makeTempDir(), 'data')
  await cp(sample.crashed, dataDir, { recursive: true })
  await rm(join(dataDir, 'library.db'))
  const log = await readFile(join(dataDir, 'library.db-wal'))
  const { close } = await openLibraryDatabase(dataDir, 0)
  close(false)
  const [aside = ''] = (await readdir(dataDir)).filter((name) => name.endsWith('-wal'))
  expect(aside).toMatch(/^library\.db\.damaged-/)
  expect((await readFile(join(dataDir, aside))).equals(log)).toBe(true)
})

/** A data directory with one index of its database overwritten, and the bytes of that. */
async function spoilIndex(from: string, name: string) {
  const dataDir = join(await makeTempDir(), 'data')
  await cp(from, dataDir, { recursive: true })
  const path = join(dataDir, 'library.db')
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)
  database.close()
  const bytes = await readFile(path)
  const page = Number(row?.['rootpage'])
  bytes.fill(0xee, (page - 1) * 4096, page * 4096)
  await writeFile(path, bytes)
  return { dataDir, bytes }
}

slow('says that damage was found while Atelier runs, and recovers at the next start', async () => {
  const { dataDir } = await spoilIndex(sample.closed, 'asset_inputs_by_hash')
  const app = await openTestApp({ dataDir })
  expect((await app.ask('notices.list', {})).items).toEqual([])
  app.clock.advance(20_000)
  await app.until(() => app.events.some(({ name }) => name === 'notice.raised'), {
    meanwhile: () => undefined,
  })
  expect((await app.ask('notices.list', {})).items).toMatchObject([{ id: 'library-damaged' }])
  const again = await app.reopen()
  await again.until(async () => (await again.ask('jobs.list', {})).items[0]?.state === 'done')
  expect((await again.ask('notices.list', {})).items).toMatchObject([
    {
      id: 'library-recovered',
      message: {
        id: 'library.recovery.damaged',
        text: expect.stringMatching(
          /SQLite says: “.+”\. .+library\.db\.damaged-.+Nothing was deleted/su,
        ) as string,
      },
    },
  ])
  expect((await again.ask('library.stats', {})).assets).toBe(28)
  expect(await again.ask('library.verify', {})).toEqual({ checked: 30, missing: 0, damaged: 0 })
})

slow.each([
  ['the first writes of a start come upon', 'task_history_by_task'],
  ['opening the folder comes upon', 'archive_files_in_place'],
])('recovers at once from what %s, and leaves the damaged file as it was', async (_name, index) => {
  const { dataDir, bytes } = await spoilIndex(sample.crashed, index)
  const app = await openTestApp({ dataDir })
  expect((await app.ask('notices.list', {})).items).toMatchObject([{ id: 'library-recovered' }])
  const [aside = ''] = (await readdir(dataDir)).filter((name) =>
    /^library\.db\.damaged-\w+-\w{4}$/.test(name),
  )
  expect((await readFile(join(dataDir, aside))).equals(bytes)).toBe(true)
})

/** A directory in which the row of the first task of this state has another id than its index. */
async function spoilId(state: TaskState) {
  const id = sample.tasks.find((task) => task.state === state)?.id ?? ''
  const dataDir = join(await makeTempDir(), 'data')
  await cp(sample.closed, dataDir, { recursive: true })
  const path = join(dataDir, 'library.db')
  const bytes = await readFile(path)
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) {
    const spoilt = Buffer.from(bytes)
    spoilt.write(id.endsWith('0') ? '1' : '0', at + id.length - 1)
    await writeFile(path, spoilt)
    const database = new DatabaseSync(path, { readOnly: true })
    const rows = database.prepare('SELECT id FROM tasks NOT INDEXED').all()
    database.close()
    if (!rows.some((row) => row['id'] === id)) return { dataDir, id }
  }
  throw new Error(`No row has the id ${id}.`)
}

slow.each(['running', 'unsaved', 'unknown'] as const)(
  'a row whose id is not that of its index is damage, and the %s task keeps the one it was sent with',
  async (state) => {
    const { dataDir, id } = await spoilId(state)
    const app = await openTestApp({ dataDir })
    expect((await app.ask('notices.list', {})).items).toMatchObject([{ id: 'library-recovered' }])
    expect(COMES_BACK[state]).toContain((await app.task(id)).state)
  },
)

test('a folder in the place of library.db is set aside too', async () => {
  const dataDir = await makeTempDir()
  await mkdir(join(dataDir, 'library.db', 'something'), { recursive: true })
  const { close } = await openLibraryDatabase(dataDir, 0)
  close(false)
  const [aside = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('library.db.damaged-'))
  expect(await readdir(join(dataDir, aside))).toEqual(['something'])
})

const TRIALS = scaled(1, 30)
/** Damage that a longer run came upon: first writes that find it, and an id that differs from its index. */
const FOUND = [753, 976]
test.each([...Array.from({ length: TRIALS }, (_, seed) => seed), ...FOUND])(
  'comes back from damage %i',
  async (seed) => {
    const { damage, wrongs } = await runDamageTrial(sample, root, seed)
    expect({ damage, wrongs }).toEqual({ damage, wrongs: [] })
  },
)

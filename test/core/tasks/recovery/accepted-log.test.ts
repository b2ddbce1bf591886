/** `accepted.jsonl`: a line for each change before its row, synced where money is at stake, read over a torn end, rewritten when long. */
import { say } from '#test/stand-ins/say.ts'
import { written } from '#contract/messages/message.ts'
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { press } from '#contract/press.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { createEventBus } from '#core/calls/events.ts'
import { openLibraryDatabase } from '#core/open-directory.ts'
import type { TaskLearner } from '#core/tasks/task-learner.ts'
import { createTaskStore } from '#core/tasks/task-store.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import { whyNoStrace } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { fillDisk, tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { loseDatabase } from '#test/stand-ins/data-check.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function open(dataDir: string, learner?: TaskLearner) {
  const clock = createManualClock()
  const { db, accepted, close } = await openLibraryDatabase(dataDir, clock.now())
  const events = createEventBus(() => undefined)
  const store = createTaskStore({
    db,
    clock,
    events,
    etaOf: () => ({}),
    isFree: () => false,
    costsNothing: () => false,
    say,
    ...(learner && { learner }),
    journal: accepted,
  })
  let isClosed = false
  const end = () => {
    if (!isClosed) close(false)
    isClosed = true
  }
  onTestFinished(end)
  const submit = (count = 1) =>
    store.insert(Array.from({ length: count }, () => ({ ...BATCH, request: REQUEST })))
  const accept = (id: string) => {
    store.change(id, { state: 'sending', durable: true })
    store.change(id, { state: 'running', remoteId: `remote-${id}`, durable: true })
  }
  /** The directory as a crash leaves it now. */
  const crash = async () => {
    const crashed = join(await makeTempDir(), 'crashed')
    await cp(dataDir, crashed, { recursive: true })
    return crashed
  }
  return { dataDir, db, store, submit, accept, crash, close: end }
}
const BATCH = {
  press: press.parse(undefined),
  batchId: 'batch_a',
  batchName: 'Foxes',
  profileId: 'profile-1',
}

const logOf = (dataDir: string) => join(dataDir, 'accepted.jsonl')

async function states(dataDir: string): Promise<Record<string, TaskState>> {
  const { store, close } = await open(dataDir)
  const found = Object.fromEntries(store.list({}).items.map(({ id, state }) => [id, state]))
  close()
  return found
}

test('brings back every open task with everything that is needed to follow it', async () => {
  const { dataDir, submit, accept, store, close } = await open(await makeTempDir())
  const ids = submit(6).map(({ id }) => id)
  const [queued = '', sending = '', running = '', saved = '', removed = '', unknown = ''] = ids
  for (const id of [running, saved]) accept(id)
  for (const id of [sending, unknown]) store.change(id, { state: 'sending', durable: true })
  const error = { code: 'unknown_outcome', ...written('The connection was lost.'), charged: 'maybe' } as const
  store.change(unknown, { state: 'unknown', error })
  store.change(saved, { state: 'saving' })
  store.change(saved, { state: 'saved' })
  store.change(removed, { state: 'stopped' })
  store.remove(removed)
  const before = store.find(running)
  close()
  await loseDatabase(dataDir)
  const again = await open(dataDir)
  expect(
    again.store
      .list({})
      .items.map(({ id, state }) => [id, state])
      .toReversed(),
  ).toEqual([
    [queued, 'queued'],
    // What was under way is decided as after any other end.
    [sending, 'sending'],
    [running, 'running'],
    [unknown, 'unknown'],
  ])
  expect(again.store.find(unknown)).toMatchObject({ error })
  const { id, batchId, batchName, profileId, request, remoteId, createdAt } = before ?? {}
  expect(again.store.find(running)).toMatchObject({
    id,
    batchId,
    batchName,
    profileId,
    request,
    remoteId,
    createdAt,
  })
})

test('knows what was accepted before the row does', async () => {
  const { submit, store, db, crash } = await open(await makeTempDir())
  const [task] = submit()
  const id = task?.id ?? ''
  store.change(id, { state: 'sending', durable: true })
  // A crash between the line and the commit.
  const crashes: Promise<string>[] = []
  expect(() =>
    db.transaction(() => {
      store.change(id, { state: 'running', remoteId: 'remote-1' })
      crashes.push(crash())
      throw new Error('killed')
    }),
  ).toThrow('killed')
  expect(store.find(id)?.state).toBe('sending')
  const [crashed = ''] = await Promise.all(crashes)
  expect((await readFile(logOf(crashed), 'utf8')).trimEnd().split('\n').at(-1)).toContain('remote-1')
  expect(await states(crashed)).toEqual({ [id]: 'running' })
})

test('polls again what failed at the service before the row knew it, since the response with its cost is lost', async () => {
  const { dataDir, submit, accept, store, db } = await open(await makeTempDir())
  const id = submit()[0]?.id ?? ''
  accept(id)
  const crashed = join(await makeTempDir(), 'crashed')
  db.transaction(() => {
    store.change(id, { state: 'failed' })
    // As a kill between the line and the commit leaves it.
    cpSync(dataDir, crashed, { recursive: true })
  })
  expect((await readFile(logOf(crashed), 'utf8')).trimEnd().split('\n').at(-1)).toContain('failed')
  expect(await states(crashed)).toEqual({ [id]: 'running' })
})

const ACCEPT_ONE = `
  import { openLibraryDatabase } from '#core/open-directory.ts'
  import { createTaskStore } from '#core/tasks/task-store.ts'
  import { createEventBus } from '#core/calls/events.ts'
  const { db, accepted, close } = await openLibraryDatabase(process.argv[1], 0)
  const store = createTaskStore({ db, clock: { now: () => 1 }, events: createEventBus(() => {}), etaOf: () => ({}), say: () => '',
    isFree: () => false,
    costsNothing: () => false,
    journal: accepted })
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image' }
  const [{ id }] = store.insert([{ press: '', batchId: 'b', profileId: 'p', request }])
  store.change(id, { state: 'sending' })
  store.change(id, { state: 'running', remoteId: 'remote-1' })
  close(false)`

test('has a request that leaves and an accepted id on disk before the row is written', async (context) => {
  const reason = whyNoStrace()
  if (reason !== null) return context.skip(reason)
  const dir = await makeTempDir()
  const calls = join(dir, 'calls')
  const trace = ['-f', '-y', '-s', '400', '-o', calls, '-e', 'trace=write,pwrite64,fdatasync']
  const node = [process.execPath, '--input-type=module', '-e', ACCEPT_ONE, await makeTempDir()]
  execFileSync('strace', [...trace, ...node], {
    cwd: join(import.meta.dirname, '../../../..'),
    stdio: 'ignore',
  })
  const lines = (await readFile(calls, 'utf8')).split('\n')
  for (const state of ['sending', 'running']) {
    const written = lines.findIndex((line) => line.includes(`\\"state\\":\\"${state}\\"`))
    const next = lines.slice(written + 1).find((line) => /accepted\.jsonl|library\.db-wal/.test(line))
    expect([state, written > 0, next]).toEqual([
      state,
      true,
      expect.stringMatching(/fdatasync\(.*accepted\.jsonl/),
    ])
  }
})

test('reads over an end that was never written whole, and appends behind it', async () => {
  const { dataDir, submit, accept, close } = await open(await makeTempDir())
  const [first, second] = submit(2).map(({ id }) => id) as [string, string]
  accept(first)
  close()
  const text = await readFile(logOf(dataDir), 'utf8')
  await writeFile(logOf(dataDir), `${text}{"line":99,"id":"task_torn","sta`)
  const again = await open(dataDir)
  again.accept(second)
  again.close()
  await loseDatabase(dataDir)
  expect(await states(dataDir)).toEqual({ [first]: 'running', [second]: 'running' })
  expect((await readdir(dataDir)).filter((name) => name.includes('accepted.jsonl.damaged'))).toEqual([])
})

test('keeps a damaged log beside the one that the rows fill anew', async () => {
  const { dataDir, submit, accept, close } = await open(await makeTempDir())
  const [first, second] = submit(2).map(({ id }) => id) as [string, string]
  accept(first)
  close()
  const lines = (await readFile(logOf(dataDir), 'utf8')).split('\n')
  const damaged = lines.with(2, lines[2]?.slice(5) ?? '').join('\n')
  await writeFile(logOf(dataDir), damaged)
  expect(await states(dataDir)).toEqual({ [first]: 'running', [second]: 'queued' })
  const [aside = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('accepted.jsonl.damaged-'))
  expect(await readFile(join(dataDir, aside), 'utf8')).toBe(damaged)
  await loseDatabase(dataDir)
  expect(await states(dataDir)).toEqual({ [first]: 'running', [second]: 'queued' })
})

slow('is written anew with the open tasks alone when most of it is history', async () => {
  const { dataDir, submit, accept, store, close } = await open(await makeTempDir())
  const [open1, ...others] = submit(300).map(({ id }) => id)
  for (const id of others) {
    accept(id)
    store.change(id, { state: 'failed' })
  }
  close()
  expect((await readFile(logOf(dataDir), 'utf8')).split('\n').length).toBeGreaterThan(1_000)
  await states(dataDir)
  expect((await readFile(logOf(dataDir), 'utf8')).trimEnd().split('\n')).toHaveLength(2)
  await loseDatabase(dataDir)
  expect(await states(dataDir)).toEqual({ [open1 ?? '']: 'queued' })
})

test('believes no row that still waits when the log was written anew without it', async () => {
  const { submit, accept, store, close, crash } = await open(await makeTempDir())
  const [task] = submit()
  const older = await crash()
  accept(task?.id ?? '')
  store.change(task?.id ?? '', { state: 'failed' })
  close()
  // The log of later, without its history, beside the database of before; its mark is lost too.
  await writeFile(logOf(older), '{"format":1,"line":9,"open":0}\n')
  await rm(join(older, 'library.db-mark'))
  expect(await states(older)).toEqual({ [task?.id ?? '']: 'unknown' })
})

test('writes nothing half where the disk refuses', async () => {
  const { dataDir, submit, store, db } = await open(await makeTempDir())
  const [task] = submit()
  const before = await readFile(logOf(dataDir), 'utf8')
  const blocker = new DatabaseSync(join(dataDir, 'library.db'))
  blocker.exec('BEGIN IMMEDIATE')
  expect(() => store.change(task?.id ?? '', { state: 'sending', durable: true })).toThrow(/locked|busy/)
  blocker.close()
  expect(await readFile(logOf(dataDir), 'utf8')).toBe(before)
  expect(db.get('SELECT state FROM tasks')).toEqual({ state: 'queued' })
})

test('forgets the lines of a batch that was not taken', async () => {
  let taken = 0
  const failsAtLast = { submitted: () => void (++taken === 3 && fail()), ended: () => undefined }
  const fail = () => {
    throw new Error('database or disk is full')
  }
  const { dataDir, submit, accept, close } = await open(await makeTempDir(), failsAtLast)
  const before = await readFile(logOf(dataDir), 'utf8')
  expect(() => submit(3)).toThrow('full')
  expect(await readFile(logOf(dataDir), 'utf8')).toBe(before)
  const [task] = submit()
  accept(task?.id ?? '')
  close()
  await loseDatabase(dataDir)
  expect(await states(dataDir)).toEqual({ [task?.id ?? '']: 'running' })
})

test('stays readable when the disk fills up in the middle of a line', async (context) => {
  const dataDir = join(await makeTempDir(), 'data')
  await mkdir(dataDir)
  if (!tryTmpfs(dataDir, 'size=6m')) return context.skip('no small disk can be mounted here')
  const { store, submit, accept, close } = await open(dataDir)
  const [first, second] = submit(2).map(({ id }) => id) as [string, string]
  accept(first)
  const before = await readFile(logOf(dataDir), 'utf8')
  const ballast = await fillDisk(dataDir, 0)
  const long = { ...BATCH, request: { ...REQUEST, prompt: 'x'.repeat(90_000) } }
  expect(() => store.insert([long, long])).toThrow(/ENOSPC|full/)
  expect(await readFile(logOf(dataDir), 'utf8')).toBe(before)
  await rm(ballast)
  accept(second)
  close()
  await loseDatabase(dataDir)
  expect(await states(dataDir)).toEqual({ [first]: 'running', [second]: 'running' })
  expect((await readdir(dataDir)).filter((name) => name.includes('accepted.jsonl.damaged'))).toEqual([])
})

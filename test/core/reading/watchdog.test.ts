/** A host whose own thread is held up for good starts clean the next time, without what held it up. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReader } from '#core/open-reader.ts'
import { createUnreadableFiles } from '#core/reading/reading-notes.ts'
import { openDatabase } from '#core/store/database.ts'
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { sharedReader } from '#test/stand-ins/shared-reader.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'

const STUCK = new URL('../../stand-ins/stuck-addresses.ts', import.meta.url).href
const FOR_GOOD_MS = 3_600_000
const originMs = Date.now()

async function start(dataDir: string, baseUrl: string, stuckMs: number): Promise<DrivenCore> {
  const env = { WATCHDOG: '1', STUCK_MS: String(stuckMs), NODE_OPTIONS: `--import=${STUCK}` }
  const core = startCore({ dataDir, speed: 20, originMs, env })
  onTestFinished(() => core.kill())
  expect(await core.ready).toBe(true)
  await core.setLocalService(baseUrl)
  return core
}

async function submit(core: DrivenCore): Promise<string> {
  const submitted = await core.call('tasks.submit', { requests: [REQUEST] })
  return submitted?.tasks[0]?.id ?? ''
}

const notesIn = (dataDir: string) => readFile(join(dataDir, 'silence.jsonl'), 'utf8').catch(() => '')

slow('the task whose response held it up is left out until the user asks for it', async () => {
  const [dataDir, service] = [await makeTempDir(), await openFaultyService()]
  const stuck = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
  const id = await submit(stuck)
  await until(async () => (await notesIn(dataDir)).endsWith('\n'))
  expect(await notesIn(dataDir)).toContain(id)
  await stuck.kill()

  const again = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
  expect(await again.call('tasks.get', { id })).toMatchObject({
    state: 'unsaved',
    error: { charged: 'yes', message: expect.stringContaining('stopped responding') as unknown },
  })
  expect(await notesIn(dataDir)).toBe('')
  await again.close()

  const mended = await start(dataDir, service.baseUrl, 0)
  await mended.call('tasks.retry', { id })
  await until(async () => (await mended.call('tasks.get', { id }))?.state === 'saved')
})

slow('the task whose status held it up is not followed until the user asks for it', async () => {
  const [dataDir, service] = [await makeTempDir(), await openFaultyService()]
  const status = { status: 'PROCESSING', note: 'HOLDS UP' }
  service.always('task', respond(200, JSON.stringify({ code: 0, message: 'ok', data: status })))
  const stuck = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
  const id = await submit(stuck)
  await until(async () => (await notesIn(dataDir)).includes(id))
  await stuck.kill()

  const again = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
  expect(await again.call('tasks.get', { id })).toMatchObject({
    state: 'stopped',
    error: { charged: 'maybe', message: expect.stringContaining('stopped responding') as unknown },
  })
  service.always('task', null)
  await again.call('tasks.retry', { id })
  await until(async () => (await again.call('tasks.get', { id }))?.state === 'running')
})

slow('the listing that held it up is not asked for until the user asks for it', async () => {
  const [dataDir, service] = [await makeTempDir(), await openFaultyService()]
  service.always('models', respond(200, JSON.stringify([{ id: 'HOLDS UP' }])))
  const stuck = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
  void stuck.call('models.list', {}).catch(() => undefined)
  await until(async () => (await notesIn(dataDir)).includes('models of'))
  await stuck.kill()

  const again = await start(dataDir, service.baseUrl, 0)
  const problem = { id: 'catalog.skipped' }
  expect(await again.call('models.list', {})).toMatchObject({ items: [], stale: true, problem })
  expect(await again.call('models.list', { refresh: true })).toMatchObject({ items: [{ id: 'HOLDS UP' }] })
})

slow(
  'an import that held it up is noted as one, without the name of its file, and the next start takes others',
  async () => {
    const [dataDir, folder, service] = [await makeTempDir(), await makeTempDir(), await openFaultyService()]
    await writeFile(join(folder, 'private name.txt'), 'HOLDS UP')
    const stuck = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
    void stuck.call('library.import', { folder }).catch(() => undefined)
    const notes = await until(async () => (await notesIn(dataDir)) || null)
    expect(JSON.parse(notes)).toMatchObject({ kind: 'silent', tasks: ['an import'] })
    expect(notes).not.toContain('private')
    await stuck.kill()

    await rm(join(folder, 'private name.txt'))
    await writeFile(join(folder, 'fox.png'), await makeImage(1))
    const again = await start(dataDir, service.baseUrl, FOR_GOOD_MS)
    expect(await notesIn(dataDir)).toBe('')
    await again.call('library.import', { folder })
    await until(async () => (await again.call('library.query', {}))?.items.length === 1)
  },
)

slow('a silence that ends by itself is a line of the log, and nothing is left out', async () => {
  const [dataDir, service] = [await makeTempDir(), await openFaultyService()]
  const core = await start(dataDir, service.baseUrl, 4_000)
  const id = await submit(core)
  await until(() => core.logLines.some((line) => line.includes('did not respond')))
  await core.kill()
  const again = await start(dataDir, service.baseUrl, 0)
  const ends = await until(async () => {
    const state = (await again.call('tasks.get', { id }))?.state
    return (state === 'saved' || state === 'unsaved') && state
  })
  expect(ends).toBe('saved')
})

test.each([
  [1, true],
  [2, false],
])('of %i files that were being read when nothing else was, marked: %s', async (count, isMarked) => {
  const dataDir = await makeTempDir()
  const hashes = Array.from({ length: count }, (_, at) => String(at).repeat(64))
  const notes = hashes.map((sha256, id) => `${JSON.stringify({ id, sha256 })}\n`)
  await writeFile(join(dataDir, 'reading.jsonl'), notes.join(''))
  const db = openDatabase(join(dataDir, 'library.db'))
  const log = () => undefined
  const reader = await openReader({ db, dataDir, clock: Date, spawn: sharedReader, log, wasSilent: true })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  expect(hashes.map((sha256) => createUnreadableFiles(db, Date.now).has(sha256))).toEqual(
    hashes.map(() => isMarked),
  )
})

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#local-service/store/database.ts'
import { createFileStore, type RetentionRules } from '#local-service/store/file-store.ts'
import { createTaskStore, type AcceptedTask } from '#local-service/store/task-store.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const DAY_MS = 24 * 3_600_000
const GENEROUS: RetentionRules = { maxAgeMs: 30 * DAY_MS, maxBytes: 1_000_000 }

function accepted(id: string, createdAt: number): AcceptedTask {
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 's', prompt: '' }
  const plan = { job: '', inputs: 0, remarks: {}, credits: 1, resultShape: 'lists' }
  return { id, owner: 'ada', ...request, ...plan, createdAt }
}

async function open(rules: Partial<RetentionRules> = {}) {
  const dataDir = await makeTempDir()
  const database = openDatabase(dataDir)
  onTestFinished(() => database.close())
  let time = 1_000 * DAY_MS
  const now = (): number => time
  const retention = { ...GENEROUS, ...rules }
  const files = createFileStore(database, { dataDir, temporaryFileMs: 1_000, retention, now })
  const tasks = createTaskStore(database, now)

  async function finish(id: string, text: string): Promise<void> {
    tasks.add(accepted(id, now()))
    const content = { bytes: Buffer.from(text) }
    const file = { list: 'l', name: 'n.txt', contentType: 'text/plain', content, facts: {} }
    await files.save(id, [file], () => tasks.end(id, 'SUCCESS'))
  }

  return {
    dataDir,
    files,
    tasks,
    finish,
    pass: (ms: number) => void (time += ms),
    onDisk: async () => (await readdir(join(dataDir, 'files'))).length,
    left: () =>
      tasks
        .newest(100)
        .map(({ id }) => id)
        .toSorted(),
  }
}

describe('retention', () => {
  it('deletes tasks and their files once they are old, and nothing else', async () => {
    const { finish, files, pass, onDisk, left, tasks } = await open()
    await finish('old', 'old bytes')
    pass(29 * DAY_MS)
    await finish('fresh', 'fresh bytes')
    tasks.add(accepted('open', 0))
    expect(await files.sweep()).toBe(0)
    pass(2 * DAY_MS)
    expect(await files.sweep()).toBe(1)
    expect([left(), await onDisk()]).toEqual([['fresh', 'open'], 1])
  })

  it('deletes the oldest when all files together are too large', async () => {
    const { finish, files, pass, onDisk, left } = await open({ maxBytes: 250 })
    for (const id of ['a', 'b', 'c', 'd']) {
      await finish(id, id.repeat(100))
      pass(1_000)
    }
    expect(await files.sweep()).toBe(2)
    expect([left(), await onDisk()]).toEqual([['c', 'd'], 2])
  })

  it('counts bytes that several tasks share once, and keeps them while one of the tasks is there', async () => {
    const { finish, files, pass, onDisk, left } = await open({ maxBytes: 150 })
    await finish('a', 'same'.repeat(25))
    pass(20 * DAY_MS)
    await finish('b', 'same'.repeat(25))
    expect(await files.sweep()).toBe(0)
    pass(11 * DAY_MS)
    expect(await files.sweep()).toBe(1)
    expect([left(), await onDisk()]).toEqual([['b'], 1])
    expect(files.find(files.ofTask('b')[0]?.urlPath ?? '')).toBeNull()
    expect(files.ofTask('b')[0]?.sizeBytes).toBe(100)
  })

  it('leaves bytes alone that are written while it sweeps', async () => {
    const { finish, files, pass, onDisk, left } = await open()
    await finish('old', 'the same bytes')
    pass(31 * DAY_MS)
    await Promise.all([finish('new', 'the same bytes'), files.sweep(), files.removeOrphans()])
    expect([left(), await onDisk()]).toEqual([['new'], 1])
  })

  it('removes what an interrupted write left behind', async () => {
    const { finish, files, dataDir, onDisk } = await open()
    await finish('task', 'named')
    await writeFile(join(dataDir, 'files', 'a.part'), 'orphan')
    await files.removeOrphans()
    expect(await onDisk()).toBe(1)
  })
})

it('opens the same database again, but not twice at once', async () => {
  const dataDir = await makeTempDir()
  const first = openDatabase(dataDir)
  expect(() => openDatabase(dataDir)).toThrow(/database is locked/u)
  first.close()
  openDatabase(dataDir).close()
})

it('refuses a database of another version and leaves it as it is', async () => {
  const dataDir = await makeTempDir()
  const later = new DatabaseSync(join(dataDir, 'service.db'))
  later.exec('PRAGMA user_version = 999; CREATE TABLE unheard_of (x TEXT)')
  later.close()
  expect(() => openDatabase(dataDir)).toThrow('its database was written by another version')
  const reopened = new DatabaseSync(join(dataDir, 'service.db'))
  onTestFinished(() => reopened.close())
  expect(reopened.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'unheard_of' }])
})

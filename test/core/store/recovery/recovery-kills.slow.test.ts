/**
 * A process killed while it recovers, rebuilds or deletes: the next start goes on, and in the end everything is as it should be.
 *
 * @slow Kills in the middle of a recovery, of a rebuild and of deleting for good.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { findDamage, readTasks } from '#test/stand-ins/data-check.ts'
import { COMES_BACK, wrongOfTask } from '#test/stand-ins/damage-trial.ts'
import { DAMAGES } from '#test/stand-ins/database-damage.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { fillMedia } from '#test/stand-ins/tiny-media.ts'
import { makeSampleDataDir } from '#test/stand-ins/sample-data-dir.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const KILLS = 4
const TIMEOUT_MS = 120_000
const PATIENCE_MS = 60_000

function open(dataDir: string): DrivenCore {
  const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
  onTestFinished(() => core.kill())
  return core
}

async function rebuildOf(core: DrivenCore) {
  const jobs = await core.call('jobs.list', {})
  return jobs?.items.find(({ kind }) => kind === 'rebuild')
}

/** Starts once more and waits until nothing is left to do. */
async function finish(dataDir: string): Promise<number> {
  const core = open(dataDir)
  expect(await core.ready).toBe(true)
  await until(async () => (await rebuildOf(core))?.state !== 'running', { patienceMs: PATIENCE_MS })
  const stats = await core.call('library.stats', {})
  await core.close()
  return stats?.assets ?? 0
}

function pendingIn(dataDir: string): boolean {
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  try {
    return database.prepare("SELECT 1 FROM facts WHERE name = 'rebuild.pending'").get() !== undefined
  } finally {
    database.close()
  }
}

test(
  'killed in the middle of a rebuild, it is gone on with until every asset is there',
  async () => {
    const dataDir = await makeTempDir()
    const random = seededRandom(4)
    const ids = await fillMedia(dataDir, { count: 1_500 })
    let inTheMiddle = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const core = open(dataDir)
      expect(await core.ready).toBe(true)
      const enough = Math.ceil(random() * 300)
      await until(async () => {
        const job = await rebuildOf(core)
        return job === undefined || job.state !== 'running' || job.done >= enough
      })
      await core.kill()
      if (pendingIn(dataDir)) inTheMiddle++
    }
    expect(inTheMiddle).toBeGreaterThan(0)
    expect(await finish(dataDir)).toBe(ids.length)
    expect(pendingIn(dataDir)).toBe(false)
    expect(await findDamage(dataDir)).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'killed at any moment of a recovery, it keeps the damaged file, the tasks and the assets',
  async () => {
    const root = await makeTempDir()
    const random = seededRandom(11)
    const sample = await makeSampleDataDir(root)
    const dataDir = join(root, 'killed')
    await cp(sample.crashed, dataDir, { recursive: true })
    DAMAGES['header damaged']?.(join(dataDir, 'library.db'), () => 0)
    const hash = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    const before = await hash(join(dataDir, 'library.db'))
    for (let kill = 0; kill < 2 * KILLS; kill++) {
      const core = open(dataDir)
      // From before the first file moves until the rebuild is over.
      await Promise.race([pause(150 + random() * 700), kill % 3 === 2 ? core.ready : core.gone])
      await core.kill()
    }
    expect(await finish(dataDir)).toBe(28)
    expect(await findDamage(dataDir)).toEqual([])
    const names = await readdir(dataDir)
    const aside = names.filter((name) => /^library\.db\.damaged-[^-]+-\w{4}$/.test(name))
    expect(await Promise.all(aside.map((name) => hash(join(dataDir, name))))).toContain(before)
    expect(names.filter((name) => /-(?:recovery|fresh)/.test(name))).toEqual([])
    const kept = new Map(readTasks(dataDir).map((task) => [task.id, task]))
    const unfinished = sample.tasks.filter(({ state }) => state in COMES_BACK)
    expect(unfinished.flatMap((task) => wrongOfTask(task, kept))).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'killed while it deletes for good, it never leaves a row without its file',
  async () => {
    const dataDir = await makeTempDir()
    const random = seededRandom(5)
    await fillMedia(dataDir, { count: 600, trashedAt: Date.now() })
    await finish(dataDir)
    let isCutShort = false
    for (let kill = 0; kill < KILLS; kill++) {
      const core = open(dataDir)
      expect(await core.ready).toBe(true)
      const before = (await filesIn(dataDir)).length
      const emptied = core.call('library.emptyTrash', {})
      // As soon as something is gone, and a moment later.
      await until(async () => (await filesIn(dataDir)).length < before)
      await pause(random() * 5)
      await core.kill()
      await emptied
      const rows = rowsIn(dataDir)
      if (rows.length > 0 && rows.length < 600) isCutShort = true
      const files = rows.map(({ sha256, extension }) => `${sha256.slice(0, 2)}/${sha256}.${extension}`)
      expect(files.filter((file) => !existsSync(join(dataDir, 'media', file)))).toEqual([])
    }
    expect(isCutShort).toBe(true)
    const core = open(dataDir)
    await core.ready
    await core.call('library.emptyTrash', {})
    // What a kill left half deleted is gone on with at the start.
    await until(async () => (await filesIn(dataDir)).length === 0)
    expect(await core.call('library.rebuild', {})).toEqual({ assets: 0, tasks: 0 })
    await core.close()
  },
  TIMEOUT_MS,
)

function rowsIn(dataDir: string): readonly { readonly sha256: string; readonly extension: string }[] {
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  try {
    return database.prepare('SELECT sha256, extension FROM assets').all() as unknown as {
      sha256: string
      extension: string
    }[]
  } finally {
    database.close()
  }
}

async function filesIn(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
}

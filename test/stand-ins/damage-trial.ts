/**
 * One damaged database, from the damage to the library that is whole again: what was done, and everything that went wrong.
 */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Result } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { askCore, coreOptions } from './core-options.ts'
import { DAMAGES } from './database-damage.ts'
import { sha256 } from './hostile-content.ts'
import { seededRandom } from './seeded-random.ts'
import { createManualClock } from './manual-clock.ts'
import type { SampleDataDir, SampleTask } from './sample-data-dir.ts'
import { until } from './until.ts'

/** https://sqlite.org/fileformat2.html#walformat */
const WAL_HEADER_BYTES = 32
const WAL_FRAME_BYTES = 24 + 4096
const MAX_STARTS = 3
/** How an open task may come back. */
export const COMES_BACK: Partial<Record<TaskState, readonly TaskState[]>> = {
  queued: ['queued', 'unknown'],
  sending: ['unknown'],
  running: ['running'],
  // Polled again, it ends in the same files.
  saving: ['saving', 'running'],
  unsaved: ['unsaved', 'running'],
  unknown: ['unknown'],
}
/** Rewritten as long as Atelier runs; only that they are there matters. */
const ALIVE =
  /^(?:\.lock|library\.db-(?:mark|shm|recovery)|(?:accepted\.jsonl|ui-state\.json)|search\.index.*|thumbs\/.*|media\/\.library\.json|media\/.*\.json)$/

/** What is being written has another name until it is whole; notes of what is under way end with it. */
const PASSING = /\.tmp$|^(?:reading|silence)\.jsonl$/

export interface DamageTrial {
  readonly damage: string
  readonly wrongs: readonly string[]
  readonly starts: number
  /** Names of files that were set aside. */
  readonly aside: readonly string[]
  /** Open tasks: those there were, and those that came back. */
  readonly open: { readonly before: number; readonly kept: number }
}

/** `seed` decides the damage and everything about it. Works in a folder below `root`, and removes it. */
export async function runDamageTrial(
  sample: SampleDataDir,
  root: string,
  seed: number,
): Promise<DamageTrial> {
  const dataDir = join(root, `trial-${seed}`)
  try {
    const random = seededRandom(seed)
    await cp(random() < 0.5 ? sample.closed : sample.crashed, dataDir, { recursive: true })
    const kinds = Object.keys(DAMAGES)
    const kind = kinds[seed % kinds.length] ?? ''
    const how = DAMAGES[kind]?.(join(dataDir, 'library.db'), random) ?? ''
    return { damage: `${kind} (${how})`, ...(await recover(dataDir, sample)) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function recover(dataDir: string, sample: SampleDataDir): Promise<Omit<DamageTrial, 'damage'>> {
  const wrongs: string[] = []
  const aside: string[] = []
  let starts = 0
  let kept = 0
  const open = sample.tasks.filter(({ state }) => state in COMES_BACK)
  for (let isSettled = false; !isSettled && starts < MAX_STARTS;) {
    starts++
    const before = await hashFiles(dataDir)
    const opened = await openQuietly(dataDir)
    if (!opened.ok) {
      wrongs.push(`did not start: ${opened.error.id}`)
      break
    }
    const app = opened.data
    try {
      await until(async () =>
        (await askCore(app, 'jobs.list', {})).items.every(({ state }) => state !== 'running'),
      )
      const failed = (await askCore(app, 'jobs.list', {})).items.filter(({ state }) => state !== 'done')
      wrongs.push(...failed.map(({ kind, message }) => `${kind}: ${message.text}`))
      const verified = await askCore(app, 'library.verify', {}).catch(() => null)
      const { items: notices } = await askCore(app, 'notices.list', {})
      isSettled = !notices.some(({ id }) => id === 'library-damaged')
      const now = await setAside(dataDir, before, wrongs)
      aside.push(...now)
      if (now.length > 0 && !notices.some(({ message }) => now.some((name) => message.text.includes(name))))
        wrongs.push('nobody said where the old file is')
      if (!isSettled) continue
      if (verified?.missing !== 0 || verified.damaged !== 0)
        wrongs.push(`verified: ${JSON.stringify(verified)}`)
      wrongs.push(...(await wrongsOfLibrary(app, sample, aside.length > 0)))
      const tasks = await findTasks(app, open)
      kept = tasks.size
      wrongs.push(...open.flatMap((task) => wrongOfTask(task, tasks)))
    } finally {
      await app.close()
    }
  }
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  const said = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  database.close()
  if (said !== 'ok') wrongs.push(`library.db in the end: ${String(said)}`)
  return { wrongs, starts, aside, open: { before: open.length, kept } }
}

function openQuietly(dataDir: string): Promise<Result<App>> {
  return openApp(coreOptions(dataDir, { clock: createManualClock(), random: () => 0.5 }))
}

/** The names of files set aside since `before`. Adds to `wrongs` what is gone, or is not as it was. */
async function setAside(
  dataDir: string,
  before: ReadonlyMap<string, Content>,
  wrongs: string[],
): Promise<readonly string[]> {
  const after = await hashFiles(dataDir)
  const fresh = [...after.keys()].filter((path) => !before.has(path) && path.includes('.damaged-'))
  const isAside = fresh.some((path) => !/-(?:wal|shm)$/.test(path))
  for (const [path, content] of before) {
    const suffix = path.startsWith('library.db') ? path.slice('library.db'.length) : null
    if (path.includes('.damaged-') || ALIVE.test(path)) {
      // The plan of a recovery goes with the recovery.
      if (!after.has(path) && !path.endsWith('-recovery')) wrongs.push(`${path} is gone`)
    } else if (suffix !== null && isAside) {
      const copy = fresh.find((name) => (suffix === '' ? !/-(?:wal|shm)$/.test(name) : name.endsWith(suffix)))
      const isKept = copy !== undefined && (await isContent(join(dataDir, copy), content, suffix === ''))
      if (!isKept) wrongs.push(`${path} is not kept byte for byte`)
    } else if (suffix === null && after.get(path)?.hash !== content.hash)
      wrongs.push(`${path} is gone or changed`)
    else if (suffix === '' && !after.has(path)) wrongs.push(`${path} is gone`)
  }
  return fresh
}

interface Content {
  readonly hash: string
  /** How many bytes are to be kept: of a write-ahead log the commits, since a start may write behind them. */
  readonly keptBytes: number
}

async function hashFiles(dataDir: string): Promise<ReadonlyMap<string, Content>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !PASSING.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (path) => {
        const bytes = await readFile(path)
        const keptBytes = path.endsWith('-wal') ? await committedBytes(path, bytes.length) : bytes.length
        return [relative(dataDir, path), { hash: sha256(bytes.subarray(0, keptBytes)), keptBytes }] as const
      }),
    ),
  )
}

/** Where the last commit of the log ends, as SQLite says of a copy; all of it where SQLite cannot open the file. */
async function committedBytes(wal: string, sizeBytes: number): Promise<number> {
  const copy = await mkdtemp(join(tmpdir(), 'atelier-wal-'))
  try {
    const path = join(copy, 'library.db')
    await cp(wal.slice(0, -'-wal'.length), path)
    await cp(wal, `${path}-wal`)
    const database = new DatabaseSync(path)
    try {
      const frames = Number(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.['log'])
      return frames < 0 ? sizeBytes : WAL_HEADER_BYTES + frames * WAL_FRAME_BYTES
    } finally {
      database.close()
    }
  } catch {
    return sizeBytes
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Whether the file begins with this content, or is it altogether. */
async function isContent(path: string, { hash, keptBytes }: Content, isWhole: boolean): Promise<boolean> {
  const bytes = await readFile(path)
  return sha256(isWhole ? bytes : bytes.subarray(0, keptBytes)) === hash
}

async function wrongsOfLibrary(
  app: App,
  sample: SampleDataDir,
  isRebuilt: boolean,
): Promise<readonly string[]> {
  const wrongs: string[] = []
  for (const { id, ...expected } of sample.assets) {
    const response = (await app.call('library.get', { id })) as Result<Asset>
    if (!response.ok) {
      wrongs.push(`asset ${id} is lost`)
      continue
    }
    const { rating, tags, prompt } = response.data
    const found = { sha256: response.data.sha256, rating, tags: tags.toSorted(), prompt }
    const wanted = { ...expected, tags: expected.tags.toSorted() }
    // A flipped bit inside a word can be told only from the sidecar.
    if (found.sha256 !== wanted.sha256 || (isRebuilt && JSON.stringify(found) !== JSON.stringify(wanted)))
      wrongs.push(`asset ${id} came back as ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  if (!isRebuilt) return wrongs
  const { items: collections } = await askCore(app, 'collections.list', {})
  const named = collections.map(({ name, count }) => `${name}: ${count}`)
  if (named.join() !== sample.collections.join()) wrongs.push(`collections: ${named.join()}`)
  const { items: searches } = await askCore(app, 'searches.list', {})
  if (searches.map(({ name }) => name).join() !== sample.searches.join())
    wrongs.push('saved searches are lost')
  return wrongs
}

interface FoundTask {
  readonly state: TaskState
  readonly remoteId: string | null
}

async function findTasks(app: App, open: readonly SampleTask[]): Promise<ReadonlyMap<string, FoundTask>> {
  const found = new Map<string, FoundTask>()
  const { items } = await askCore(app, 'tasks.list', { limit: 500 })
  for (const { id, state, remoteId = null } of items)
    if (open.some((task) => task.id === id)) found.set(id, { state, remoteId })
  return found
}

export function wrongOfTask(task: SampleTask, found: ReadonlyMap<string, FoundTask>): readonly string[] {
  const now = found.get(task.id)
  if (!now) return [`the ${task.state} task ${task.id} is lost`]
  if (!COMES_BACK[task.state]?.includes(now.state) || now.remoteId !== task.remoteId)
    return [`the ${task.state} task ${task.id} came back as ${now.state}, ${now.remoteId}`]
  return []
}

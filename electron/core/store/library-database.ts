/**
 * Opens the library.db of a data directory, whatever state it is in: a first one is made, a valid one opened, a damaged or lost one
 * replaced, and one that is older than the last work brought up to `accepted.jsonl`.
 */
import { copyFile, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readUiStateFile } from '../settings/ui-state-file.ts'
import { openCommitMark, openDatabase, type CommitMark, type Database } from './database.ts'
import { DamagedDatabase, isDamage } from './damage.ts'
import { ifThere } from './files.ts'
import {
  asideName,
  continueAcceptedLog,
  databasePath,
  newPlan,
  readPlan,
  recoverDatabase,
  settleOlder,
  type Known,
} from './recovery/recover.ts'
import { readAcceptedLog, type AcceptedLog, type LoggedTasks } from '../tasks/recovery/accepted-log.ts'
import { inspectDatabase, type Inspected } from './recovery/inspect.ts'
import { reconcileTasks } from '../tasks/recovery/reconcile-tasks.ts'

export interface LibraryDatabase {
  readonly db: Database
  readonly accepted: AcceptedLog
  /** `asItIs`: without working the write-ahead log into the file, which is damaged and about to be set aside. */
  close(asItIs: boolean): void
}

/**
 * `now` in milliseconds since the epoch.
 *
 * @throws the disk's error, and an Error for a database of a newer Atelier: nothing is moved then.
 */
export async function openLibraryDatabase(dataDir: string, now: number): Promise<LibraryDatabase> {
  const log = await readAcceptedLog(dataDir)
  const mark = openCommitMark(`${databasePath(dataDir)}-mark`)
  const known: Known = { log, commits: mark.before, uiState: await readUiStateFile(dataDir) }
  try {
    const plan = await readPlan(dataDir, now)
    if (plan) await recoverDatabase(dataDir, plan, known, now)
    else await bringUp(dataDir, known, now)
    return await openValid(dataDir, log, mark, now)
  } catch (error) {
    if (!isDamage(error)) {
      mark.close()
      throw error
    }
    const reason = error instanceof Error ? error.message : String(error)
    await recoverDatabase(dataDir, newPlan(reason, now), known, now)
    return openValid(dataDir, log, mark, now)
  }
}

async function openValid(
  dataDir: string,
  log: LoggedTasks | null,
  mark: CommitMark,
  now: number,
): Promise<LibraryDatabase> {
  const path = databasePath(dataDir)
  const db = openDatabase(path, mark)
  try {
    db.transaction(() => reconcileTasks(db, log, 'latest', now))
    const accepted = await continueAcceptedLog(dataDir, db, log, now)
    return { db, accepted, close: (asItIs) => closeAll(path, asItIs, [db, accepted, mark]) }
  } catch (error) {
    closeAll(path, true, [db])
    throw error
  }
}

/** Settles what a valid database lacks; none is made where there was never one. @throws DamagedDatabase, or SQLite's error. */
async function bringUp(dataDir: string, known: Known, now: number): Promise<void> {
  const inspected = await inspect(dataDir, known)
  const age = inspected && ageOf(inspected, known)
  if (!age) return
  const path = databasePath(dataDir)
  const aside = await copyLog(path, now)
  const db = openDatabase(path)
  try {
    settleOlder(db, known, now, age, aside)
  } finally {
    db.close()
  }
}

/** A write-ahead log that is damaged somewhere is written over from there on. Returns the name of its copy. */
async function copyLog(path: string, now: number): Promise<string | null> {
  const file = await ifThere(stat(`${path}-wal`))
  if (!file || file.size === 0) return null
  const aside = `${asideName(now)}-wal`
  await copyFile(`${path}-wal`, join(dirname(path), aside))
  return aside
}

/** null for a first start. @throws DamagedDatabase also where a database should be and is not. */
async function inspect(dataDir: string, { log, commits }: Known): Promise<Inspected | null> {
  const path = databasePath(dataDir)
  const file = await ifThere(stat(path))
  if (file && file.size > 0) {
    if (!file.isFile()) throw new DamagedDatabase('There is no file in its place.')
    return inspectDatabase(path)
  }
  if (log === null && commits === null && !(await hasMedia(dataDir))) return null
  throw new DamagedDatabase(file ? 'It is empty.' : 'It is missing.')
}

function ageOf(inspected: Inspected, { commits }: Known): 'older' | 'copy' | null {
  if (inspected.copiedAt !== null) return 'copy'
  return commits !== null && (inspected.commits ?? 0) < commits ? 'older' : null
}

function closeAll(path: string, asItIs: boolean, open: readonly { close(): void }[]): void {
  // The last connection to close works the log in: this one is not the last then.
  const beside = asItIs ? openBeside(path) : null
  try {
    for (const one of open) one.close()
  } finally {
    beside?.close()
  }
}

function openBeside(path: string): DatabaseSync | null {
  try {
    const connection = new DatabaseSync(path, { readOnly: true })
    connection.prepare('PRAGMA schema_version').get()
    return connection
  } catch {
    return null
  }
}

async function hasMedia(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'media')).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}

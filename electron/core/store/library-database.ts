/**
 * Opens the library.db of a data directory, whatever state it is in: a first one is made, a valid one opened, a damaged or lost one
 * replaced, and one that is older than the last work brought up to what its subjects keep beside it.
 */
import { copyFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { message } from '#contract/messages/message.ts'
import { openCommitMark, openDatabase, type CommitMark, type Database } from './database.ts'
import { damageOf, DamagedDatabase, isDamage } from './damage.ts'
import { ifThere } from './files.ts'
import {
  asideName,
  databasePath,
  dropPlan,
  LOG_SUFFIXES,
  moveIfThere,
  newPlan,
  readPlan,
  recoverDatabase,
  settleOlder,
  type Known,
} from './recovery/recover.ts'
import { inspectDatabase, isUnopenedBackup, type Inspected } from './recovery/inspect.ts'
import { checkIntegrity } from './recovery/integrity.ts'
import type { Recoverable } from './recovery/recoverable.ts'

/** Whose rows lie in library.db. */
export interface Subjects<Journal extends Closable> {
  /** With what lies beside library.db; the first ones are salvaged and settled first. */
  readonly recoverable: readonly Recoverable[]
  /** Opens what is written beside the database from now on. @throws the disk's error, or SQLite's */
  readonly openJournal: (db: Database, now: number) => Promise<Journal>
}

interface Closable {
  close(): void
}

export interface LibraryDatabase<Journal> {
  readonly db: Database
  readonly journal: Journal
  /** `asItIs`: without working the write-ahead log into the file, which is damaged and about to be set aside. */
  close(asItIs: boolean): void
}

/**
 * `now` in milliseconds since the epoch.
 *
 * @throws the disk's error, and NewerDatabase: nothing is moved then.
 */
export async function openOrRecover<Journal extends Closable>(
  dataDir: string,
  subjects: Subjects<Journal>,
  now: number,
): Promise<LibraryDatabase<Journal>> {
  const mark = openCommitMark(`${databasePath(dataDir)}-mark`)
  const known: Known = { commits: mark.before, subjects: subjects.recoverable }
  try {
    await setForeignLogAside(dataDir, now)
    const plan = await readPlan(dataDir, now)
    if (plan && (await isPutBack(dataDir, known))) await dropPlan(dataDir)
    else if (plan) await recoverDatabase(dataDir, plan, known, now)
    // Also after a recovery: somebody may have put a backup where the fresh one was to be.
    await bringUp(dataDir, known, now)
    return await openValid(dataDir, subjects, mark, now)
  } catch (error) {
    if (!isDamage(error)) {
      mark.close()
      throw error
    }
    await recoverDatabase(dataDir, newPlan(damageOf(error), now), known, now)
    return openValid(dataDir, subjects, mark, now)
  }
}

async function openValid<Journal extends Closable>(
  dataDir: string,
  { recoverable, openJournal }: Subjects<Journal>,
  mark: CommitMark,
  now: number,
): Promise<LibraryDatabase<Journal>> {
  const path = databasePath(dataDir)
  const db = openDatabase(path, mark)
  try {
    db.transaction(() => {
      for (const subject of recoverable) subject.bringUp?.(db, now)
    })
    const journal = await openJournal(db, now)
    return { db, journal, close: (asItIs) => closeAll(path, asItIs, [db, journal, mark]) }
  } catch (error) {
    closeAll(path, true, [db])
    throw error
  }
}

/**
 * A backup has no write-ahead log. One that lies beside it belongs to the database whose place it took, and SQLite would write that over
 * the backup.
 */
async function setForeignLogAside(dataDir: string, now: number): Promise<void> {
  const path = databasePath(dataDir)
  if (!isUnopenedBackup(path)) return
  const aside = join(dataDir, asideName(now))
  for (const suffix of LOG_SUFFIXES) await moveIfThere(path + suffix, aside + suffix)
}

/** Whether what is there is not the database that was to be recovered, but a valid one that took its place. */
async function isPutBack(dataDir: string, known: Known): Promise<boolean> {
  try {
    const inspected = await inspect(dataDir, known)
    if (!inspected || !ageOf(inspected, known)) return false
    const order = { path: databasePath(dataDir), depth: 'indexes' } as const
    return (await checkIntegrity(order, new AbortController().signal)) === null
  } catch (error) {
    if (isDamage(error)) return false
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
    // Or a crash leaves a file that says it is a backup beside a log of its own.
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
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
async function inspect(dataDir: string, { commits, subjects }: Known): Promise<Inspected | null> {
  const path = databasePath(dataDir)
  const file = await ifThere(stat(path))
  if (file && file.size > 0) {
    if (!file.isFile()) throw new DamagedDatabase(message('store.damage.noFile'))
    return inspectDatabase(path, subjects)
  }
  const traces = await Promise.all(subjects.map(async ({ hasTraces }) => hasTraces?.()))
  if (commits === null && !traces.includes(true)) return null
  throw new DamagedDatabase(message(file ? 'store.damage.empty' : 'store.damage.missing'))
}

function ageOf(inspected: Inspected, { commits }: Known): 'older' | 'copy' | null {
  if (inspected.copiedAt !== null) return 'copy'
  return commits !== null && (inspected.commits ?? 0) < commits ? 'older' : null
}

function closeAll(path: string, asItIs: boolean, open: readonly Closable[]): void {
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

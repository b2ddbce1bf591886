/**
 * Opens library.db and owns how it commits.
 *
 * One connection writes. Another thread may read beside it (reader.ts): that is safe since SQLite 3.51.3, which is asserted;
 * before, committed pages could be lost when connections reset the write-ahead log at the same time
 * (https://sqlite.org/wal.html, "The WAL-Reset Bug"). The SQL itself lives beside its subject.
 */
import {
  backup,
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { message } from '#contract/messages/message.ts'
import { DamagedDatabase, isDamage } from './damage.ts'
import { diskFailure, isBusy } from './disk-errors.ts'
import { MIGRATIONS } from './migrations.ts'
import { makePrivateFile } from './files.ts'

const OLDEST_SAFE_SQLITE = [3, 51, 3] as const

/** Atelier never makes a database of another page size. */
export const PAGE_BYTES = 4096
/** Copied at a time, before others have the event loop: 2 MB. */
const PAGES_A_STEP = 500
/** The name of the fact that holds how many transactions were committed. */
export const COMMITS = 'commits'
/** Counted within each transaction; compared with the mark at the next start. */
const COUNT_COMMIT = `INSERT INTO facts (name, value) VALUES ('${COMMITS}', '1')
  ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`

export type Row = Record<string, SQLOutputValue>

export interface Database {
  /** All rows of a query. Statements are prepared once. */
  all(sql: string, ...values: SQLInputValue[]): Row[]
  /** The first row, or null. */
  get(sql: string, ...values: SQLInputValue[]): Row | null
  /** How many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` as one transaction: all of it or, when it throws, nothing. Nested calls join the outer one. */
  transaction<T>(work: () => T): T
  /**
   * The same, and on disk before it returns (`synchronous=FULL`): for what must survive a power cut, such as the intent
   * to spend money. Everything committed earlier is synced with it.
   */
  durably<T>(work: () => T): T
  /** Calls `undo` if the transaction that is under way is rolled back; the last one first. */
  onRollback(undo: () => void): void
  /** Calls `report` for every statement from now on that finds the file damaged. The error is thrown all the same. */
  onDamage(report: (error: unknown) => void): void
  /** Reports damage that a reader of the same file has found. */
  foundDamage(error: unknown): void
  /**
   * Copies the database as it is to `path` while it stays in use. `report` gets the pages copied and those there are.
   *
   * @throws the reason of `signal`, or SQLite's error; what is under `path` is no database then.
   */
  copyTo(path: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * `mark` learns of every transaction that was committed.
 *
 * @throws NewerDatabase, and Error when the file is not a valid database or cannot be opened.
 */
export function openDatabase(path: string, mark?: CommitMark): Database {
  makePrivateFile(path)
  const connection = new DatabaseSync(path)
  try {
    assertSafeSqlite(connection)
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = NORMAL')
    connection.exec('PRAGMA foreign_keys = ON')
    connection.exec('PRAGMA trusted_schema = OFF')
    const isChanged = migrate(connection)
    // Until then a first library's file is an empty page, and the next start takes what a crash leaves of it for damaged.
    if (isChanged) connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch (error) {
    connection.close()
    throw error
  }
  return wrap(connection, mark)
}

function wrap(connection: DatabaseSync, mark: CommitMark | undefined): Database {
  const prepare = prepareOnce(connection)
  let report: (error: unknown) => void = () => undefined
  const watched = <T>(statement: () => T): T => {
    try {
      return statement()
    } catch (error) {
      if (isDamage(error)) report(error)
      throw error
    }
  }
  const get: Database['get'] = (sql, ...values) => watched(() => prepare(sql).get(...values) ?? null)
  let undos: (() => void)[] = []
  const changes = () => Number(get('SELECT total_changes() AS number')?.['number'])
  const transaction = <T>(work: () => T): T => {
    if (connection.isTransaction) return work()
    watched(() => connection.exec('BEGIN IMMEDIATE'))
    undos = []
    try {
      const before = changes()
      const value = work()
      const number = changes() === before ? null : Number(get(COUNT_COMMIT)?.['value'])
      watched(() => connection.exec('COMMIT'))
      if (number !== null) mark?.note(number)
      return value
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      for (const undo of undos.toReversed()) undo()
      throw error
    }
  }
  return {
    all: (sql, ...values) => watched(() => prepare(sql).all(...values)),
    get,
    run: (sql, ...values) => watched(() => Number(prepare(sql).run(...values).changes)),
    transaction,
    durably: (work) => {
      if (connection.isTransaction) throw new Error('A durable commit cannot be part of another transaction.')
      connection.exec('PRAGMA synchronous = FULL')
      try {
        return transaction(work)
      } finally {
        connection.exec('PRAGMA synchronous = NORMAL')
      }
    },
    onRollback: (undo) => void undos.push(undo),
    onDamage: (listener) => {
      report = listener
    },
    foundDamage: (error) => report(error),
    copyTo: async (path, tell, signal) => {
      signal.throwIfAborted()
      await backup(connection, path, {
        rate: PAGES_A_STEP,
        progress: ({ totalPages, remainingPages }) => {
          signal.throwIfAborted()
          tell(totalPages - remainingPages, totalPages)
        },
      })
    },
    close: () => connection.close(),
  }
}

/** Each statement is prepared at its first use. */
export function prepareOnce(connection: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** library.db is of a schema that this Atelier does not know yet. */
export class NewerDatabase extends Error {}

/** Whether there was anything to do. */
function migrate(connection: DatabaseSync): boolean {
  const row = connection.prepare('PRAGMA user_version').get() as { user_version: number }
  const version = row.user_version
  if (version > MIGRATIONS.length) {
    throw new NewerDatabase(
      `library.db was written by a newer Atelier (version ${version} of its schema, this one knows ${MIGRATIONS.length}).`,
    )
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue
    const to = index + 1
    // Written twice, so that a damaged header is never taken for a newer Atelier's.
    const note = `INSERT OR REPLACE INTO facts (name, value) VALUES ('schema.version', '${to}')`
    try {
      connection.exec(`BEGIN IMMEDIATE; ${migration}; ${note}; PRAGMA user_version = ${to}; COMMIT`)
    } catch (error) {
      if (diskFailure(error) || isBusy(error)) throw error
      throw new DamagedDatabase(message('store.damage.content', { version: to }), { cause: error })
    }
  }
  return version < MIGRATIONS.length
}

function assertSafeSqlite(connection: DatabaseSync): void {
  const { version } = connection.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  const parts = version.split('.').map(Number)
  for (const [index, least] of OLDEST_SAFE_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least)
      throw new Error(`SQLite ${version} is too old: ${OLDEST_SAFE_SQLITE.join('.')} is needed.`)
  }
}

/** What is stored under a name about the library as a whole; null where nothing is. */
export function readFact(db: Pick<Database, 'get'>, name: string): string | null {
  const row = db.get('SELECT value FROM facts WHERE name = ?', name)
  return row ? String(row['value']) : null
}

/** `value` is JSON; null removes it. */
export function writeFact(db: Pick<Database, 'run'>, name: string, value: string | null): void {
  if (value === null) db.run('DELETE FROM facts WHERE name = ?', name)
  else db.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value)
}

/** Always the same length, so that writing over it never leaves a rest. */
const DIGITS = 16

/**
 * How many transactions library.db has committed, stored beside it in `library.db-mark`.
 *
 * The database counts them too. One that has counted fewer than the mark says has lost its latest commits: its write-ahead
 * log is gone or damaged, or an older copy was put in its place. SQLite cannot tell that from a clean end.
 */
export type CommitMark = ReturnType<typeof openCommitMark>

/** @throws Error when the disk refuses to open it. */
export function openCommitMark(path: string) {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    /** What the file said when it was opened; null when there was none, or none that can be read. */
    before: read(file),
    /** Notes commit `number`. Not synced, and it never throws: a mark that lags warns less, nothing else. */
    note: (number: number): void => {
      try {
        writeSync(file, `${String(number).padStart(DIGITS, '0')}\n`, 0)
      } catch {
        // A mark that lags is no harm.
      }
    },
    close: (): void => closeSync(file),
  }
}

function read(file: number): number | null {
  const bytes = Buffer.alloc(DIGITS + 1)
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
  return new RegExp(`^\\d{${DIGITS}}\n$`).test(text) ? Number(text) : null
}

/**
 * Opens library.db and owns how it commits.
 *
 * One connection: SQLite before 3.51.3 could lose committed pages when several connections reset the write-ahead log
 * (https://sqlite.org/wal.html, "The WAL-Reset Bug"), so the version is asserted too. The SQL itself lives beside its subject.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { MIGRATIONS } from './migrations.ts'

const OLDEST_SOUND_SQLITE = [3, 51, 3] as const

export type Row = Record<string, SQLOutputValue>

export interface Database {
  /** All rows of a query. Statements are prepared once and kept. */
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
  close(): void
}

/** @throws Error when the file is not a sound database of a known version, or cannot be opened. */
export function openDatabase(path: string): Database {
  const connection = new DatabaseSync(path)
  try {
    assertSoundSqlite(connection)
    connection.exec('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = NORMAL')
    connection.exec('PRAGMA foreign_keys = ON')
    connection.exec('PRAGMA trusted_schema = OFF')
    migrate(connection)
  } catch (error) {
    connection.close()
    throw error
  }
  return wrap(connection)
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const transaction = <T>(work: () => T): T => {
    if (connection.isTransaction) return work()
    connection.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      connection.exec('COMMIT')
      return value
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }
  return {
    all: (sql, ...values) => prepare(sql).all(...values),
    get: (sql, ...values) => prepare(sql).get(...values) ?? null,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
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
    close: () => {
      statements.clear()
      connection.close()
    },
  }
}

function migrate(connection: DatabaseSync): void {
  const row = connection.prepare('PRAGMA user_version').get() as { user_version: number }
  const version = row.user_version
  if (version > MIGRATIONS.length) {
    throw new Error(
      `library.db was written by a newer Atelier (version ${version} of its schema, this one knows ${MIGRATIONS.length}).`,
    )
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue
    connection.exec(`BEGIN IMMEDIATE; ${migration}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

function assertSoundSqlite(connection: DatabaseSync): void {
  const { version } = connection.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  const parts = version.split('.').map(Number)
  for (const [index, least] of OLDEST_SOUND_SQLITE.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least)
      throw new Error(`SQLite ${version} is too old: ${OLDEST_SOUND_SQLITE.join('.')} is needed.`)
  }
}

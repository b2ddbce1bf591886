/** Reads library.db beside the connection that writes it: another thread's own view, which never holds the writer up. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { prepareOnce, type Database, type Row } from './database.ts'

export interface Reader extends Pick<Database, 'all' | 'get'> {
  /** All rows as arrays in the order of the columns: in half the time of objects, for reading very many. */
  arrays(sql: string, ...values: SQLInputValue[]): SQLOutputValue[][]
  /** Everything that `work` reads is of one moment. */
  atOnce<T>(work: () => T): T
  close(): void
}

/** How long a statement waits while the writer recovers its log, in milliseconds. */
const PATIENCE_MS = 5_000

/** @throws Error when the database is not there or cannot be read. */
export function openReader(path: string): Reader {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS })
  connection.exec('PRAGMA trusted_schema = OFF')
  const prepare = prepareOnce(connection)
  const prepareArrays = prepareOnce(connection)
  return {
    all: (sql, ...values) => prepare(sql).all(...values),
    get: (sql, ...values) => prepare(sql).get(...values) ?? null,
    arrays: (sql, ...values) => {
      const statement = prepareArrays(sql)
      statement.setReturnArrays(true)
      // Declared as objects whatever was set.
      return statement.all(...values) as unknown as SQLOutputValue[][]
    },
    atOnce: (work) => {
      connection.exec('BEGIN')
      try {
        return work()
      } finally {
        if (connection.isTransaction) connection.exec('COMMIT')
      }
    },
    close: () => connection.close(),
  }
}

/** Between rows and objects: columns in snake_case and NULL there, fields in camelCase and absent ones here. */
const fieldNames = new Map<string, string>()

function fieldOf(column: string): string {
  const known =
    fieldNames.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  fieldNames.set(column, known)
  return known
}

/** The fields of a row, to be parsed. */
export function fieldsOf(row: Row): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const column in row) if (row[column] !== null) fields[fieldOf(column)] = row[column]
  return fields
}

/** The values of these columns: objects as JSON, truth as 1 and 0. */
export function valuesOf(record: object, columns: readonly string[]): SQLInputValue[] {
  const fields = record as Readonly<Record<string, unknown>>
  return columns.map((column) => {
    const value = fields[fieldOf(column)] ?? null
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue)
  })
}

/** `into` is `INTO table`, or `OR REPLACE INTO table`; `end` what follows the values. Returns how many rows changed. */
export function insertRow(db: Pick<Database, 'run'>, into: string, record: object, end = ''): number {
  const columns = Object.keys(record).map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const places = columns.map(() => '?').join(', ')
  return db.run(
    `INSERT ${into} (${columns.join(', ')}) VALUES (${places}) ${end}`,
    ...valuesOf(record, columns),
  )
}

/** The first column of all rows, as texts. */
export function selectTexts(db: Pick<Database, 'all'>, sql: string, ...values: SQLInputValue[]): string[] {
  return db.all(sql, ...values).map((row) => String(Object.values(row)[0]))
}

/** The first column of the first row, as a number; 0 where there is none. */
export function selectNumber(db: Pick<Database, 'get'>, sql: string, ...values: SQLInputValue[]): number {
  return Number(Object.values(db.get(sql, ...values) ?? {})[0] ?? 0)
}

/** A column that holds JSON of this shape. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

/**
 * Copies the rows that SQLite can still read from a damaged database. Which, and what a valid row is, each subject says.
 */
import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDamage } from '../damage.ts'
import { PAGE_BYTES, type Database, type Row } from '../database.ts'
import { diskFailure } from '../disk-errors.ts'
import type { SalvagedTable } from './recoverable.ts'

const ROWS_A_STEP = 200

/** Reads these tables of `source` into `db`, which is fresh. @throws the disk's error alone. */
export async function salvageRows(
  source: string,
  tables: readonly SalvagedTable[],
  db: Database,
): Promise<void> {
  const file = statSync(source, { throwIfNoEntry: false })
  // SQLite deletes the write-ahead log of a file without a page.
  if (!file?.isFile() || file.size < PAGE_BYTES) return
  const connection = unlessDamaged(() => new DatabaseSync(source, { readOnly: true }))
  if (!connection) return
  try {
    unlessDamaged(() => connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON'))
    for (const table of tables) await copyTable(connection, table, db)
  } finally {
    connection.close()
  }
}

/** As far as the table can be read, from its beginning and then from its end: a page in between hides what is behind it. */
async function copyTable(connection: DatabaseSync, table: SalvagedTable, db: Database): Promise<void> {
  const { name, inOrder = `SELECT * FROM ${name}` } = table
  const columns = db.all(`PRAGMA table_info(${name})`)
  const keys = columns.filter((column) => Number(column['pk']) > 0).map((column) => column['name'])
  const prepare = (sql: string) => unlessDamaged(() => connection.prepare(sql))
  const names = columns.map((column) => String(column['name']))
  if (await copyRows(prepare(inOrder), table, names, db)) return
  const fromEnd = (key: string) => prepare(`SELECT * FROM ${name} ORDER BY ${key} DESC`)
  // A table without row ids has no such column.
  await copyRows(fromEnd('rowid') ?? fromEnd(keys.join(' DESC, ')), table, names, db)
}

/** Returns whether all could be read. */
async function copyRows(
  read: StatementSync | null,
  table: SalvagedTable,
  columns: readonly string[],
  db: Database,
): Promise<boolean> {
  const rows = unlessDamaged(() => read?.iterate())
  let isWhole = false
  for (let isOver = !rows; !isOver; await yieldToEventLoop()) {
    const copyStep = () => {
      for (let count = 0; count < ROWS_A_STEP && !isOver; count++) {
        const step = unlessDamaged(() => rows?.next())
        isWhole = step?.done === true
        if (!step || isWhole) isOver = true
        else copyRow(db, table, columns, step.value as Row)
      }
    }
    // What a row refers to may be lost, which the end of a transaction says.
    unlessDamaged(() => db.transaction(copyStep))
  }
  return isWhole
}

function copyRow(
  db: Database,
  { name, isValid, update = same }: SalvagedTable,
  columns: readonly string[],
  found: Row,
): void {
  // A row of a wrong type, or of a task that is lost, is left out.
  unlessDamaged(() => {
    if (isValid && !isValid(found, db)) return
    const row = update(found)
    const known = columns.filter((column) => column in row)
    db.run(
      `INSERT OR IGNORE INTO ${name} (${known.join(', ')}) VALUES (${known.map(() => '?').join(', ')})`,
      ...known.map((column) => row[column] ?? null),
    )
  })
}

function same(row: Row): Row {
  return row
}

/** null for what SQLite cannot do with this file. @throws the disk's error. */
function unlessDamaged<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (diskFailure(error) && !isDamage(error)) throw error
    return null
  }
}

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
    for (const table of tables) {
      const read = unlessDamaged(() => connection.prepare(`SELECT * FROM ${table.name}`))
      if (read) await copyTable(read, table, db)
    }
  } finally {
    connection.close()
  }
}

/** As far as the table can be read. */
async function copyTable(read: StatementSync, table: SalvagedTable, db: Database): Promise<void> {
  const columns = db.all(`PRAGMA table_info(${table.name})`).map((row) => String(row['name']))
  const rows = unlessDamaged(() => read.iterate())
  for (let isOver = rows === null; !isOver; await yieldToEventLoop()) {
    db.transaction(() => {
      for (let count = 0; count < ROWS_A_STEP && !isOver; count++) {
        const step = unlessDamaged(() => rows?.next())
        if (!step || step.done === true) isOver = true
        else copyRow(db, table, columns, step.value)
      }
    })
  }
}

function copyRow(
  db: Database,
  { name, isValid, update = same }: SalvagedTable,
  columns: readonly string[],
  found: Row,
): void {
  // A row of a wrong type, or of a task that is lost, is left out.
  unlessDamaged(() => {
    if (isValid && !isValid(found)) return
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

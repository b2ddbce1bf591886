/**
 * Copies the rows that SQLite can still read from a damaged database: finished tasks, counts of requests, the UI state.
 *
 * Open tasks do not depend on it (`accepted.jsonl`), nor do assets and collections (`media/`).
 */
import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toTaskRecord } from '../../tasks/task-row.ts'
import { isDamage } from '../damage.ts'
import { PAGE_BYTES, type Database, type Row } from '../database.ts'
import { diskFailure } from '../disk-errors.ts'

interface SalvagedTable {
  readonly name: string
  /** Throws or is false for a row that nobody could parse. STRICT tables check types by themselves. */
  readonly isValid?: (row: Row) => boolean
}

/** Tasks come before what refers to them. */
const TABLES: readonly SalvagedTable[] = [
  { name: 'tasks', isValid: (row) => Boolean(toTaskRecord(row)) && isJson(row['last_response'] ?? 'null') },
  { name: 'task_history' },
  { name: 'requests' },
  { name: 'model_prices', isValid: ({ price }) => isJson(price) },
  { name: 'agents' },
  { name: 'inputs', isValid: ({ kind }) => ['image', 'video', 'audio'].includes(String(kind)) },
  { name: 'votes' },
  { name: 'ui_state', isValid: ({ value }) => isJson(value) },
  // The others speak of the file itself, or are learned anew.
  { name: 'facts', isValid: ({ name, value }) => /^(?:queue|limits)\./.test(String(name)) && isJson(value) },
  { name: 'durations' },
]
const ROWS_A_STEP = 200

/** Reads `source` into `db`, which is fresh. @throws the disk's error alone. */
export async function salvageRows(source: string, db: Database): Promise<void> {
  const file = statSync(source, { throwIfNoEntry: false })
  // SQLite deletes the write-ahead log of a file without a page.
  if (!file?.isFile() || file.size < PAGE_BYTES) return
  const connection = unlessDamaged(() => new DatabaseSync(source, { readOnly: true }))
  if (!connection) return
  try {
    unlessDamaged(() => connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON'))
    for (const table of TABLES) {
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

function copyRow(db: Database, { name, isValid }: SalvagedTable, columns: readonly string[], row: Row): void {
  const known = columns.filter((column) => column in row)
  // A row of a wrong type, or of a task that is lost, is left out.
  unlessDamaged(() => {
    if (isValid && !isValid(row)) return
    db.run(
      `INSERT OR IGNORE INTO ${name} (${known.join(', ')}) VALUES (${known.map(() => '?').join(', ')})`,
      ...known.map((column) => row[column] ?? null),
    )
  })
}

function isJson(value: unknown): boolean {
  return typeof value === 'string' && JSON.parse(value) !== undefined
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

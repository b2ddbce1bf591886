/**
 * Brings what can be read of a damaged database into a fresh one: what SQLite still reads, and what lies in pages that it no
 * longer finds its way to. The damaged file is only read.
 *
 * Assets and their search text are no part of it: they come back from `media/`.
 */
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { setImmediate as breathe } from 'node:timers/promises'
import type { TaskRow } from '../../tasks/mend-task-row.ts'
import { carveRows } from './carve.ts'
import { isDamage } from '../damage.ts'
import type { Database } from '../database.ts'
import { diskFailure } from '../disk-errors.ts'
import { openPageFile, PAGE_BYTES } from './page-file.ts'
import { describeTables, isRowOf, writeRow, type RescuedRow, type RescueTable } from './rescue-tables.ts'

const ROWS_A_STEP = 200
/** What says whether a task may have been sent. */
const TELLING = new Set(['tasks', 'task_history', 'requests', 'facts'])
/** Rows whose parent is lost. The members of a collection wait for their assets. */
const ORPHANS = [
  'DELETE FROM task_history WHERE task_id NOT IN (SELECT id FROM tasks)',
  'UPDATE collections SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM collections)',
  'DELETE FROM collection_assets WHERE collection_id NOT IN (SELECT id FROM collections)',
]

export interface Rescued {
  readonly tasks: number
  /** Everything about tasks was read without a fault, so no task is known in an older state than its last one. */
  readonly areTasksWhole: boolean
  /** Durable commits that the damaged file has counted; null where that cannot be read. */
  readonly commits: number | null
}

/** Reads `source` into `db`. Can be run again on the same `db` without harm. @throws the disk's error alone. */
export async function rescueRows(source: string, db: Database): Promise<Rescued> {
  const tables = describeTables(db)
  const write = (rows: readonly RescuedRow[]) =>
    db.transaction(() => {
      for (const row of rows) writeRow(db, row)
    })
  db.run('PRAGMA foreign_keys = OFF')
  try {
    const { whole, commits } = await readBySql(source, db, tables, write)
    const isLogBroken = await readByPage(source, tables, whole, write)
    for (const sql of ORPHANS) db.run(sql)
    return {
      tasks: Number(db.get('SELECT count(*) AS number FROM tasks')?.['number'] ?? 0),
      areTasksWhole: !isLogBroken && [...TELLING].every((name) => whole.has(name)),
      commits,
    }
  } finally {
    db.run('PRAGMA foreign_keys = ON')
  }
}

type Write = (rows: readonly RescuedRow[]) => void

async function readBySql(source: string, db: Database, tables: readonly RescueTable[], write: Write) {
  const whole = new Set<string>()
  let commits: number | null = null
  const connection = open(source)
  if (!connection) return { whole, commits }
  try {
    for (const table of tables) if (await readTable(connection, table, write)) whole.add(table.name)
    if (settleIds(connection, db)) whole.delete('tasks')
    commits = countedCommits(connection)
  } finally {
    connection.close()
  }
  return { whole, commits }
}

function open(source: string): DatabaseSync | null {
  // SQLite deletes the log of a file without a page.
  const file = statSync(source, { throwIfNoEntry: false })
  if (!file?.isFile() || file.size < PAGE_BYTES) return null
  return unlessDamaged(() => {
    const connection = new DatabaseSync(source, { readOnly: true })
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    return connection
  })
}

function countedCommits(connection: DatabaseSync): number | null {
  const row = unlessDamaged(() => connection.prepare("SELECT value FROM facts WHERE name = 'commits'").get())
  return row ? Number(row['value']) : null
}

/** Reads from the beginning as far as it goes, and then from the end. Answers whether nothing is missing. */
async function readTable(connection: DatabaseSync, table: RescueTable, write: Write): Promise<boolean> {
  if (!table.hasNumbers) return readRows(connection, table, '', write)
  const isWhole = await readRows(connection, table, 'ORDER BY rowid', write)
  if (!isWhole) await readRows(connection, table, 'ORDER BY rowid DESC', write)
  return isWhole && isSoundTree(connection, table)
}

async function readRows(
  connection: DatabaseSync,
  table: RescueTable,
  order: string,
  write: Write,
): Promise<boolean> {
  const number = table.hasNumbers ? 'rowid AS "#", ' : ''
  const names = table.columns.map(({ name }) => name).join(', ')
  const next = unlessDamaged(() => {
    const rows = connection.prepare(`SELECT ${number}${names} FROM ${table.name} ${order}`).iterate()
    return () => unlessDamaged(() => rows.next())
  })
  let isWhole = true
  let batch: RescuedRow[] = []
  for (;;) {
    const step = next?.() ?? null
    if (!step) isWhole = false
    if (!step || step.done) break
    const { '#': rowid = null, ...values } = step.value as TaskRow
    if (isRowOf(table, values)) batch.push({ table, rowid: Number(rowid), values })
    else isWhole = false
    if (batch.length < ROWS_A_STEP) continue
    write(batch)
    batch = []
    await breathe()
  }
  write(batch)
  return isWhole
}

/**
 * A task's id stands twice: in its row and in the index. Where they differ, the one that its history knows is right. Answers
 * whether there were any.
 */
function settleIds(connection: DatabaseSync, db: Database): boolean {
  const indexed = unlessDamaged(() =>
    connection
      .prepare('SELECT rowid AS seq, id FROM tasks INDEXED BY sqlite_autoindex_tasks_1 ORDER BY id')
      .all(),
  )
  let hasDiffering = false
  for (const { seq = null, id = null } of indexed ?? []) {
    const read = db.get('SELECT id FROM tasks WHERE seq = ?', seq)?.['id'] ?? id
    if (read === id) continue
    hasDiffering = true
    const isKnown = (one: SQLOutputValue) =>
      db.get('SELECT 1 FROM task_history WHERE task_id = ? LIMIT 1', one) !== null
    if (isKnown(id) && !isKnown(read)) db.run('UPDATE OR IGNORE tasks SET id = ? WHERE seq = ?', id, seq)
  }
  return hasDiffering
}

/** A tree that leads to some of its rows only can be read without any error. */
function isSoundTree(connection: DatabaseSync, { name }: RescueTable): boolean {
  const said = unlessDamaged(() => connection.prepare(`PRAGMA quick_check(${name})`).all())
  return said?.length === 1 && said[0]?.['quick_check'] === 'ok'
}

/** Answers whether the write-ahead log goes on behind a place where it is damaged: SQLite read nothing from there on. */
async function readByPage(
  source: string,
  all: readonly RescueTable[],
  whole: ReadonlySet<string>,
  write: Write,
): Promise<boolean> {
  const file = await openPageFile(source)
  const tables = all.filter(({ name, hasNumbers }) => hasNumbers && (file.isLogBroken || !whole.has(name)))
  let batch: RescuedRow[] = []
  try {
    for await (const { rowid, values, isWhole } of tables.length > 0 ? carveRows(file) : []) {
      for (const table of tables) {
        // Of a task, its beginning is enough to follow it; what else is long in it is only its last answer.
        if (values.length !== table.columns.length || (!isWhole && table.name !== 'tasks')) continue
        const named = table.columns.map(({ name }, index) => [name, values[index] ?? null] as const)
        const row = { ...Object.fromEntries(named), ...(table.numberedBy && { [table.numberedBy]: rowid }) }
        if (isRowOf(table, row)) batch.push({ table, rowid, values: row })
      }
      if (batch.length < ROWS_A_STEP) continue
      write(batch)
      batch = []
    }
    write(batch)
    return file.isLogBroken
  } finally {
    file.close()
  }
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

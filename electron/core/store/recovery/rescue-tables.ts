/** What is rescued from a damaged database, how its rows are known, and how they are written into a fresh one. */
import { mendTaskRow, type TaskRow } from '../../tasks/mend-task-row.ts'
import type { Database } from '../database.ts'

/** Tasks first: they were paid for. */
const NAMES = [
  'tasks',
  'task_history',
  'requests',
  'inputs',
  'facts',
  'collections',
  'collection_assets',
  'saved_searches',
  'ui_state',
  'durations',
  'model_listings',
] as const
/** Facts about the service and the queue. The others speak of the file itself, or of numbers that are given anew. */
const LASTING_FACTS = /^(?:queue|limits)\./

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

export interface RescueTable {
  readonly name: (typeof NAMES)[number]
  readonly columns: readonly Column[]
  /** Whether its rows have numbers, and so lie in pages that can be read alone. */
  readonly hasNumbers: boolean
  /** The column that is the row's number; null where there is none. */
  readonly numberedBy: string | null
  /** No column tells a row from the others: its number has to. */
  readonly isKeyless: boolean
}

export interface RescuedRow {
  readonly table: RescueTable
  /** null where the table has no numbers. */
  readonly rowid: number | null
  readonly values: TaskRow
}

/** The tables as the fresh database has them. */
export function describeTables(db: Database): readonly RescueTable[] {
  return NAMES.map((name) => {
    const info = db.all(`PRAGMA table_info(${name})`)
    const key = info.filter((row) => Number(row['pk']) > 0)
    const alias = key.length === 1 && key[0]?.['type'] === 'INTEGER' ? String(key[0]['name']) : null
    return {
      name,
      columns: info.map((row) => ({
        name: String(row['name']),
        type: String(row['type']),
        isRequired: row['notnull'] === 1,
      })),
      hasNumbers: db.get('SELECT wr FROM pragma_table_list WHERE name = ?', name)?.['wr'] === 0,
      numberedBy: alias,
      isKeyless: key.length === 0,
    }
  })
}

/** Whether every column holds what its type and its rule allow. A task's row may still need mending. */
export function isRowOf({ name, columns }: RescueTable, values: TaskRow): boolean {
  if (name === 'tasks') return mendTaskRow(values) !== null
  const fits = columns.every((column) => {
    const value = values[column.name] ?? null
    if (value === null) return !column.isRequired
    if (column.type === 'TEXT') return typeof value === 'string'
    return column.type === 'INTEGER' ? Number.isSafeInteger(value) : typeof value === 'number'
  })
  return fits && (RULES[name]?.(values) ?? true)
}

/** Tells rows from those of tables with the same columns, and leaves out what no reader could parse. */
const RULES: Partial<Record<RescueTable['name'], (values: TaskRow) => boolean>> = {
  task_history: ({ task_id: id }) => begins(id, 'task_'),
  requests: ({ task_id: id, day }) => begins(id, 'task_') && /^\d{4}-\d\d-\d\d$/.test(String(day)),
  inputs: ({ id, kind, sha256 }) =>
    begins(id, 'input_') &&
    ['image', 'video', 'audio'].includes(String(kind)) &&
    /^[0-9a-f]{64}$/.test(String(sha256)),
  facts: ({ name, value }) => /^[a-z]+(?:\.[\w.-]+)?$/.test(String(name)) && isJson(value),
  collections: ({ id }) => begins(id, 'collection_'),
  saved_searches: ({ id, filter }) => begins(id, 'search_') && isJson(filter),
  ui_state: ({ name, value }) => /^[\w.:/-]{1,200}$/.test(String(name)) && isJson(value),
  model_listings: ({ body }) => isJson(body),
}

/** Writes a row that is not there yet. Of two states of a task, the later one stays. */
export function writeRow(db: Database, { table, rowid, values }: RescuedRow): void {
  if (table.name === 'tasks') {
    writeTask(db, table, values)
    return
  }
  if (table.name === 'facts' && !LASTING_FACTS.test(String(values['name']))) return
  const names = [...(table.isKeyless ? ['rowid'] : []), ...table.columns.map(({ name }) => name)]
  db.run(
    `INSERT OR IGNORE INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...(table.isKeyless ? [rowid] : []),
    ...table.columns.map(({ name }) => values[name] ?? null),
  )
}

function writeTask(db: Database, { columns }: RescueTable, values: TaskRow): void {
  const row = mendTaskRow(values)
  if (!row) return
  const seq = row['seq'] ?? null
  // Two rows never had one number: another one here means that this number was misread.
  const isTaken = db.get('SELECT 1 FROM tasks WHERE seq = ? AND id <> ?', seq, row['id'] ?? null) !== null
  const names = columns.map(({ name }) => name)
  const others = names.filter((name) => name !== 'seq' && name !== 'id')
  db.run(
    `INSERT INTO tasks (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE excluded.updated_at > tasks.updated_at`,
    ...names.map((name) => (name === 'seq' && isTaken ? null : (row[name] ?? null))),
  )
}

function begins(value: unknown, start: string): boolean {
  return typeof value === 'string' && value.startsWith(start)
}

function isJson(value: unknown): boolean {
  try {
    return typeof value === 'string' && JSON.parse(value) !== undefined
  } catch {
    return false
  }
}

/**
 * Checks library.db before it is opened for writing, so that one that is damaged is left exactly as it is.
 *
 * A check of every page takes seconds at 250,000 assets, and Atelier has to be ready in half a second. These checks cost the same for
 * a library of any size: the fixed fields of the header, the length, the schema, and the few rows that every start reads. The rest is
 * checked in the background (integrity.ts), and database.ts reports what a statement finds in between.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { message } from '#contract/messages/message.ts'
import { DamagedDatabase } from '../damage.ts'
import { COMMITS, PAGE_BYTES } from '../database.ts'
import { MIGRATIONS } from '../migrations.ts'
import type { Recoverable } from './recoverable.ts'

const HEADER_BYTES = 100
/**
 * The fields that never differ in a database of Atelier's: where they begin and what they hold.
 * https://sqlite.org/fileformat2.html#the_database_header
 */
const FIXED_FIELDS: readonly (readonly [offset: number, bytes: string])[] = [
  [0, Buffer.from('SQLite format 3\0').toString('hex')],
  // Page size, no reserved space, and the payload fractions.
  [16, '1000'],
  [20, '00402020'],
  // Schema format; no vacuuming; UTF-8; no application id; reserved for expansion.
  [44, '00000004'],
  [52, '00000000'],
  [56, '00000001'],
  [64, '0000000000000000'],
  [72, '00'.repeat(20)],
]
/** The versions of the file format for writing and reading: a rollback journal or a write-ahead log. */
const FORMAT_VERSIONS = [0x01, 0x02]
/** A page in the write-ahead log and the header before it. */
const LOG_FRAME_BYTES = PAGE_BYTES + 24

export interface Inspected {
  /** Commits it has counted; null where it counts none. */
  readonly commits: number | null
  /** The moment of the backup that this is a copy from; null for what was never copied. */
  readonly copiedAt: number | null
}

/**
 * Opens for reading only. A database of a newer schema passes: refusing it is openDatabase's business.
 *
 * @throws DamagedDatabase, SQLite's error for a damaged file, or the disk's.
 */
export function inspectDatabase(path: string, subjects: readonly Recoverable[]): Inspected {
  const sizeBytes = checkHeader(path)
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    checkLength(connection, path, sizeBytes)
    return checkContent(connection, subjects)
  } finally {
    connection.close()
  }
}

/** Whether the file alone, whatever its log says, is a backup that nobody has opened yet. */
export function isUnopenedBackup(path: string): boolean {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  try {
    const connection = new DatabaseSync(address, { readOnly: true })
    try {
      return numberOf(factOf(connection, 'copied')) !== null
    } finally {
      connection.close()
    }
  } catch {
    return false
  }
}

function checkHeader(path: string): number {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(file, header, 0, HEADER_BYTES, 0)
    const isFixed = FIXED_FIELDS.every(([offset, bytes]) =>
      header.toString('hex').startsWith(bytes, offset * 2),
    )
    const isVersioned = [header.readUInt8(18), header.readUInt8(19)].every((v) => FORMAT_VERSIONS.includes(v))
    if (size < PAGE_BYTES || !isFixed || !isVersioned)
      throw new DamagedDatabase(message('store.damage.header'))
    return size
  } finally {
    closeSync(file)
  }
}

/** Pages that are not in the file can only be in its log. */
function checkLength(connection: DatabaseSync, path: string, sizeBytes: number): void {
  const missing = Number(valueOf(connection, 'PRAGMA page_count')) - Math.floor(sizeBytes / PAGE_BYTES)
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (missing > logBytes / LOG_FRAME_BYTES) throw new DamagedDatabase(message('store.damage.end'))
}

function checkContent(connection: DatabaseSync, subjects: readonly Recoverable[]): Inspected {
  const version = Number(valueOf(connection, 'PRAGMA user_version'))
  const objects = schemaOf(connection)
  const written = objects.has('facts') ? Number(factOf(connection, 'schema.version') ?? version) : version
  if (written !== version) throw new DamagedDatabase(message('store.damage.version'))
  if (version > MIGRATIONS.length) return { commits: null, copiedAt: null }
  for (const [name, sql] of expectedSchema(version)) {
    if (objects.get(name) !== sql) throw new DamagedDatabase(message('store.damage.schema', { name }))
  }
  if (version === 0) {
    if (objects.size > 0) throw new DamagedDatabase(message('store.damage.noVersion'))
    return { commits: null, copiedAt: null }
  }
  if (connection.prepare('SELECT 1 FROM facts WHERE NOT json_valid(value)').get()) {
    throw new DamagedDatabase(message('store.damage.row', { table: 'facts' }))
  }
  if (version === MIGRATIONS.length) for (const { readAsStart } of subjects) readAsStart?.(connection)
  return {
    commits: numberOf(factOf(connection, COMMITS)),
    copiedAt: numberOf(factOf(connection, 'copied')),
  }
}

/** The tables and indexes of a version: their names and how they were made. */
function expectedSchema(version: number): ReadonlyMap<string, string> {
  const connection = new DatabaseSync(':memory:')
  try {
    for (const change of MIGRATIONS.slice(0, version)) connection.exec(change)
    return schemaOf(connection)
  } finally {
    connection.close()
  }
}

function schemaOf(connection: DatabaseSync): Map<string, string> {
  const rows = connection.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all()
  return new Map(rows.map((row) => [String(row['name']), String(row['sql'])]))
}

function factOf(connection: DatabaseSync, name: string): unknown {
  return connection.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.['value']
}

function valueOf(connection: DatabaseSync, sql: string): unknown {
  return Object.values(connection.prepare(sql).get() ?? {})[0]
}

function numberOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null
}

/** `sequences/<id>.json`, which follow the rows so that sequences outlive library.db. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context/context.ts'
import { followFiles, noteDue } from '../library/followed-files.ts'
import type { Database } from '../store/database.ts'
import { writeFileDurably } from '../store/files.ts'
import { insertRow } from '../store/reader.ts'
import {
  readSequenceFile,
  sequenceFileText,
  toSequenceRecord,
  type SequenceRecord,
} from './sequence-record.ts'

const DUE = 'sequences.due.'
/** As large as `sequences.save` takes one. A stranger's file may be any size. */
const MAX_BYTES = 32 * 1024 * 1024
const NAME = /^sequence_[0-9a-f-]{36}\.json$/

export type SequenceFiles = ReturnType<typeof createSequenceFiles>

export function createSequenceFiles({
  db,
  dataDir,
  clock,
  log,
}: Pick<Context, 'db' | 'dataDir' | 'clock' | 'log'>) {
  return followFiles({
    db,
    clock,
    log,
    due: DUE,
    write: async (id) => {
      const row = db.get('SELECT * FROM sequences WHERE id = ?', id)
      const path = join(folderIn(dataDir), `${id}.json`)
      if (row) await writeFileDurably(path, sequenceFileText(toSequenceRecord(row)))
      else await rm(path, { force: true })
    },
  })
}

/**
 * Takes in what the files have and the rows lack or have in an earlier revision. Part of the caller's transaction. Returns how many that
 * were. A file that cannot be read, or is no sequence, stays where it is.
 */
export function restoreSequences(db: Database, dataDir: string): number {
  const files = new Map(readAll(dataDir).map((record) => [record.id, record]))
  const rows = new Map(
    db.all('SELECT id, revision FROM sequences').map((row) => [String(row['id']), Number(row['revision'])]),
  )
  for (const [id, revision] of rows) if (revision > (files.get(id)?.revision ?? -1)) noteDue(db, DUE, id)
  const newer = [...files.values()].filter(({ id, revision }) => revision > (rows.get(id) ?? -1))
  for (const record of newer) writeSequence(db, record)
  return newer.length
}

/** The row of a sequence, whether it is there or not. Part of the caller's transaction. */
export function writeSequence(db: Database, record: SequenceRecord): void {
  const { id, name, revision, createdAt, updatedAt, ...body } = record
  const onConflict = `ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body,
    revision = excluded.revision, updated_at = excluded.updated_at`
  insertRow(db, 'INTO sequences', { id, name, revision, createdAt, updatedAt, body }, onConflict)
}

export function hasSequenceFiles(dataDir: string): boolean {
  return namesIn(dataDir).length > 0
}

function readAll(dataDir: string): readonly SequenceRecord[] {
  return namesIn(dataDir).flatMap((name) => {
    const record = readFile(join(folderIn(dataDir), name))
    return record && `${record.id}.json` === name ? [record] : []
  })
}

function readFile(path: string): SequenceRecord | null {
  try {
    if (statSync(path).size > MAX_BYTES) return null
    return readSequenceFile(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function namesIn(dataDir: string): readonly string[] {
  try {
    return readdirSync(folderIn(dataDir)).filter((name) => NAME.test(name))
  } catch {
    return []
  }
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'sequences')
}

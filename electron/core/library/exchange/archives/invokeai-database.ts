/**
 * What InvokeAI's database says of its images. It is copied first: opening it where it lies could change it, or wait for InvokeAI.
 *
 * Source: invoke-ai/InvokeAI, invokeai/app/services/image_records/image_records_sqlite.py and board_image_records_sqlite.py.
 */
import { copyFile, rm, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { cleanLine } from '../../provenance/clean-json.ts'
import type { FileNote } from './file-note.ts'

const MAX_BYTES = 4 * 1024 ** 3
const MAX_IMAGES = 1_000_000
/** What has not been written into the database itself yet. */
const LOGS = ['', '-wal'] as const
const IMAGES = `SELECT i.image_name AS name, i.image_category AS category, i.is_intermediate AS intermediate, i.starred AS starred,
    b.board_name AS board
  FROM images i LEFT JOIN board_images bi ON bi.image_name = i.image_name LEFT JOIN boards b ON b.board_id = bi.board_id
  LIMIT ${MAX_IMAGES}`
const TABLES = `SELECT count(*) AS number FROM sqlite_schema
  WHERE type = 'table' AND name IN ('images', 'boards', 'board_images')`
/** Before images could be starred. */
const OLDER_IMAGES = IMAGES.replace('i.starred AS starred', '0 AS starred')

/** By file name; null where it cannot be read. Nothing is left at `copy`. */
export async function readInvokeDatabase(
  path: string,
  copy: string,
): Promise<Record<string, FileNote> | null> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return null
    for (const log of LOGS) {
      const isThere = log === '' || (await stat(`${path}${log}`).catch(() => null)) !== null
      if (isThere) await copyFile(`${path}${log}`, `${copy}${log}`)
    }
    return readImages(copy)
  } catch {
    return null
  } finally {
    for (const end of [...LOGS, '-shm', '-journal']) await rm(`${copy}${end}`, { force: true })
  }
}

/** @throws Error where it is no such database. */
function readImages(path: string): Record<string, FileNote> {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA trusted_schema = OFF')
    // A view can be made to have no end.
    if (database.prepare(TABLES).get()?.['number'] !== 3) throw new Error('It has other tables.')
    const notes = new Map<string, FileNote>()
    for (const { name, category, intermediate, starred, board } of rowsOf(database)) {
      if (typeof name !== 'string') continue
      const skipReason =
        intermediate === 1
          ? 'intermediate'
          : category === 'mask'
            ? 'mask'
            : category === 'control'
              ? 'intermediate'
              : null
      const collection = typeof board === 'string' ? cleanLine(board, 200) : ''
      notes.set(name, {
        ...(skipReason !== null && { skipReason }),
        ...(starred === 1 && { favorite: true }),
        ...(collection !== '' && { collections: [[collection]] }),
      })
    }
    return Object.fromEntries(notes)
  } finally {
    database.close()
  }
}

function rowsOf(database: DatabaseSync) {
  try {
    return database.prepare(IMAGES).iterate()
  } catch {
    return database.prepare(OLDER_IMAGES).iterate()
  }
}

/**
 * `cast.json`: the cast beside library.db, so that it is not lost with it.
 *
 * The database is the truth. The file is written with each change, and read only after a recovery.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { handleKey } from '#contract/rules/handles.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../store/database.ts'
import { ifThere, renameDurably, writeFileDurably } from '../store/files.ts'
import { insertRow } from '../store/reader.ts'
import { isJson, type Recoverable } from '../store/recovery/recoverable.ts'
import { storedMemberSchema, type StoredMember } from './cast-row.ts'

const RETRY_MS = 10_000

const fileSchema = z.object({ format: z.literal(1), members: z.array(storedMemberSchema) })

/** Follows `members`, which tells them as they are in the database. */
export function createCastFile(
  { dataDir, clock, log }: Pick<Context, 'dataDir' | 'clock' | 'log'>,
  members: () => readonly StoredMember[],
) {
  const path = pathIn(dataDir)
  let cancelRetry: (() => void) | null = null
  let isClosed = false
  let writing = Promise.resolve()
  const writeNow = async (): Promise<void> => {
    const before = await ifThere(readFile(path, 'utf8'))
    const text = `${JSON.stringify({ format: 1, members: members() }, null, 1)}\n`
    if (text === before) return
    if (before !== null && read(before) === null) await renameDurably(path, `${path}.unread-${randomUUID()}`)
    await writeFileDurably(path, text)
  }
  const write = (): Promise<void> => {
    cancelRetry?.()
    cancelRetry = null
    writing = writing.then(writeNow).catch((error: unknown) => {
      log(`cast.json could not be written: ${String(error)}`)
      if (!isClosed) cancelRetry ??= clock.after(RETRY_MS, () => void write())
    })
    return writing
  }
  return {
    /** Brings the file up to the database. Of one that cannot be read a copy stays; where the disk refuses, it is tried again. */
    write,
    close: async (): Promise<void> => {
      isClosed = true
      cancelRetry?.()
      await writing
    },
  }
}

/** With what the file says; a backup that was put back keeps what is in it. */
export async function readCastRecovery(dataDir: string): Promise<Recoverable> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '')
  const members = read(text)
  return {
    tables: [{ name: 'cast_members', isValid: ({ images }) => isJson(images) }],
    hasTraces: () => members !== null && members.length > 0,
    settle: (db, kind) => {
      if (kind !== 'copy') restore(db, members ?? [])
      return undefined
    },
  }
}

/** Takes in what the database lacks or has in an older state. Part of the caller's transaction. */
function restore(db: Database, members: readonly StoredMember[]): void {
  for (const member of members) {
    const key = handleKey(member.handle)
    const isKnown = 'SELECT 1 FROM cast_members WHERE id = ? AND updated_at >= ?'
    if (db.get(isKnown, member.id, member.updatedAt)) continue
    db.run('DELETE FROM cast_members WHERE id = ? OR handle_key = ?', member.id, key)
    insertRow(db, 'INTO cast_members', { ...member, handleKey: key })
  }
}

function read(text: string): readonly StoredMember[] | null {
  try {
    return fileSchema.parse(JSON.parse(text)).members
  } catch {
    return null
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'cast.json')
}

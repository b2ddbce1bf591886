/** `cast.json`: the cast beside library.db, so that it is not lost with it. It is read only after a recovery. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { handleKey } from '#contract/rules/handles.ts'
import type { Context } from '../context/context.ts'
import { followFiles } from '../library/followed-files.ts'
import type { Database } from '../store/database.ts'
import { ifThere, renameDurably, writeFileDurably } from '../store/files.ts'
import { insertRow } from '../store/reader.ts'
import { isJson, type Recoverable } from '../store/recovery/recoverable.ts'
import { storedMemberSchema, type StoredMember } from './cast-row.ts'

const fileSchema = z.object({ format: z.literal(1), members: z.array(storedMemberSchema) })

/** Follows `members`, which tells them as they are in the database. Of a file that cannot be read a copy stays. */
export function createCastFile(
  { db, dataDir, clock, log }: Pick<Context, 'db' | 'dataDir' | 'clock' | 'log'>,
  members: () => readonly StoredMember[],
) {
  const path = pathIn(dataDir)
  return followFiles({
    db,
    clock,
    log,
    due: 'cast.due',
    write: async () => {
      const before = await ifThere(readFile(path, 'utf8'))
      if (before !== null && read(before) === null)
        await renameDurably(path, `${path}.unread-${randomUUID()}`)
      await writeFileDurably(path, `${JSON.stringify({ format: 1, members: members() }, null, 1)}\n`)
    },
  })
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

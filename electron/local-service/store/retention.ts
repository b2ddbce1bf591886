/**
 * Keeps the data folder from growing for ever: finished tasks and their files go when they are old, and the oldest go when all
 * files together are too large. A task that is gone is 404.
 *
 * Owns which tasks go, and the files nobody names any more. `server.ts` says when.
 */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { BlobStore } from './blob-store.ts'
import { inTransaction } from './database.ts'

export interface RetentionRules {
  /** Tasks that ended longer ago are deleted. */
  readonly maxAgeMs: number
  /** All finished files together. */
  readonly maxBytes: number
}

export type Retention = ReturnType<typeof createRetention>

/** Deleted in one transaction, between waiting requests. */
const STEP = 50

const idRow = z.object({ id: z.string() })
const hashRow = z.object({ sha256: z.string() })
const bytesRow = z.object({ bytes: z.number() })

/** Applies `rules` to the tasks in `database` and the bytes in `blobs`. */
export function createRetention(
  database: DatabaseSync,
  blobs: BlobStore,
  rules: RetentionRules,
  now: () => number,
) {
  const selectOld = database.prepare(
    'SELECT id FROM tasks WHERE finished_at IS NOT NULL AND finished_at < ? ORDER BY finished_at LIMIT ?',
  )
  const selectOldest = database.prepare(
    'SELECT id FROM tasks WHERE finished_at IS NOT NULL ORDER BY finished_at LIMIT ?',
  )
  const sumBytes = database.prepare(
    'SELECT coalesce(sum(size), 0) AS bytes FROM (SELECT max(size_bytes) AS size FROM files GROUP BY sha256)',
  )
  const selectHashes = database.prepare('SELECT DISTINCT sha256 FROM files WHERE task_id = ?')
  const isNamed = database.prepare('SELECT 1 FROM files WHERE sha256 = ? LIMIT 1')
  const removeFiles = database.prepare('DELETE FROM files WHERE task_id = ?')
  const removeTask = database.prepare('DELETE FROM tasks WHERE id = ?')

  async function remove(ids: readonly string[]): Promise<void> {
    const hashes = new Set<string>()
    inTransaction(database, () => {
      for (const id of ids) {
        for (const row of selectHashes.all(id)) hashes.add(hashRow.parse(row).sha256)
        removeFiles.run(id)
        removeTask.run(id)
      }
    })
    for (const hash of hashes) {
      if (isNamed.get(hash) === undefined && !blobs.isAwaited(hash)) await blobs.remove(hash)
    }
    await setImmediate()
  }

  async function removeWhile(next: () => readonly string[]): Promise<number> {
    let removed = 0
    for (let ids = next(); ids.length > 0; ids = next()) {
      await remove(ids)
      removed += ids.length
    }
    return removed
  }

  const ids = (rows: readonly unknown[]): string[] => rows.map((row) => idRow.parse(row).id)

  return {
    /** Deletes what is over, oldest first, in small steps; resolves with the number of tasks deleted. */
    async sweep(): Promise<number> {
      const old = await removeWhile(() => ids(selectOld.all(now() - rules.maxAgeMs, STEP)))
      const isOver = (): boolean => bytesRow.parse(sumBytes.get()).bytes > rules.maxBytes
      const large = await removeWhile(() => (isOver() ? ids(selectOldest.all(1)) : []))
      return old + large
    },
    /** Deletes files in the folder that no task names, as an interrupted write or delete leaves them. */
    async removeOrphans(): Promise<void> {
      for (const name of await blobs.names()) {
        if (isNamed.get(name) === undefined && !blobs.isAwaited(name)) await blobs.remove(name)
      }
    },
  }
}

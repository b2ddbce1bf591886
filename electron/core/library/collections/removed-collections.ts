/**
 * What was in the collections that were deleted while the host runs, so that a deletion can be taken back. A restart forgets it,
 * as the page forgets what it could undo.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, Row } from '../../store/database.ts'
import type { SidecarWriter } from '../assets/sidecar-writer.ts'
import { selectTexts } from '../../store/reader.ts'

interface Removed extends Readonly<ReturnType<typeof toCollection>> {
  /** Its assets by `seq`, which no other asset is ever given. */
  readonly members: Uint32Array
}

/** A collection and those that were nested in it, itself first. */
export type RemovedFamily = readonly [Removed, ...Removed[]]

export type RemovedCollections = ReturnType<typeof createRemovedCollections>

/** The oldest is forgotten first. */
const MAX_KEPT = 50

export function createRemovedCollections() {
  const families = new Map<string, RemovedFamily>()
  return {
    keep: (family: RemovedFamily): void => {
      families.set(family[0].id, family)
      const [oldest] = families.keys()
      if (families.size > MAX_KEPT && oldest !== undefined) families.delete(oldest)
    },
    find: (id: string): RemovedFamily | null => families.get(id) ?? null,
    forget: (id: string): void => void families.delete(id),
  }
}

/** Memberships changed before others have the event loop: some 20 ms. */
const MEMBERS_A_STEP = 200

interface Members {
  readonly db: Database
  readonly sidecars: Pick<SidecarWriter, 'due'>
}

/** The collection and those nested in it, outer ones first; none where it is not there. */
export function readFamily(db: Database, id: string): readonly ReturnType<typeof toCollection>[] {
  const rows = db.all(
    `WITH RECURSIVE family (id, depth) AS (
       SELECT ?1, 0 UNION SELECT c.id, depth + 1 FROM collections c JOIN family ON c.parent_id = family.id)
     SELECT c.id, c.name, c.parent_id, c.created_at FROM family JOIN collections c ON c.id = family.id ORDER BY depth`,
    id,
  )
  return rows.map(toCollection)
}

export function toCollection(row: Row) {
  return {
    id: String(row['id']),
    name: String(row['name']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
    createdAt: Number(row['created_at']),
  }
}

/** Empties a collection in steps, and returns what was in it. */
export async function takeMembers({ db, sidecars }: Members, id: string): Promise<Uint32Array> {
  const seqs: number[] = []
  const takeStep = (): boolean => {
    const rows = db.all(
      `SELECT a.seq, a.id FROM collection_assets m JOIN assets a ON a.id = m.asset_id WHERE m.collection_id = ? LIMIT ${MEMBERS_A_STEP}`,
      id,
    )
    const ids = rows.map((row) => String(row['id']))
    sidecars.due(ids)
    const sql = `DELETE FROM collection_assets WHERE collection_id = ? AND asset_id IN (SELECT value FROM json_each(?))`
    db.run(sql, id, JSON.stringify(ids))
    for (const row of rows) seqs.push(Number(row['seq']))
    return rows.length > 0
  }
  while (db.transaction(takeStep)) await yieldToEventLoop()
  return Uint32Array.from(seqs)
}

/** Puts into a collection, in steps, what was in it. An asset that was deleted for good since is left out. */
export async function putMembers({ db, sidecars }: Members, { id, members }: Removed): Promise<void> {
  for (let from = 0; from < members.length; from += MEMBERS_A_STEP) {
    const step = JSON.stringify([...members.subarray(from, from + MEMBERS_A_STEP)])
    db.transaction(() => {
      const sql = `INSERT OR IGNORE INTO collection_assets (collection_id, asset_id)
         SELECT ?, id FROM assets WHERE seq IN (SELECT value FROM json_each(?)) RETURNING asset_id`
      sidecars.due(selectTexts(db, sql, id, step))
    })
    await yieldToEventLoop()
  }
}

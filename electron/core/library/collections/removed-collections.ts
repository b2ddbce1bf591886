/**
 * What was in the collections that were deleted while the host runs, so that a deletion can be taken back. A restart forgets it,
 * as the page forgets what it could undo.
 */
import type { Database, Row } from '../../store/database.ts'
import { insertRow, selectTexts } from '../../store/reader.ts'

interface Removed extends Readonly<ReturnType<typeof toCollection>> {
  /** Its assets by `seq`, which no other asset is ever given. */
  readonly members: Uint32Array
}

/** A collection and those that were nested in it, itself first. */
export type RemovedFamily = readonly [Removed, ...Removed[]]

export type RemovedCollections = ReturnType<typeof createRemovedCollections>

/** The oldest is forgotten first. */
const MOST_KEPT = 50

export function createRemovedCollections() {
  const families = new Map<string, RemovedFamily>()
  return {
    keep: (family: RemovedFamily): void => {
      families.set(family[0].id, family)
      const [oldest] = families.keys()
      if (families.size > MOST_KEPT && oldest !== undefined) families.delete(oldest)
    },
    find: (id: string): RemovedFamily | null => families.get(id) ?? null,
    forget: (id: string): void => void families.delete(id),
  }
}

/** The collection with those nested in it, as they are; null where it is not there. */
export function readFamily(db: Database, id: string): RemovedFamily | null {
  const rows = db.all(
    `WITH RECURSIVE family (id, depth) AS (
       SELECT ?1, 0 UNION SELECT c.id, depth + 1 FROM collections c JOIN family ON c.parent_id = family.id)
     SELECT c.id, c.name, c.parent_id, c.created_at FROM family JOIN collections c ON c.id = family.id ORDER BY depth`,
    id,
  )
  const [first, ...nested] = rows
    .map(toCollection)
    .map((collection) => ({ ...collection, members: membersOf(db, collection.id) }))
  return first ? [first, ...nested] : null
}

export function toCollection(row: Row) {
  return {
    id: String(row['id']),
    name: String(row['name']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
    createdAt: Number(row['created_at']),
  }
}

function membersOf(db: Database, id: string): Uint32Array {
  const rows = db.all(
    'SELECT a.seq FROM collection_assets m JOIN assets a ON a.id = m.asset_id WHERE m.collection_id = ?',
    id,
  )
  return Uint32Array.from(rows, (row) => Number(row['seq']))
}

/**
 * Writes a family as it was, at the top where its parent is gone, and returns its assets. One that was deleted for good since is
 * left out.
 */
export function restoreFamily(
  db: Database,
  family: RemovedFamily,
  parentId: string | null,
): readonly string[] {
  const touched = new Set<string>()
  for (const { members, ...collection } of family) {
    insertRow(db, 'INTO collections', { ...collection, ...(collection.id === family[0].id && { parentId }) })
    const sql = `INSERT INTO collection_assets (collection_id, asset_id)
       SELECT ?, id FROM assets WHERE seq IN (SELECT value FROM json_each(?)) RETURNING asset_id`
    for (const id of selectTexts(db, sql, collection.id, JSON.stringify([...members]))) touched.add(id)
  }
  return [...touched]
}

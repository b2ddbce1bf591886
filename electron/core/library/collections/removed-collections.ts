/**
 * What was in the collections that were deleted while the host runs, so that a deletion can be taken back. A restart forgets it,
 * as the page forgets what it could undo.
 */
import type { Database } from '../../store/database.ts'

interface Removed {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly createdAt: number
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
  const [first, ...nested] = rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
    createdAt: Number(row['created_at']),
    members: membersOf(db, String(row['id'])),
  }))
  return first ? [first, ...nested] : null
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
  for (const { id, name, createdAt, members, ...own } of family) {
    db.run(
      'INSERT INTO collections (id, name, parent_id, created_at) VALUES (?, ?, ?, ?)',
      id,
      name,
      id === family[0].id ? parentId : own.parentId,
      createdAt,
    )
    const rows = db.all(
      `INSERT INTO collection_assets (collection_id, asset_id)
       SELECT ?, id FROM assets WHERE seq IN (SELECT value FROM json_each(?)) RETURNING asset_id`,
      id,
      JSON.stringify([...members]),
    )
    for (const row of rows) touched.add(String(row['asset_id']))
  }
  return [...touched]
}

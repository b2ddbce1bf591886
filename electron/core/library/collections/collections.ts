/**
 * Collections: sets of assets that the user put together, one inside another. An asset may be in any number of them.
 *
 * Membership is kept in the assets' sidecars, the tree in `.library.json`.
 */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Collection, MembersChanged } from '#contract/library.ts'
import type { EventBus } from '../../events.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../store/database.ts'
import { createRemovedCollections, putFamilyBack, readFamily } from './removed-collections.ts'
import type { Shelf } from './collections-file-writer.ts'
import type { SidecarWriter } from '../assets/sidecar-writer.ts'

export interface Collections {
  /** All of them, by name; the tree is in their `parentId`. */
  list(): readonly Collection[]
  /** `conflict` when there is one of that name in the same place. Case does not tell names apart. */
  create(name: string, parentId: string | null): Result<Collection>
  /** `conflict` as for create; `invalid_input` for a move into itself or into one of its own. */
  update(
    id: string,
    change: { readonly name?: string | undefined; readonly parentId?: string | null | undefined },
  ): Result<Collection>
  /** Takes it away with those nested in it. Its assets stay. */
  remove(id: string): Result<Record<string, never>>
  /**
   * Brings back one that was taken away since the start, with those nested in it and what was in them; at the top where its
   * parent is gone. `conflict` as for create.
   */
  restore(id: string): Result<Collection>
  /** Answers which were not in it before. Assets that do not exist are left out. */
  add(id: string, assetIds: readonly string[]): Result<MembersChanged>
  /** Answers which were in it. */
  drop(id: string, assetIds: readonly string[]): Result<MembersChanged>
  /** Announces the counts, after assets were trashed, restored or deleted. */
  announce(): void
}

export interface CollectionsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly events: EventBus
  readonly shelf: Pick<Shelf, 'due' | 'flush'>
  readonly sidecars: Pick<SidecarWriter, 'due' | 'flush'>
}

const NO_SUCH = fail('not_found', 'There is no such collection.')
const FORGOTTEN = fail(
  'not_found',
  'This collection was deleted before Atelier was last started, and cannot be brought back.',
)
/** The collection `?1` and those nested in it. */
const FAMILY = `WITH RECURSIVE family (id) AS (
  SELECT ?1 UNION SELECT c.id FROM collections c JOIN family ON c.parent_id = family.id)`

export function createCollections({ db, clock, events, shelf, sidecars }: CollectionsDeps): Collections {
  const removed = createRemovedCollections()
  const list = () => withCounts(db, readTree(db))
  const find = (id: string) => readTree(db).find((collection) => collection.id === id)
  const announce = () => events.emit('collections.changed', { items: list() })

  const changeTree = (write: () => void): void => {
    db.transaction(() => {
      write()
      shelf.due()
    })
    shelf.flush()
    announce()
  }
  const changeMembers = (id: string, assetIds: readonly string[], sql: string): Result<MembersChanged> => {
    if (!find(id)) return NO_SUCH
    const changed = db.transaction(() => {
      const touched = assetIds.filter((assetId) => db.run(sql, id, assetId) > 0)
      sidecars.due(touched)
      return touched
    })
    if (changed.length > 0) {
      sidecars.flush()
      announce()
      events.emit('library.changed', { ids: changed })
    }
    return succeed({ changed: changed.length, assetIds: changed })
  }
  const isTaken = (name: string, parentId: string | null, but: string | null): boolean =>
    readTree(db).some(
      (other) => other.parentId === parentId && other.id !== but && folded(other.name) === folded(name),
    )
  const within = (id: string): ReadonlySet<string> =>
    new Set(db.all(`${FAMILY} SELECT id FROM family`, id).map((row) => String(row['id'])))
  const found = (id: string): Result<Collection> => {
    const collection = list().find((one) => one.id === id)
    return collection ? succeed(collection) : NO_SUCH
  }

  return {
    list,
    announce,
    create: (name, parentId) => {
      if (parentId !== null && !find(parentId)) return NO_PARENT
      if (isTaken(name, parentId, null)) return taken(name)
      const id = `collection_${randomUUID()}`
      changeTree(() =>
        db.run(
          'INSERT INTO collections (id, name, parent_id, created_at) VALUES (?, ?, ?, ?)',
          id,
          name,
          parentId,
          clock.now(),
        ),
      )
      return found(id)
    },
    update: (id, change) => {
      const before = find(id)
      if (!before) return NO_SUCH
      const { name = before.name, parentId = before.parentId } = change
      if (parentId !== null && !find(parentId)) return NO_PARENT
      if (parentId !== null && within(id).has(parentId)) return INTO_ITSELF
      if (isTaken(name, parentId, id)) return taken(name)
      changeTree(() =>
        db.run('UPDATE collections SET name = ?, parent_id = ? WHERE id = ?', name, parentId, id),
      )
      return found(id)
    },
    remove: (id) => {
      const family = readFamily(db, id)
      if (!family) return NO_SUCH
      changeTree(() => {
        const members = db.all(
          `${FAMILY} SELECT DISTINCT asset_id FROM collection_assets WHERE collection_id IN (SELECT id FROM family)`,
          id,
        )
        sidecars.due(members.map((row) => String(row['asset_id'])))
        // Those nested in it, and the memberships, go with it.
        db.run('DELETE FROM collections WHERE id = ?', id)
      })
      removed.keep(family)
      sidecars.flush()
      return succeed({})
    },
    restore: (id) => {
      const family = removed.find(id)
      if (!family) return FORGOTTEN
      const { name, parentId: oldParent } = family[0]
      const parentId = oldParent !== null && find(oldParent) ? oldParent : null
      if (isTaken(name, parentId, null)) return taken(name)
      changeTree(() => sidecars.due(putFamilyBack(db, family, parentId)))
      removed.forget(id)
      sidecars.flush()
      return found(id)
    },
    add: (id, assetIds) =>
      changeMembers(
        id,
        assetIds,
        `INSERT OR IGNORE INTO collection_assets (collection_id, asset_id) SELECT ?1, id FROM assets WHERE id = ?2`,
      ),
    drop: (id, assetIds) =>
      changeMembers(id, assetIds, 'DELETE FROM collection_assets WHERE collection_id = ? AND asset_id = ?'),
  }
}

const NO_PARENT = fail('not_found', 'The collection to put it in is not there any more.', {
  field: 'parentId',
})
const INTO_ITSELF = fail('invalid_input', 'A collection cannot be put into itself.', { field: 'parentId' })

function taken(name: string): Result<never> {
  return fail('conflict', `There is a collection "${name}" here already.`, { field: 'name' })
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

type Node = Omit<Collection, 'count'>

function readTree(db: Database): readonly Node[] {
  return db.all('SELECT id, name, parent_id FROM collections').map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
  }))
}

/** Counts in two steps that both touch few rows: all members, and those in the trash. */
function withCounts(db: Database, tree: readonly Node[]): readonly Collection[] {
  const members = counts(
    db,
    'SELECT collection_id, count(*) AS number FROM collection_assets GROUP BY collection_id',
  )
  const trashed = counts(
    db,
    `SELECT m.collection_id, count(*) AS number FROM assets a JOIN collection_assets m ON m.asset_id = a.id
     WHERE a.trashed_at IS NOT NULL GROUP BY m.collection_id`,
  )
  return tree
    .map((node) => ({ ...node, count: (members.get(node.id) ?? 0) - (trashed.get(node.id) ?? 0) }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

function counts(db: Database, sql: string): ReadonlyMap<string, number> {
  return new Map(db.all(sql).map((row) => [String(row['collection_id']), Number(row['number'])]))
}

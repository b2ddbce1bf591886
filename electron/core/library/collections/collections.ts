/**
 * Collections: sets of assets that the user put together, one inside another. An asset may be in any number of them.
 *
 * Membership is stored in the assets' sidecars, the tree in `.library.json`.
 */
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Collection, MembersChanged } from '#contract/library.ts'
import { foldedName } from '#contract/rules/collection-names.ts'
import { compareNamesIn } from '#contract/rules/compare-names.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Context } from '../../context/context.ts'
import type { Database } from '../../store/database.ts'
import type { SidecarWriter } from '../assets/sidecar-writer.ts'
import {
  toCollection,
  createRemovedCollections,
  putMembers,
  readFamily,
  takeMembers,
  type RemovedCollections,
  type RemovedFamily,
} from './removed-collections.ts'
import type { CollectionsWriter } from './collections-file-writer.ts'
import { insertRow, selectTexts } from '../../store/reader.ts'

export type Collections = ReturnType<typeof createCollections>

export interface CollectionsDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  readonly collectionsFile: Pick<CollectionsWriter, 'due' | 'flush'>
  readonly sidecars: Pick<SidecarWriter, 'due' | 'flush'>
}

const NO_SUCH = fail('not_found', 'library.noCollection')
const FORGOTTEN = fail('not_found', 'library.collectionForgotten')
/** The collection `?1` and those nested in it. */
const FAMILY = `WITH RECURSIVE family (id) AS (
  SELECT ?1 UNION SELECT c.id FROM collections c JOIN family ON c.parent_id = family.id)`

export function createCollections(deps: CollectionsDeps) {
  const { db, events } = deps
  const removed = createRemovedCollections()
  const oneAtATime = pLimit(1)
  const list = () => withCounts(db, readTree(db))
  const announce = () => events.emit('collections.changed', { items: list() })
  const store: CollectionStore = {
    ...deps,
    removed,
    announce,
    find: (id) => readTree(db).find((collection) => collection.id === id),
    counted: (id) => {
      const collection = list().find((one) => one.id === id)
      return collection ? succeed(collection) : NO_SUCH
    },
    change: (write) => {
      db.transaction(() => {
        write()
        deps.collectionsFile.due()
      })
      deps.collectionsFile.flush()
      announce()
    },
  }
  const changeMembers = (id: string, assetIds: readonly string[], sql: string): Result<MembersChanged> => {
    if (!store.find(id)) return NO_SUCH
    const changed = db.transaction(() => {
      const touched = assetIds.filter((assetId) => db.run(sql, id, assetId) > 0)
      deps.sidecars.due(touched)
      return touched
    })
    if (changed.length > 0) {
      deps.sidecars.flush()
      announce()
      events.emit('library.changed', { ids: changed })
    }
    return succeed({ changed: changed.length, assetIds: changed })
  }
  return {
    /** All of them, by name; the tree is in their `parentId`. */
    list,
    /** Announces the counts, after assets were trashed, restored or deleted. */
    announce,
    /** The id of the one that has this name in this place, as `create` compares names; null where there is none. */
    find: (name: string, parentId: string | null): string | null => idsOf(db, name, parentId)[0] ?? null,
    /** `conflict` when there is one of that name in the same place. Case does not tell names apart. */
    create: (name: string, parentId: string | null): Result<Collection> => create(store, name, parentId),
    /** `conflict` as for create; `invalid_input` for a move into itself or into one of its own. */
    update: (id: string, change: Omit<ParsedInput<'collections.update'>, 'id'>): Result<Collection> =>
      update(store, id, change),
    /** Takes it away with those nested in it. Its assets stay. One after the other with `restore`. */
    remove: (id: string) => oneAtATime(() => remove(store, id)),
    /**
     * Brings back one that was taken away since the start, with those nested in it and what was in them; at the top where its
     * parent is gone. `conflict` as for create.
     */
    restore: (id: string) => oneAtATime(() => restore(store, id)),
    /** Returns which were not in it before. Assets that do not exist are left out. */
    add: (id: string, assetIds: readonly string[]): Result<MembersChanged> =>
      changeMembers(
        id,
        assetIds,
        `INSERT OR IGNORE INTO collection_assets (collection_id, asset_id) SELECT ?1, id FROM assets WHERE id = ?2`,
      ),
    /** Puts assets in, where the collection is not gone. Part of the caller's transaction, who announces it. */
    join: (id: string, assetIds: readonly string[]): void =>
      db.transaction(() => {
        const sql = `INSERT OR IGNORE INTO collection_assets (collection_id, asset_id)
          SELECT c.id, a.id FROM collections c, assets a WHERE c.id = ? AND a.id = ?`
        deps.sidecars.due(assetIds.filter((assetId) => db.run(sql, id, assetId) > 0))
      }),
    /** Returns which were in it. */
    drop: (id: string, assetIds: readonly string[]): Result<MembersChanged> =>
      changeMembers(id, assetIds, 'DELETE FROM collection_assets WHERE collection_id = ? AND asset_id = ?'),
  }
}

interface CollectionStore extends CollectionsDeps {
  readonly removed: RemovedCollections
  readonly find: (id: string) => Node | undefined
  readonly counted: (id: string) => Result<Collection>
  /** Runs `write` as one transaction, and announces the collections as they are then. */
  readonly change: (write: () => void) => void
  readonly announce: () => void
}

function create(store: CollectionStore, name: string, parentId: string | null): Result<Collection> {
  const { db, clock } = store
  if (parentId !== null && !store.find(parentId)) return NO_PARENT
  if (isTaken(db, name, parentId, null)) return taken(name)
  const id = `collection_${randomUUID()}`
  store.change(() => insertRow(db, 'INTO collections', { id, name, parentId, createdAt: clock.now() }))
  return store.counted(id)
}

function update(
  store: CollectionStore,
  id: string,
  change: Parameters<Collections['update']>[1],
): Result<Collection> {
  const { db } = store
  const before = store.find(id)
  if (!before) return NO_SUCH
  const { name = before.name, parentId = before.parentId } = change
  if (parentId !== null && !store.find(parentId)) return NO_PARENT
  const family = selectTexts(db, `${FAMILY} SELECT id FROM family`, id)
  if (parentId !== null && family.includes(parentId)) return INTO_ITSELF
  if (isTaken(db, name, parentId, id)) return taken(name)
  store.change(() =>
    db.run('UPDATE collections SET name = ?, parent_id = ? WHERE id = ?', name, parentId, id),
  )
  return store.counted(id)
}

async function remove(store: CollectionStore, id: string): Promise<Result<Record<string, never>>> {
  const { db, removed, sidecars } = store
  const [first, ...nested] = readFamily(db, id)
  if (!first) return NO_SUCH
  const emptied = async (one: typeof first) => ({ ...one, members: await takeMembers(store, one.id) })
  const family: [RemovedFamily[0], ...RemovedFamily[0][]] = [await emptied(first)]
  for (const one of nested) family.push(await emptied(one))
  store.change(() => {
    // What was put in meanwhile.
    const sql = `${FAMILY} SELECT DISTINCT asset_id FROM collection_assets WHERE collection_id IN (SELECT id FROM family)`
    sidecars.due(selectTexts(db, sql, id))
    // Those nested in it go with it.
    db.run('DELETE FROM collections WHERE id = ?', id)
  })
  removed.keep(family)
  sidecars.flush()
  return succeed({})
}

async function restore(store: CollectionStore, id: string): Promise<Result<Collection>> {
  const { db, removed, sidecars } = store
  const family = removed.find(id)
  if (!family) return FORGOTTEN
  const { name, parentId: oldParent } = family[0]
  const parentId = oldParent !== null && store.find(oldParent) ? oldParent : null
  if (isTaken(db, name, parentId, null)) return taken(name)
  store.change(() => {
    for (const { members: _, ...collection } of family)
      insertRow(db, 'INTO collections', { ...collection, ...(collection.id === id && { parentId }) })
  })
  removed.forget(id)
  for (const collection of family) await putMembers(store, collection)
  store.announce()
  sidecars.flush()
  return store.counted(id)
}

function isTaken(db: Database, name: string, parentId: string | null, but: string | null): boolean {
  return idsOf(db, name, parentId).some((id) => id !== but)
}

function idsOf(db: Database, name: string, parentId: string | null): readonly string[] {
  const isIt = (other: Node) => other.parentId === parentId && foldedName(other.name) === foldedName(name)
  return readTree(db).flatMap((other) => (isIt(other) ? [other.id] : []))
}

const NO_PARENT = fail('not_found', 'library.noParent', { field: 'parentId' })
const INTO_ITSELF = fail('invalid_input', 'library.intoItself', { field: 'parentId' })

function taken(name: string): Result<never> {
  return fail('conflict', message('library.nameTaken', { name }), { field: 'name' })
}

type Node = Omit<Collection, 'count'>

function readTree(db: Database): readonly Node[] {
  return db.all('SELECT id, name, parent_id FROM collections').map((row) => {
    const { createdAt: _, ...node } = toCollection(row)
    return node
  })
}

/** Counts in two steps: all members by their index alone, and of the few in the trash those that are members. */
function withCounts(db: Database, tree: readonly Node[]): readonly Collection[] {
  const members = counts(
    db,
    'SELECT collection_id, count(*) AS number FROM collection_assets GROUP BY collection_id',
  )
  const trashed = counts(
    db,
    // SQLite keeps the order of a cross join. Left to itself it begins with the members, and looks at every asset.
    `SELECT m.collection_id, count(*) AS number FROM assets a CROSS JOIN collection_assets m ON m.asset_id = a.id
     WHERE a.trashed_at IS NOT NULL GROUP BY m.collection_id`,
  )
  return tree
    .map((node) => ({ ...node, count: (members.get(node.id) ?? 0) - (trashed.get(node.id) ?? 0) }))
    .toSorted((a, b) => compareNamesIn('en', a.name, b.name) || (a.id < b.id ? -1 : 1))
}

function counts(db: Database, sql: string): ReadonlyMap<string, number> {
  return new Map(db.all(sql).map((row) => [String(row['collection_id']), Number(row['number'])]))
}

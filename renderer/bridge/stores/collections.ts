/** The user's collections. */
import type { Result } from '#contract/errors.ts'
import type { Collection } from '#contract/library.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import { createListStore, type List } from './list-store.ts'

export interface Collections extends List<Collection> {
  create(name: string, parentId: string | null): Promise<Result<Collection>>
  rename(id: string, name: string): Promise<Result<Collection>>
  /** Puts it into another one, or to the top. */
  nest(id: string, parentId: string | null): Promise<Result<Collection>>
}

export type CollectionsStore = StoreApi<Collections>

export function createCollectionsStore(bridge: Bridge): CollectionsStore {
  const actions: Omit<Collections, keyof List<Collection>> = {
    create: (name, parentId) => bridge.call('collections.create', { name, parentId }),
    rename: (id, name) => bridge.call('collections.update', { id, name }),
    nest: (id, parentId) => bridge.call('collections.update', { id, parentId }),
  }
  return createListStore(
    bridge,
    {
      read: () => bridge.call('collections.list', {}),
      told: (event) => (event.name === 'collections.changed' ? event.data.items : null),
    },
    actions,
  )
}

/** One collection and those nested in it, however deep. */
export interface CollectionNode {
  readonly collection: Collection
  readonly children: readonly CollectionNode[]
  readonly depth: number
}

/** The collections as a tree, by name. One whose parent is unknown is at the top. */
export function collectionTree(items: readonly Collection[]): readonly CollectionNode[] {
  const ids = new Set(items.map(({ id }) => id))
  const sorted = items.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  const under = (parentId: string | null, depth: number): readonly CollectionNode[] =>
    sorted
      .filter(
        (item) => (item.parentId !== null && ids.has(item.parentId) ? item.parentId : null) === parentId,
      )
      .map((collection) => ({ collection, depth, children: under(collection.id, depth + 1) }))
  return under(null, 0)
}

/** Every node from the top down. */
export function flatten(nodes: readonly CollectionNode[]): readonly CollectionNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}

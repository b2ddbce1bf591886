/** The user's collections and saved searches. */
import type { Collection, LibraryFilter, SavedSearch } from '#contract/library.ts'
import { compareNames } from '../../locales/compare-names.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export interface List<Item> {
  readonly items: readonly Item[]
}

export function createCollectionsStore(bridge: Bridge) {
  const store = createMirror<'collections.list', List<Collection>>(
    bridge,
    'collections.list',
    { items: [] },
    (list) => list,
    (event) => (event.name === 'collections.changed' ? event.data : null),
  )
  return Object.assign(store, {
    create: (name: string, parentId: string | null) => bridge.call('collections.create', { name, parentId }),
    rename: (id: string, name: string) => bridge.call('collections.update', { id, name }),
    /** Puts it into another one, or to the top. */
    nest: (id: string, parentId: string | null) => bridge.call('collections.update', { id, parentId }),
  })
}

export function createSavedSearchesStore(bridge: Bridge) {
  const store = createMirror<'searches.list', List<SavedSearch>>(
    bridge,
    'searches.list',
    { items: [] },
    (list) => list,
    (event) => (event.name === 'searches.changed' ? event.data : null),
  )
  return Object.assign(store, {
    create: (name: string, filter: LibraryFilter) => bridge.call('searches.create', { name, filter }),
    rename: (id: string, name: string) => bridge.call('searches.update', { id, name }),
    remove: (id: string) => bridge.call('searches.remove', { id }),
  })
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
  const sorted = items.toSorted((a, b) => compareNames(a.name, b.name))
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

/** Whether it is the outer collection, or lies in it, however deep. */
export function isWithin(items: readonly Collection[], id: string, outerId: string): boolean {
  const known = new Map(items.map((item) => [item.id, item]))
  for (let at = known.get(id); at !== undefined; at = known.get(at.parentId ?? ''))
    if (at.id === outerId) return true
  return false
}

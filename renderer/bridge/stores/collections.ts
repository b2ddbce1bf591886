/** The user's collections, as the host keeps them. */
import type { Failure, Result } from '#contract/errors.ts'
import type { Collection } from '#contract/library.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface Collections {
  readonly items: readonly Collection[]
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  load(): Promise<void>
  create(name: string, parentId: string | null): Promise<Result<Collection>>
  rename(id: string, name: string): Promise<Result<Collection>>
  /** Puts it into another one, or to the top. */
  nest(id: string, parentId: string | null): Promise<Result<Collection>>
  remove(id: string): Promise<Result<unknown>>
}

export type CollectionsStore = StoreApi<Collections>

export function createCollectionsStore(bridge: Bridge): CollectionsStore {
  /** Counts the events: a list that was asked for before the last of them may be out of date. */
  let changes = 0
  const store = createStore<Collections>()((set, get) => ({
    items: [],
    phase: 'idle',
    error: null,
    async load() {
      if (get().phase !== 'ready') set({ phase: 'loading' })
      const changesBefore = changes
      const answer = await bridge.call('collections.list', {})
      if (!answer.ok) set({ phase: 'failed', error: answer.error })
      else if (changes === changesBefore) set({ items: answer.data.items, phase: 'ready', error: null })
    },
    create: (name, parentId) => bridge.call('collections.create', { name, parentId }),
    rename: (id, name) => bridge.call('collections.update', { id, name }),
    nest: (id, parentId) => bridge.call('collections.update', { id, parentId }),
    remove: (id) => bridge.call('collections.remove', { id }),
  }))
  bridge.on((event) => {
    if (event.name !== 'collections.changed') return
    changes += 1
    store.setState({ items: event.data.items, phase: 'ready', error: null })
  })
  bridge.onReconnect(() => void (store.getState().phase !== 'idle' && store.getState().load()))
  return store
}

/** One collection and those nested in it, however deep. */
export interface CollectionNode {
  readonly collection: Collection
  readonly children: readonly CollectionNode[]
  readonly depth: number
}

/** The collections as a tree, by name. One whose parent is unknown stands at the top. */
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

/** Every node from the top down, as a reader meets them. */
export function flatten(nodes: readonly CollectionNode[]): readonly CollectionNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}

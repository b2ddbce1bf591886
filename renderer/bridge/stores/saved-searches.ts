/** The searches that the user kept under a name. */
import type { Failure, Result } from '#contract/errors.ts'
import type { LibraryFilter, SavedSearch } from '#contract/library.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface SavedSearches {
  readonly items: readonly SavedSearch[]
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  load(): Promise<void>
  create(name: string, filter: LibraryFilter): Promise<Result<SavedSearch>>
  rename(id: string, name: string): Promise<Result<SavedSearch>>
  remove(id: string): Promise<Result<unknown>>
}

export type SavedSearchesStore = StoreApi<SavedSearches>

export function createSavedSearchesStore(bridge: Bridge): SavedSearchesStore {
  /** Counts the events: a list that was asked for before the last of them may be out of date. */
  let changes = 0
  const store = createStore<SavedSearches>()((set, get) => ({
    items: [],
    phase: 'idle',
    error: null,
    async load() {
      if (get().phase !== 'ready') set({ phase: 'loading' })
      const changesBefore = changes
      const answer = await bridge.call('searches.list', {})
      if (!answer.ok) set({ phase: 'failed', error: answer.error })
      else if (changes === changesBefore) set({ items: answer.data.items, phase: 'ready', error: null })
    },
    create: (name, filter) => bridge.call('searches.create', { name, filter }),
    rename: (id, name) => bridge.call('searches.update', { id, name }),
    remove: (id) => bridge.call('searches.remove', { id }),
  }))
  bridge.on((event) => {
    if (event.name !== 'searches.changed') return
    changes += 1
    store.setState({ items: event.data.items, phase: 'ready', error: null })
  })
  bridge.onReconnect(() => void (store.getState().phase !== 'idle' && store.getState().load()))
  return store
}

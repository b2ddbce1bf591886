/** The user's saved searches. */
import type { Result } from '#contract/errors.ts'
import type { LibraryFilter, SavedSearch } from '#contract/library.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import { createListStore, type List } from './list-store.ts'

export interface SavedSearches extends List<SavedSearch> {
  create(name: string, filter: LibraryFilter): Promise<Result<SavedSearch>>
  rename(id: string, name: string): Promise<Result<SavedSearch>>
  remove(id: string): Promise<Result<unknown>>
}

export type SavedSearchesStore = StoreApi<SavedSearches>

export function createSavedSearchesStore(bridge: Bridge): SavedSearchesStore {
  const actions: Omit<SavedSearches, keyof List<SavedSearch>> = {
    create: (name, filter) => bridge.call('searches.create', { name, filter }),
    rename: (id, name) => bridge.call('searches.update', { id, name }),
    remove: (id) => bridge.call('searches.remove', { id }),
  }
  return createListStore(
    bridge,
    {
      read: () => bridge.call('searches.list', {}),
      told: (event) => (event.name === 'searches.changed' ? event.data.items : null),
    },
    actions,
  )
}

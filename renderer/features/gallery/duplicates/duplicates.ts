/** Groups of duplicates, as the host last found them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/errors.ts'
import type { DuplicateGroup } from '#contract/library.ts'
import type { Bridge } from '../../../bridge/bridge.ts'

export interface Duplicates {
  /** null until they are loaded. */
  readonly groups: readonly DuplicateGroup[] | null
  readonly error: Failure | null
  load(): Promise<void>
}

export type DuplicatesStore = StoreApi<Duplicates>

export function createDuplicates(bridge: Bridge): DuplicatesStore {
  let question = 0
  return createStore<Duplicates>()((set) => ({
    groups: null,
    error: null,
    async load() {
      const mine = ++question
      const response = await bridge.call('library.duplicates', {})
      if (mine !== question) return
      set(response.ok ? { groups: response.data.items, error: null } : { error: response.error })
    },
  }))
}

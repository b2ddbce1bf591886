/** Which batches of the feed are folded. */
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Folds {
  readonly folded: ReadonlySet<string>
  toggle(batchId: string): void
}

export type FoldsStore = StoreApi<Folds>

export function createFolds(): FoldsStore {
  return createStore<Folds>()((set, get) => ({
    folded: new Set<string>(),
    toggle(batchId) {
      const folded = new Set(get().folded)
      if (!folded.delete(batchId)) folded.add(batchId)
      set({ folded })
    },
  }))
}

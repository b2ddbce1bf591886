/** Ties sequences together: the store, their files, and what follows from changes of the library. */
import type { Context } from '../context/context.ts'
import type { Library } from '../library/library.ts'
import { createSequenceFiles, restoreSequences } from './sequence-files.ts'
import { createSequenceStore } from './sequence-store.ts'

interface SequencesDeps extends Pick<Context, 'db' | 'dataDir' | 'clock' | 'events' | 'log'> {
  readonly library: Pick<Library, 'find' | 'sidecars'>
}

export type Sequences = ReturnType<typeof createSequences>

export function createSequences(deps: SequencesDeps) {
  const { db, dataDir, events } = deps
  const files = createSequenceFiles(deps)
  const store = createSequenceStore({ ...deps, files })
  const stopListening = events.subscribe(({ name, data }) => {
    if (name === 'asset.added') for (const id of store.withTake([data.asset.id])) store.announce(id)
    if (name === 'library.changed') for (const id of store.withTake(data.ids)) store.announce(id)
  })
  return {
    store,
    /** Writes the files that the last run left behind. Called once. */
    start: files.flush,
    /** Takes in what the files have and the rows lack: for a rebuild of the library. */
    restore: (): void => {
      if (db.transaction(() => restoreSequences(db, dataDir)) > 0) store.announceAll()
      files.flush()
    },
    close: async (): Promise<void> => {
      stopListening()
      await files.close()
    },
  }
}

/** How sequences come back: their rows from a damaged library.db, and what the files have from `sequences/`. */
import { readingAll, type Recoverable } from '../store/recovery/recoverable.ts'
import { hasSequenceFiles, restoreSequences } from './sequence-files.ts'
import { toSequenceRecord } from './sequence-record.ts'

/** Takes come back with the library, from the sidecars of their assets. */
export function createSequenceRecovery(dataDir: string): Recoverable {
  return {
    tables: [{ name: 'sequences', isValid: (row) => Boolean(toSequenceRecord(row)) }],
    ...readingAll('SELECT * FROM sequences', 'SELECT * FROM waiting_shots'),
    hasTraces: () => hasSequenceFiles(dataDir),
    settle: (db) => {
      restoreSequences(db, dataDir)
      // Whether one of them became a task meanwhile, nobody knows: the user presses again.
      db.run('DELETE FROM waiting_shots')
      return undefined
    },
  }
}

/** Reads every row that Atelier parses, so that one that cannot be read is found before somebody asks for it. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '../../store/database.ts'
import { parseRow } from '../../store/damage.ts'
import { parseResponse, toTaskRecord } from '../../tasks/task-row.ts'
import { readSavedSearches } from '../collections/saved-searches.ts'

const STEP = 100

/** Rows of assets are read where their files are. @throws DamagedDatabase for the first that is not one, and the reason of `signal`. */
export async function readEveryRow(db: Database, signal: AbortSignal): Promise<void> {
  readSavedSearches(db)
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const rows = db.all(`SELECT * FROM tasks WHERE seq > ? ORDER BY seq LIMIT ${STEP}`, after)
    if (rows.length === 0) return
    for (const row of rows) {
      after = toTaskRecord(row).seq
      parseRow('tasks', () => parseResponse(row['last_response']))
    }
    await breathe()
  }
}

/** Reads every file that a row names and compares its hash. Changes nothing. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { verifyFile, type Verdict } from '../../media/verify-file.ts'
import type { AssetRecord } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import type { Database } from '../../store/database.ts'
import { parseRow } from '../../store/damage.ts'
import { parseResponse, toTaskRecord } from '../../tasks/task-row.ts'
import { readSavedSearches } from '../collections/saved-searches.ts'

/** While one file is hashed, the next ones are read. */
const AT_ONCE = 4

export interface Verified {
  /** Assets, not files: several may share one. */
  readonly checked: number
  readonly missing: number
  readonly damaged: number
}

/** `report` gets how many assets are checked. @throws the reason of `signal`. */
export async function verifyLibrary(
  { store, media }: Pick<Library, 'store' | 'media'>,
  report: (checked: number) => void,
  signal: AbortSignal,
): Promise<Verified> {
  const verdicts = new Map<string, Promise<Verdict>>()
  const counts = { valid: 0, missing: 0, damaged: 0 }
  let checked = 0
  const verify = async (record: AssetRecord): Promise<void> => {
    const known = verdicts.get(record.sha256)
    const verdict = known ?? verifyFile(media.path(record.sha256, record.extension), record.sha256, signal)
    if (!known) verdicts.set(record.sha256, verdict)
    counts[await verdict]++
    report(++checked)
  }
  const records = store.each()[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (let next = records.next(); !next.done; next = records.next()) {
      signal.throwIfAborted()
      await verify(next.value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { checked, missing: counts.missing, damaged: counts.damaged }
}

const STEP = 100

/**
 * Reads the rows of saved searches and tasks, so that one that cannot be parsed is found before somebody asks for it.
 *
 * Rows of assets are read where their files are; of other tables, the check of the file says whether their JSON is any. @throws DamagedDatabase for the first that is not one, and the reason of `signal`.
 */
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
    await yieldToEventLoop()
  }
}

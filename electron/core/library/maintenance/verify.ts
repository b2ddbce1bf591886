/** Reads every file that a row names and compares its hash. Changes nothing. */
import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AssetRecord } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import type { Database } from '../../store/database.ts'
import { parseRow } from '../../store/damage.ts'
import { parseResponse, toTaskRecord } from '../../tasks/task-row.ts'
import { isMissing } from '../../store/files.ts'
import { readSavedSearches } from '../collections/saved-searches.ts'

/** While one file is hashed, the next ones are read. */
const AT_ONCE = 4
/** Hashed in about a millisecond. */
const CHUNK_BYTES = 512 * 1024

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

type Verdict = 'valid' | 'missing' | 'damaged'

/** Whether the file holds what its name says. One that the disk does not give is damaged. @throws the reason of `signal`. */
export async function verifyFile(path: string, sha256: string, signal: AbortSignal): Promise<Verdict> {
  try {
    return (await hashFile(path, signal)) === sha256 ? 'valid' : 'damaged'
  } catch (error) {
    signal.throwIfAborted()
    return isMissing(error) ? 'missing' : 'damaged'
  }
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(path)
  if (size <= CHUNK_BYTES) return hash('sha256', await readFile(path, { signal }), 'hex')
  const digest = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), digest, { signal })
  return digest.digest('hex')
}

const STEP = 100

/**
 * Reads every row that Atelier parses, so that one that cannot be read is found before somebody asks for it.
 *
 * Rows of assets are read where their files are. @throws DamagedDatabase for the first that is not one, and the reason of `signal`.
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

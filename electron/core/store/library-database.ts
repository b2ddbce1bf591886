/**
 * Opens the library.db of a data directory, whatever state it is in: a first one is made, a sound one opened, a damaged or
 * lost one replaced, and one that is older than the last work settled.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openCommitMark, type CommitMark } from './commit-mark.ts'
import { DamagedDatabase, isDamage } from './damage.ts'
import { openDatabase, type Database } from './database.ts'
import { newPlan, readPlan, repairDatabase, settleOlder } from './recovery/recover.ts'
import { inspectDatabase, type Standing } from './recovery/inspect.ts'

export interface LibraryDatabase {
  readonly db: Database
  /** `asItIs`: without working the log into the file, which is damaged and about to be set aside. */
  close(asItIs: boolean): void
}

/**
 * `now` in milliseconds since the epoch.
 *
 * @throws the disk's error, and an Error for a database of a newer Atelier: nothing is moved then.
 */
export async function openLibraryDatabase(dataDir: string, now: number): Promise<LibraryDatabase> {
  const path = databasePath(dataDir)
  const mark = openCommitMark(`${path}-mark`)
  try {
    const db = await openWhatever(dataDir, path, mark, now)
    return {
      db,
      close: (asItIs) => {
        // The last connection to close works the log in: this one is not the last then.
        const beside = asItIs ? openBeside(path) : null
        try {
          db.close()
        } finally {
          beside?.close()
          mark.close()
        }
      },
    }
  } catch (error) {
    mark.close()
    throw error
  }
}

export function databasePath(dataDir: string): string {
  return join(dataDir, 'library.db')
}

async function openWhatever(dataDir: string, path: string, mark: CommitMark, now: number): Promise<Database> {
  const plan = await readPlan(path, now)
  if (plan) return repairDatabase(path, plan, mark, now)
  try {
    const standing = await inspect(dataDir, path, mark)
    const db = openDatabase(path, mark)
    const kind = standing && ageOf(standing, mark)
    if (kind) settleOlder(db, mark, now, kind)
    return db
  } catch (error) {
    if (!isDamage(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return repairDatabase(path, newPlan(reason, now), mark, now)
  }
}

/** null for a first start. @throws DamagedDatabase also where a database should be and is not. */
async function inspect(dataDir: string, path: string, mark: CommitMark): Promise<Standing | null> {
  const file = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (file && file.size > 0) {
    if (!file.isFile()) throw new DamagedDatabase('There is no file in its place.')
    return inspectDatabase(path)
  }
  if (mark.before === null && !(await hasMedia(dataDir))) return null
  throw new DamagedDatabase(file ? 'It is empty.' : 'It is missing.')
}

function ageOf(standing: Standing, mark: CommitMark): 'older' | 'copy' | null {
  if (standing.copiedAt !== null) return 'copy'
  return mark.before !== null && (standing.commits ?? 0) < mark.before ? 'older' : null
}

function openBeside(path: string): DatabaseSync | null {
  try {
    const connection = new DatabaseSync(path, { readOnly: true })
    connection.prepare('PRAGMA schema_version').get()
    return connection
  } catch {
    return null
  }
}

async function hasMedia(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'media')).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}

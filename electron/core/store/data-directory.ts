/** Holds a data directory: makes it, locks it, and has opened what is in it. */
import { mkdir } from 'node:fs/promises'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Failure, failure, fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { diskFailure, isBusy } from './disk-errors.ts'
import { isDamage } from './damage.ts'
import { makePrivateFile, PRIVATE_FOLDER } from './files.ts'
import { NewerDatabase } from './database.ts'

interface Opened {
  /** `asItIs`: library.db is damaged, and left for the recovery at the next start. */
  close(asItIs: boolean): void
}

export interface Held {
  /**
   * Closes the database and lets another Atelier open the directory. Called again, it does nothing. `isDamaged`: library.db
   * is left as it is, for the recovery at the next start.
   */
  readonly release: (isDamaged: boolean) => void
}

/**
 * Calls `open` when the directory is there and held.
 *
 * Fails as data: `conflict` when another Atelier has it open, `disk_full` or `disk_error` when it cannot be written,
 * `internal` with the reason when library.db is a newer Atelier's. Nothing in it is changed then.
 *
 * @throws where library.db turns out to be damaged
 */
export async function holdDirectory<Content extends Opened>(
  dataDir: string,
  open: () => Promise<Content>,
): Promise<Result<Content & Held>> {
  let release: (() => void) | null = null
  try {
    await mkdir(dataDir, PRIVATE_FOLDER)
    release = lockDirectory(dataDir)
    if (!release) {
      return fail('conflict', message('store.inUse', { dataDir }))
    }
    const content = await open()
    return succeed({ ...content, release: releaseOnce((asItIs) => content.close(asItIs), release) })
  } catch (error) {
    release?.()
    if (isDamage(error)) throw error
    const disk = diskFailure(error) ?? notADirectory(error)
    if (disk)
      return fail(disk.code, followedBy(message('store.folderUnusable', { dataDir }), messageOf(disk)))
    if (error instanceof NewerDatabase) return fail('internal', message('store.newerDatabase', { dataDir }))
    const said = error instanceof Error ? error.message : String(error)
    return fail('internal', message('store.cannotOpen', { dataDir, said }))
  }
}

function releaseOnce(close: (asItIs: boolean) => void, unlock: () => void): Held['release'] {
  let isReleased = false
  return (isDamaged) => {
    if (isReleased) return
    isReleased = true
    try {
      close(isDamaged)
    } finally {
      unlock()
    }
  }
}

function notADirectory(error: unknown): Failure | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOTDIR' || code === 'EEXIST' ? failure('disk_error', 'store.notAFolder') : null
}

/**
 * Holds a data directory for one running Atelier.
 *
 * The lock is an open exclusive transaction on a small SQLite file: the system releases it when the process ends, however
 * it ends, so a crash never leaves a stale lock behind.
 *
 * Takes the lock, or returns null when another process holds it. The returned function releases it.
 */
function lockDirectory(dataDir: string): (() => void) | null {
  const path = join(dataDir, '.lock')
  try {
    return takeLock(path)
  } catch (error) {
    if (!isDamage(error)) throw error
    // It holds nothing. Emptied in its place, so that two that start at once still meet at one file.
    truncateSync(path)
    return takeLock(path)
  }
}

function takeLock(path: string): (() => void) | null {
  makePrivateFile(path)
  const connection = new DatabaseSync(path)
  try {
    connection.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (isBusy(error)) return null
    throw error
  }
  return () => {
    connection.exec('ROLLBACK')
    connection.close()
  }
}

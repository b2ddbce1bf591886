/**
 * Holds a data directory for one running Atelier.
 *
 * The lock is an open exclusive transaction on a small SQLite file: the system releases it when the process ends, however
 * it ends, so a crash never leaves a stale lock behind.
 */
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from './damage.ts'

/** Takes the lock, or answers null when another process holds it. The returned function releases it. */
export function lockDirectory(dataDir: string): (() => void) | null {
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

/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

/**
 * Files beside library.db that follow its rows, so that these outlive it. The database is the truth: what is behind is noted in the same
 * transaction as the change, written in the background, and tried again where the disk refuses.
 */
import type { Context } from '../context/context.ts'
import type { Database } from '../store/database.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { insertRow } from '../store/reader.ts'
import { type BackgroundQueue, createBackgroundQueue } from './background-queue.ts'

const RETRY_MS = 10_000

interface FollowedFiles extends Pick<Context, 'db' | 'clock' | 'log'> {
  /** What the notes begin with, among the facts of library.db. */
  readonly due: string
  /** Brings a file up to the database. @throws the disk's error. */
  readonly write: (id: string) => Promise<void>
  readonly queue?: BackgroundQueue
}

export function followFiles({
  db,
  clock,
  log,
  due,
  write,
  queue = createBackgroundQueue(log),
}: FollowedFiles) {
  let cancelRetry: (() => void) | null = null
  let isClosed = false
  const writeDue = async (): Promise<void> => {
    for (const { name, value } of db.all('SELECT name, value FROM facts WHERE name GLOB ?', `${due}*`)) {
      try {
        await write(String(name).slice(due.length))
        // One that changed meanwhile stays due.
        db.run('DELETE FROM facts WHERE name = ? AND value = ?', String(name), String(value))
      } catch (error) {
        if (!diskFailure(error)) log(`A file beside library.db could not be written: ${String(error)}`)
        if (!isClosed) cancelRetry ??= clock.after(RETRY_MS, retry)
      }
    }
  }
  const retry = (): void => {
    cancelRetry = null
    queue.runLater(writeDue)
  }
  return {
    /** Notes that the file of an id is behind; without one, the only file. Part of the caller's transaction. */
    due: (id = ''): void => noteDue(db, due, id),
    /** Writes what is behind, in the background. */
    flush: (): void => queue.runLater(writeDue),
    /** The same, waited for: it is written, or tried again later. */
    written: (): Promise<void> => queue.run(writeDue),
    close: async (): Promise<void> => {
      isClosed = true
      cancelRetry?.()
      await queue.close()
    },
  }
}

/** Part of the caller's transaction. */
export function noteDue(db: Database, due: string, id: string): void {
  const onConflict = 'ON CONFLICT (name) DO UPDATE SET value = value + 1'
  insertRow(db, 'INTO facts', { name: `${due}${id}`, value: '1' }, onConflict)
}

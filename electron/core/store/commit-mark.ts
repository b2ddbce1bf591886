/**
 * How many transactions library.db has committed, stored beside it in `library.db-mark`.
 *
 * The database counts them too. One that has counted fewer than the mark says has lost its latest commits: its write-ahead
 * log is gone or damaged, or an older copy was put in its place. SQLite cannot tell that from a clean end.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'

/** Always the same length, so that writing over it never leaves a rest. */
const DIGITS = 16

export interface CommitMark {
  /** What the file said when it was opened; null when there was none, or none that can be read. */
  readonly before: number | null
  /** Notes commit `number`. Not synced, and it never throws: a mark that lags warns less, nothing else. */
  note(number: number): void
  close(): void
}

/** @throws Error when the disk refuses to open it. */
export function openCommitMark(path: string): CommitMark {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    before: read(file),
    note: (number) => {
      try {
        writeSync(file, `${String(number).padStart(DIGITS, '0')}\n`, 0)
      } catch {
        // A mark that lags is no harm.
      }
    },
    close: () => closeSync(file),
  }
}

function read(file: number): number | null {
  const bytes = Buffer.alloc(DIGITS + 1)
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
  return new RegExp(`^\\d{${DIGITS}}\n$`).test(text) ? Number(text) : null
}

/**
 * Files that stopped who read them, by content. They are kept, shown as such, and not read again by themselves.
 *
 * A file that was being read when Atelier itself was killed is not known to be guilty: it is read once more, alone.
 */
import type { Database } from '../store/database.ts'

/** `silent`: while it was read, Atelier itself did not answer. */
export type UnreadableReason = 'slow' | 'crashed' | 'silent'

export interface UnreadableFiles {
  has(sha256: string): boolean
  add(sha256: string, reason: UnreadableReason): void
  /** The user wants it to be read again. */
  forget(sha256: string): void
  /** It was being read when Atelier was killed. The second time it counts as unreadable. */
  addInterrupted(sha256: string): void
  wasInterrupted(sha256: string): boolean
}

const INTERRUPTED = 'interrupted'

export function createUnreadableFiles(db: Database, now: () => number): UnreadableFiles {
  const reasonOf = (sha256: string): unknown =>
    db.get('SELECT reason FROM unreadable_files WHERE sha256 = ?', sha256)?.['reason']
  const write = (sha256: string, reason: string): void =>
    void db.run(
      `INSERT INTO unreadable_files (sha256, reason, at) VALUES (?, ?, ?)
         ON CONFLICT (sha256) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
      sha256,
      reason,
      now(),
    )
  return {
    has: (sha256) => ![undefined, INTERRUPTED].includes(reasonOf(sha256) as string | undefined),
    add: write,
    forget: (sha256) => void db.run('DELETE FROM unreadable_files WHERE sha256 = ?', sha256),
    addInterrupted: (sha256) => {
      const before = reasonOf(sha256)
      if (before === undefined) write(sha256, INTERRUPTED)
      else if (before === INTERRUPTED) write(sha256, 'crashed')
    },
    wasInterrupted: (sha256) => reasonOf(sha256) === INTERRUPTED,
  }
}

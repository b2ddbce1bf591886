/**
 * Notes on disk of what is being read, written and synced before it is read, so that a start knows what the last run was
 * reading when it was killed.
 *
 * One line when a reading begins and one when it has ended. Only the first is synced: without the second, a file is read once
 * more than needed.
 */
import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../store/database.ts'

/** Emptied when nothing is being read and it has grown to this. */
const MAX_BYTES = 64 * 1024

export type ReadingNotes = ReturnType<typeof createReadingNotes>

/** Lines that are written, and synced, at once. */
interface Batch {
  text: string
  isSynced: boolean
  written: Promise<void>
}

const lineSchema = z.object({ id: z.number(), sha256: z.string().optional() })

/** What the last run was reading when it was killed, by content. */
export async function readLeftNotes(dataDir: string): Promise<readonly string[]> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '')
  const open = new Map<number, string>()
  for (const line of text.split('\n')) {
    const note = parseLine(line)
    if (note?.sha256 !== undefined) open.set(note.id, note.sha256)
    else if (note) open.delete(note.id)
  }
  return [...new Set(open.values())]
}

/** Forgets what the last run noted. */
export function createReadingNotes(dataDir: string, log: (line: string) => void) {
  const path = pathIn(dataDir)
  let file: Promise<FileHandle> | null = null
  let pending: Batch | null = null
  let writing: Promise<void> = Promise.resolve()
  let lastId = 0
  let bytes = 0
  let unended = 0

  const writeBatch = async ({ text, isSynced }: Batch): Promise<void> => {
    file ??= open(path, 'w', 0o600).catch((error: unknown) => {
      // Tried again with the next note.
      file = null
      throw error
    })
    const handle = await file
    if (unended === 0 && bytes > MAX_BYTES) {
      await handle.truncate(0)
      bytes = 0
    }
    const { bytesWritten } = await handle.write(text, bytes)
    bytes += bytesWritten
    if (isSynced) await handle.datasync()
  }
  /** Resolves with its own batch: what comes while that is written waits for the next. */
  const write = (line: object, isSynced: boolean): Promise<void> => {
    if (!pending) {
      const batch: Batch = { text: '', isSynced: false, written: Promise.resolve() }
      pending = batch
      batch.written = writing = writing.then(() => {
        pending = null
        // Where the disk refuses, files are read without a note.
        return writeBatch(batch).catch((error: unknown) =>
          log(`What is being read is not noted: ${String(error)}`),
        )
      })
    }
    pending.text += `${JSON.stringify(line)}\n`
    pending.isSynced ||= isSynced
    return pending.written
  }
  return {
    /** Resolves when it is on disk, with what ends it. */
    begin: async (sha256: string): Promise<() => void> => {
      const id = ++lastId
      unended++
      await write({ id, sha256 }, true)
      return () => {
        unended--
        void write({ id }, false)
      }
    },
    /** Forgets everything: nothing is being read any more. */
    close: async (): Promise<void> => {
      await writing
      await file?.then((handle) => handle.close()).catch(() => undefined)
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'reading.jsonl')
}

/** A line that was cut by the kill says nothing. */
function parseLine(line: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** `silent`: while it was read, Atelier itself did not answer. */
type UnreadableReason = 'slow' | 'crashed' | 'silent'

export type UnreadableFiles = ReturnType<typeof createUnreadableFiles>

const INTERRUPTED = 'interrupted'

/**
 * Files that stopped who read them, by content. They are kept, shown as such, and not read again by themselves.
 *
 * A file that was being read when Atelier itself was killed is not known to be guilty: it is read once more, alone.
 */
export function createUnreadableFiles(db: Database, now: () => number) {
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
    has: (sha256: string): boolean =>
      ![undefined, INTERRUPTED].includes(reasonOf(sha256) as string | undefined),
    add: (sha256: string, reason: UnreadableReason): void => write(sha256, reason),
    /** The user wants it to be read again. */
    forget: (sha256: string): void => void db.run('DELETE FROM unreadable_files WHERE sha256 = ?', sha256),
    /** It was being read when Atelier was killed. The second time it counts as unreadable. */
    addInterrupted: (sha256: string): void => {
      const before = reasonOf(sha256)
      if (before === undefined) write(sha256, INTERRUPTED)
      else if (before === INTERRUPTED) write(sha256, 'crashed')
    },
    wasInterrupted: (sha256: string): boolean => reasonOf(sha256) === INTERRUPTED,
  }
}

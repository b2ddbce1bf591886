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

/** Emptied when nothing is being read and it has grown to this. */
const MOST_BYTES = 64 * 1024

export interface ReadingNotes {
  /** Resolves when it is on disk. Answers what ends it. */
  begin(sha256: string): Promise<() => void>
  /** Forgets everything: nothing is being read any more. */
  close(): Promise<void>
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
export function createReadingNotes(dataDir: string, log: (line: string) => void): ReadingNotes {
  const path = pathIn(dataDir)
  let file: Promise<FileHandle> | null = null
  let pending: string[] = []
  let writing: Promise<void> | null = null
  let lastId = 0
  let bytes = 0
  let unended = 0

  const writePending = async (): Promise<void> => {
    file ??= open(path, 'w', 0o600)
    const handle = await file
    while (pending.length > 0) {
      const text = pending.join('')
      pending = []
      if (unended === 0 && bytes > MOST_BYTES) {
        await handle.truncate(0)
        bytes = 0
      }
      const { bytesWritten } = await handle.write(text, bytes)
      bytes += bytesWritten
      if (text.includes('sha256')) await handle.datasync()
    }
  }
  /** Where the disk refuses, files are read without a note. */
  const write = (line: object): Promise<void> => {
    pending.push(`${JSON.stringify(line)}\n`)
    writing ??= writePending()
      .catch((error: unknown) => {
        pending = []
        log(`What is being read is not noted: ${String(error)}`)
      })
      .finally(() => (writing = null))
    return writing
  }
  return {
    begin: async (sha256) => {
      const id = ++lastId
      await write({ id, sha256 })
      unended++
      return () => {
        unended--
        void write({ id })
      }
    },
    close: async () => {
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

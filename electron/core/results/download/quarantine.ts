/**
 * The folder of files that a service sent and Atelier does not open: web pages, scripts, programs, and unknown bytes.
 *
 * Named by their hash, with the reason beside each. Nothing of it is ever opened, shown or served.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably } from '../../store/files.ts'
import type { RefusedFile } from './download.ts'

export interface QuarantineNote {
  readonly taskId: string
  /** Absent for a file inside the response. */
  readonly sourceUrl?: string
  /** The wall clock, in milliseconds. */
  readonly at: number
}

/** Moves the file into `folder`. @throws Error when the disk refuses. */
export async function quarantine(folder: string, file: RefusedFile, note: QuarantineNote): Promise<void> {
  const { path, sha256, sizeBytes, what } = file
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await renameDurably(path, join(folder, `${sha256}.bin`))
  const reason = { format: 1, sha256, sizeBytes, what, ...note }
  // The same page may replace many files at once: each note is written under a name of its own.
  const temporary = join(folder, `${randomUUID()}.tmp`)
  await writeFile(temporary, `${JSON.stringify(reason, null, 1)}\n`, { mode: 0o600, flush: true })
  await renameDurably(temporary, join(folder, `${sha256}.json`))
}

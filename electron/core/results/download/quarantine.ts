/**
 * Where files lie that a service gave and Atelier does not open: web pages, scripts, programs, and bytes of no known type.
 *
 * Named by their hash, with the reason beside each; nothing of it is ever opened, shown or served. The user may look there.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably } from '../../store/files.ts'
import type { RefusedFile } from './download.ts'

export interface QuarantineNote {
  readonly taskId: string
  /** Where it was offered; absent for what stood inside the answer. */
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
  // The same page comes in place of many files at once: each writes its note under a name of its own.
  const temporary = join(folder, `${randomUUID()}.tmp`)
  await writeFile(temporary, `${JSON.stringify(reason, null, 1)}\n`, { mode: 0o600, flush: true })
  await renameDurably(temporary, join(folder, `${sha256}.json`))
}

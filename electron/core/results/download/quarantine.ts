/**
 * The folder of files that a service sent and Atelier does not open: web pages, scripts, programs, and unknown bytes.
 *
 * Named by their hash, with the reason beside each. Nothing of it is ever opened, shown or served.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { message, type Message } from '#contract/messages/message.ts'
import { STAYING_PART } from '../../media/part-state.ts'
import { isPassing } from '../../store/disk-errors.ts'
import { copyDurably, renameDurably } from '../../store/files.ts'
import type { RefusedFile } from './download.ts'

export interface QuarantineNote {
  readonly taskId: string
  /** Absent for a file inside the response. */
  readonly sourceUrl?: string
  /** The wall clock, in milliseconds. */
  readonly at: number
}

/**
 * Moves the file into `folder` and says so. Where that folder takes nothing it stays beside the parts, under a name that is not
 * cleaned away, and that is what is said.
 *
 * @throws Error when the disk refuses for now, or altogether.
 */
export async function quarantine(folder: string, file: RefusedFile, note: QuarantineNote): Promise<Message> {
  const { path, sha256, sizeBytes, what } = file
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await move(path, join(folder, `${sha256}.bin`))
  } catch (error) {
    if (isPassing(error)) throw error
    const parts = dirname(path)
    const name = `${sha256}${STAYING_PART}`
    await renameDurably(path, join(parts, name))
    return message('results.notQuarantined', { place: `media/${basename(parts)}/${name}` })
  }
  const reason = { format: 1, sha256, sizeBytes, what, ...note }
  // The same page may replace many files at once: each note is written under a name of its own.
  const temporary = join(folder, `${randomUUID()}.tmp`)
  await writeFile(temporary, `${JSON.stringify(reason, null, 1)}\n`, { mode: 0o600, flush: true })
  await renameDurably(temporary, join(folder, `${sha256}.json`))
  return message('results.quarantined')
}

/** Copies where the folder is on another disk, or a virus scanner holds the file. */
async function move(from: string, to: string): Promise<void> {
  try {
    await renameDurably(from, to)
  } catch (error) {
    if (isPassing(error)) throw error
    await copyDurably(from, to)
    await rm(from, { force: true }).catch(() => undefined)
  }
}

/** Takes an `.atelier` file as bytes, as the page sends what the user chose. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import type { ImportedSequence } from '#contract/sequences.ts'
import { MAX_UPLOAD_BYTES, type Upload } from '../library/exchange/import-library.ts'
import { receiveFile } from '../media/receive-file.ts'
import { render, type Say } from '../messages/render.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { importSequence, type Imported, type ImportSequenceDeps } from './import-sequence.ts'

/** Rejects when the sender goes away. Nothing of what came stays beside the library. */
export async function receiveSequence(
  deps: ImportSequenceDeps,
  { name, body }: Upload,
  say: Say,
): Promise<Result<ImportedSequence>> {
  const path = deps.library.media.partPath(`upload-${randomUUID()}`)
  try {
    if (!(await receiveFile(body, path, MAX_UPLOAD_BYTES))) {
      const gigabytes = Math.ceil(MAX_UPLOAD_BYTES / 1024 ** 3)
      return fail('invalid_input', message('exchange.uploadTooLarge', { name, gigabytes }))
    }
    return shownImport(await importSequence(deps, path, name, new AbortController().signal), say)
  } catch (error) {
    const disk = diskFailure(error)
    if (!disk) throw error
    return fail(disk.code, followedBy(message('exchange.notImported', { name }), messageOf(disk)))
  } finally {
    await rm(path, { force: true })
  }
}

export function shownImport(imported: Result<Imported>, say: Say): Result<ImportedSequence> {
  if (!imported.ok) return imported
  const { sequence, notes } = imported.data
  return succeed({ ...sequence, notes: notes.map((note) => render(note, say)) })
}

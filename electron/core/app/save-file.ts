/**
 * Files that the page made and the user keeps outside of Atelier: presets, recipes, images of a batch, reports.
 *
 * Where one goes is asked in the system's dialog. The page gives a name and bytes, never a place, and never learns it.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { safeStem } from '../library/exchange/file-names.ts'
import type { Shell } from '../ports/shell.ts'
import { type Bytes, receiveFile } from '../media/receive-file.ts'
import { fileFailure } from '../store/disk-errors.ts'
import { syncFile } from '../store/files.ts'

/** What the page makes. A program among them could be started by mistake. */
const NAME = /^(.*)\.(atelier|json|png|txt)$/isu

/** `saved` is false where the user closed the dialog. */
export type FileSaver = (name: string, bytes: Bytes) => Promise<Result<{ readonly saved: boolean }>>

/** `partPath`: where a file lies that is still arriving. It is whole before anybody is asked. */
export function createFileSaver(
  chooseFile: NonNullable<Shell['chooseFile']>,
  partPath: (name: string) => string,
): FileSaver {
  return async (name, bytes) => {
    const [, stem, extension] = NAME.exec(name) ?? []
    if (stem === undefined || extension === undefined)
      return fail('invalid_input', 'app.saveFile.kind', { field: 'name' })
    const received = partPath(`save-${randomUUID()}`)
    try {
      await receiveFile(bytes, received, Infinity)
      const path = await chooseFile(`${safeStem(stem)}.${extension.toLowerCase()}`)
      if (path === null) return succeed({ saved: false })
      await copyWhole(received, path)
      return succeed({ saved: true })
    } catch (error) {
      const failure = fileFailure(error)
      if (!failure) throw error
      return fail(failure.code, followedBy(message('app.saveFile.failed'), messageOf(failure)))
    } finally {
      await rm(received, { force: true })
    }
  }
}

/** What is there stays until the new file is whole. Its folder may be on another disk. */
async function copyWhole(from: string, path: string): Promise<void> {
  const part = `${path}.${randomUUID()}.part`
  try {
    await copyFile(from, part, constants.COPYFILE_EXCL)
    await syncFile(part)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

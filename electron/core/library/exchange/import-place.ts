/** Where an import takes its files from, as the user says it. */
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Shell } from '../../ports/shell.ts'

/** A folder, or a file that is called a zip. */
export async function checkPlace(place: string): Promise<Result<string>> {
  const refuse = (message: string) => fail('invalid_input', `folder: ${message}`, { field: 'folder' })
  if (place.includes('\0') || !isAbsolute(place)) return refuse('give its whole path, from the root on.')
  // Windows would tell the user's name to whatever computer such a path names.
  if (/^[\\/]{2}/.test(place)) return refuse('it has to lie on this computer.')
  const info = await stat(place).catch(() => null)
  const isZip = info?.isFile() === true && /\.zip$/i.test(place)
  return info?.isDirectory() === true || isZip
    ? succeed(place)
    : refuse('there is no such folder or ZIP file.')
}

export async function chooseFolder(shell: Shell | undefined): Promise<Result<string>> {
  if (!shell?.chooseFolder) {
    return fail(
      'not_available_here',
      'This host has no dialog for choosing a folder. Give the path of one.',
      {
        field: 'folder',
      },
    )
  }
  const folder = await shell.chooseFolder()
  return folder === null
    ? fail('conflict', 'No folder was chosen, so nothing was taken in.')
    : succeed(folder)
}

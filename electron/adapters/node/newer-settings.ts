/**
 * Settings that a newer Atelier wrote: a copy is kept before this one changes them.
 *
 * What this version does not understand counts as its default and stays in the file until that part is changed.
 */
import { copyFileSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { SettingsFile } from '#core/ports/settings.ts'

const SETTING = 'writtenBy'
const NUMBERS = /^(\d+)\.(\d+)\.(\d+)/

/** Marks the file as this version's; a sentence for the user where it was a newer one's, else null. */
export function keepNewerSettings(dataDir: string, settings: SettingsFile, version: string): string | null {
  const writtenBy = settings.get(SETTING)
  if (writtenBy === version) return null
  if (typeof writtenBy !== 'string' || !isNewer(writtenBy, version)) {
    mark(settings, version)
    return null
  }
  const name = `settings.of-${writtenBy.replaceAll(/[^\w.-]/g, '_').slice(0, 40)}.json`
  const isKept = copyOnce(join(dataDir, 'settings.json'), join(dataDir, name))
  if (isKept) mark(settings, version)
  return `The settings were written by Atelier ${writtenBy.slice(0, 40)}, which is newer than this one (${version}). What this version does not know stays in the file${isKept ? `, and a copy was kept as ${name}` : ''}.`
}

/** A disk that refuses it does not keep Atelier from starting; it is marked another time. */
function mark(settings: SettingsFile, version: string): void {
  try {
    settings.set(SETTING, version)
  } catch {
    return
  }
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [NUMBERS.exec(one), NUMBERS.exec(other)]
  if (!a || !b) return false
  const at = [1, 2, 3].find((index) => a[index] !== b[index])
  return at !== undefined && Number(a[at]) > Number(b[at])
}

/** Never over a copy that is there; false where it could not be made. */
function copyOnce(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST'
  }
}

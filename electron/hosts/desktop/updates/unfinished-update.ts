/** Notices at the next start that an update was not installed although it was asked for. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Notice } from '#contract/app.ts'

const NAME = 'update-asked.txt'

/** Keeps which version is being installed. Failing to do so hinders nothing. */
export function noteAskedUpdate(dataDir: string, version: string): void {
  try {
    writeFileSync(join(dataDir, NAME), version)
  } catch {
    // A disk that is full or away: the next start says nothing about the update.
  }
}

/** What to tell the user at the start of `version`, once; null where nothing is unfinished. */
export function unfinishedUpdate(dataDir: string, version: string): Notice | null {
  const file = join(dataDir, NAME)
  let asked
  try {
    asked = readFileSync(file, 'utf8').trim().slice(0, 50)
    rmSync(file, { force: true })
  } catch {
    return null
  }
  if (asked === version || !/^[\w.+-]+$/u.test(asked)) return null
  return {
    id: 'update',
    code: 'update_not_installed',
    message: `Atelier ${asked} was not installed; this is still ${version}, and nothing is lost. You can try again in Settings, About.`,
  }
}

/** What lets a process and its workers run a module from inside an archive. */
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const ARCHIVE = pathToFileURL(join(import.meta.dirname, 'archive.ts')).href

/** Nothing where the module lies in a folder. */
export function archiveEnv(modulePath: string): NodeJS.ProcessEnv {
  return modulePath.includes(`.asar${sep}`) ? { NODE_OPTIONS: `--import=${ARCHIVE}` } : {}
}

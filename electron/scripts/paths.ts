/** Where the checkout keeps what the scripts read and write. */
import { join } from 'node:path'

/** The checkout. */
export const ROOT = join(import.meta.dirname, '../..')

/** Everything that is made and may be deleted. */
export const BUILD_DIR = join(ROOT, '.build')

/** A built file by its path in the build, such as `web/main.js`. */
export function built(path: string): string {
  return join(BUILD_DIR, path)
}

/**
 * The folder that relative paths in a command's arguments are meant from.
 *
 * npm starts scripts in the checkout and keeps the person's folder in INIT_CWD, which every process below inherits: it
 * counts for npm's own script alone.
 */
export function callersFolder(command: string): string {
  const { INIT_CWD: caller, npm_lifecycle_event: script } = process.env
  return script === command && caller ? caller : process.cwd()
}

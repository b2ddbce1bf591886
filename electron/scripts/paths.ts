/**
 * Where the checkout keeps what the scripts read and write.
 */
import { join } from 'node:path'

/** The checkout. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Everything that is made and may be deleted. */
export const BUILD_DIR = join(ROOT, '.build')

/** A built file by its path in the build, such as `web/main.js`. */
export function built(path: string): string {
  return join(BUILD_DIR, path)
}

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

/** Where Node keeps what it compiled of the built programs, so that a later start takes it up. Derived, as the build is. */
export const COMPILE_CACHE = built('cache/compiled')

/**
 * V8 collects what is no longer used before it takes more memory, not after; what a start needs anyway, in megabytes, it takes at
 * once. And room for young objects: a quarter of what Node takes, since a page of assets is soon forgotten and V8 never gives the
 * room back. https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
export const NODE_ARGS: readonly string[] = [
  '--optimize-for-size',
  '--initial-old-space-size=20',
  '--max-semi-space-size=4',
]

/** The arrays of a library's order and layout are larger, what is read and sent in pieces is smaller. */
const LARGE_BYTES = 512 * 1024

/**
 * Compiling a program takes a fifth of its start: https://nodejs.org/api/cli.html#node_compile_cachedir
 *
 * And glibc gives a large block back to the system only until it has freed the first one; told how large it is, always. Each
 * thread keeps what it has freed for itself, unless all share one arena.
 * https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export function nodeEnvironment(): NodeJS.ProcessEnv {
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    MALLOC_MMAP_THRESHOLD_: String(LARGE_BYTES),
    MALLOC_ARENA_MAX: '1',
    ...process.env,
  }
}

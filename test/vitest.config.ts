/**
 * Unit and integration tests: real files, real SQLite, real HTTP servers on loopback. The browser's part is in end-to-end/.
 *
 * ATELIER_TESTS says which: `fast` leaves out every `*.slow.test.ts` and every `slow` test, `all` runs the whole numbers of those
 * that have a smaller one (both in `stand-ins/scale.ts`). Without it everything runs with the smaller number.
 *
 * In a whole run a failed test gets a second try, and the run's end says so: among thousands on a machine that others use too,
 * one may miss a moment. What fails twice has failed.
 *
 * Files share their process and its modules, which saves loading them for each: a file undoes what it changes of them. Where one is
 * ended by the system, the others go on in a new one; threads would end all of vitest.
 */
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const SLOW = process.env['ATELIER_TESTS'] === 'fast' ? ['**/*.slow.test.ts'] : []

/** Folders in memory are written and synced at no cost. A container may have as little as 64 MB of it. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3
const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
if (process.env['TMPDIR'] === undefined && existsSync(MEMORY) && freeBytes(MEMORY) > ENOUGH_BYTES) {
  process.env['TMPDIR'] = join(MEMORY, 'atelier-tests')
  mkdirSync(process.env['TMPDIR'], { recursive: true })
}

// Most of what a test starts is a program of Node's: what it compiled is kept for the next.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.build/cache/compile')

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../.build/cache/vitest',
  resolve: {
    // The real module starts a download and throws outside Electron's runtime.
    alias: {
      'electron-store': join(import.meta.dirname, 'stand-ins/electron-store.ts'),
      electron: join(import.meta.dirname, 'stand-ins/electron.ts'),
    },
  },
  test: {
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 90_000,
    retry: process.env['ATELIER_TESTS'] === 'all' ? 1 : 0,
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['end-to-end/**', 'benchmarks/**', ...SLOW],
    pool: 'forks',
    isolate: false,
    // More than cores: a test waits for half of its time, for a process, a request or a clock. vitest takes a percentage for 100 at most.
    maxWorkers: 2 * availableParallelism(),
  },
})

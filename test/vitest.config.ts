/**
 * Unit and integration tests: real files, real SQLite, real HTTP servers on loopback. The browser's part is in end-to-end/.
 *
 * ATELIER_TESTS says which: `fast` leaves out every `*.slow.test.ts`, `all` runs the whole numbers of those that have a smaller
 * one (`stand-ins/scale.ts`). Without it every file runs with the smaller number.
 *
 * Files share their thread and its modules, which saves loading them for each. A file that changes what a thread cannot have
 * of its own (its working folder, its modules) is named `*.isolated.test.ts` and runs in a process of its own.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const TESTS = ['**/*.test.ts', '**/*.test.tsx']
const ISOLATED = '**/*.isolated.test.ts'
const SLOW =
  process.env['ATELIER_TESTS'] === 'fast' ? ['**/*.slow.test.ts', '**/*.slow.isolated.test.ts'] : []
const NEVER = ['end-to-end/**', 'benchmarks/**', ...SLOW]

/** Folders in memory are written and synced at no cost. */
const MEMORY = '/dev/shm'
if (process.env['TMPDIR'] === undefined && existsSync(MEMORY)) {
  process.env['TMPDIR'] = join(MEMORY, 'atelier-tests')
  mkdirSync(process.env['TMPDIR'], { recursive: true })
}

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
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...NEVER, ISOLATED],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [ISOLATED], exclude: NEVER, pool: 'forks', isolate: true },
      },
    ],
  },
})

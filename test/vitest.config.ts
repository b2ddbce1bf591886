import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Unit and integration tests: real files, real SQLite, real HTTP servers on loopback. The browser's part is in end-to-end/. */
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
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['end-to-end/**', 'benchmarks/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

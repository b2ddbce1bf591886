/** Check 12: Electron is pinned to one version of a supported major that has its security patches. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The newest release of each supported major on 2026-11-21, as the npm registry gave them (`npm view electron time`). The
 * Electron project supports the latest three stable majors (electronjs.org, "Electron Releases", "Version support policy").
 * Whoever raises the version looks both up again.
 */
const PATCHED: Readonly<Record<number, string>> = { 43: '43.8.12', 44: '44.11.5', 45: '45.4.1' }

const ROOT = join(import.meta.dirname, '../..')
const manifest = z.object({ version: z.string() })
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

/** What is wrong with a pinned version, or null. */
function problemWith(pinned: string): string | null {
  const version = /^(\d+)\.(\d+)\.(\d+)$/u.exec(pinned)?.slice(1).map(Number)
  if (!version) return 'is no exact version'
  const patched = PATCHED[version[0] ?? 0]?.split('.').map(Number)
  if (!patched) return 'is of a major that is not supported'
  const differing = version.findIndex((part, index) => part !== patched[index])
  return differing !== -1 && (version[differing] ?? 0) < (patched[differing] ?? 0) ? 'lacks patches' : null
}

test('is pinned, supported, patched, and the one that is installed', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(readJson('package.json'))
  const { packages } = z
    .object({ packages: z.record(z.string(), z.looseObject({})) })
    .parse(readJson('package-lock.json'))
  const pinned = devDependencies['electron'] ?? ''
  expect(problemWith(pinned)).toBeNull()
  expect(manifest.parse(packages['node_modules/electron']).version).toBe(pinned)
  expect(manifest.parse(readJson('node_modules/electron/package.json')).version).toBe(pinned)
})

test.each([
  ['^45.4.1', 'is no exact version'],
  ['latest', 'is no exact version'],
  ['45.5.0-beta.1', 'is no exact version'],
  ['42.9.9', 'is of a major that is not supported'],
  ['45.3.9', 'lacks patches'],
  ['45.4.0', 'lacks patches'],
  ['44.11.5', null],
  ['45.10.0', null],
])('of %s says that it %s', (pinned, problem) => {
  expect(problemWith(pinned)).toBe(problem)
})

import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, test, vi, onTestFinished } from 'vitest'
import { ensureInstalled, installProblem, isInstalled } from '../../electron/scripts/install.mjs'
import { withLock } from '../../electron/scripts/lock.mjs'
import { PACKAGED_NODE } from '../../electron/scripts/node.mjs'

type Packages = Readonly<Record<string, object>>

const ZOD = { version: '4.0.0', integrity: 'sha512-a' }
const NODE = { version: '24.0.0', integrity: 'sha512-b', optional: true }

function checkout(locked: Packages, installed?: Packages): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-install-'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
  mkdirSync(join(root, 'node_modules'))
  if (installed) {
    const installedFile = join(root, 'node_modules', '.package-lock.json')
    writeFileSync(installedFile, JSON.stringify({ packages: installed }))
    utimesSync(installedFile, 0, 0)
  }
  return root
}

test.each<[string, boolean, Packages, Packages | undefined]>([
  ['an install that did not end', false, { zod: ZOD }, undefined],
  ['what the lock file names, whatever the times of the files', true, { zod: ZOD }, { zod: ZOD }],
  ['another version', false, { zod: ZOD }, { zod: { ...ZOD, version: '3.0.0' } }],
  ['other bytes of the same version', false, { zod: ZOD }, { zod: { ...ZOD, integrity: 'sha512-c' } }],
  ['a package less', false, { zod: ZOD, ky: ZOD }, { zod: ZOD }],
  ["no package of another system's", true, { zod: ZOD, node: NODE }, { zod: ZOD }],
  ['no package that only others want', true, { zod: ZOD, peer: { ...ZOD, peer: true } }, { zod: ZOD }],
  [
    "another version of this system's package",
    false,
    { node: NODE },
    { node: { ...NODE, version: '25.0.0' } },
  ],
])('%s: installed is %s', (_case, expected, locked, installed) => {
  expect(isInstalled(checkout(locked, installed))).toBe(expected)
})

test('npm chooses the packages for the Node that they run on, not for its own', async () => {
  const root = checkout({ [`node_modules/${PACKAGED_NODE}`]: { ...NODE, version: '24.99.1' } })
  const npm = join(root, 'npm-cli.js')
  writeFileSync(npm, "require('node:fs').writeFileSync('asked.txt', process.version)")
  vi.stubEnv('npm_execpath', npm)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await ensureInstalled(root)).toEqual({ ok: true })
  expect(readFileSync(join(root, 'asked.txt'), 'utf8')).toBe('v24.99.1')
})

test.each([
  ['npm error code EAI_AGAIN', 'the package registry cannot be reached; check the network connection'],
  ['npm error nospc ENOSPC: no space left', 'the disk is full'],
  ['`npm ci` can only install packages when in sync', 'package.json and package-lock.json do not agree'],
  ['something new', 'npm ci failed; its last lines are above'],
])('"%s" means that %s', (output, cause) => {
  expect(installProblem(output)).toBe(`The packages of Atelier could not be installed: ${cause}.`)
})

function newLock(): string {
  return join(mkdtempSync(join(tmpdir(), 'atelier-lock-')), 'locks', 'build')
}

function lockOf(pid: number): string {
  const path = newLock()
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'pid'), String(pid))
  return path
}

const nobodyWaits = (): never => {
  throw new Error('waited for a lock that nobody holds')
}

test('one works while the other waits', async () => {
  const path = newLock()
  const steps: string[] = []
  const release = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const first = withLock(path, nobodyWaits, async () => {
    taken.resolve()
    await release.promise
    steps.push('first')
  })
  await taken.promise
  const second = withLock(
    path,
    () => release.resolve(),
    async () => void steps.push('second'),
  )
  await Promise.all([first, second])
  expect(steps).toEqual(['first', 'second'])
  expect(existsSync(path)).toBe(false)
})

test('is free again after work that fails', async () => {
  const path = newLock()
  await expect(withLock(path, nobodyWaits, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(path)).toBe(false)
})

test('is taken from a process that is gone', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid
  await expect(withLock(lockOf(gone), nobodyWaits, async () => 'done')).resolves.toBe('done')
})

test('is taken from a process that has not touched it for a long time', async () => {
  const path = lockOf(process.pid)
  utimesSync(path, 0, 0)
  await expect(withLock(path, nobodyWaits, async () => 'done')).resolves.toBe('done')
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from '../../electron/scripts/lock.mjs'

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

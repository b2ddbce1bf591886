/** What a host takes from its machine: the data folder, time, and the proxy that the environment names. */
import { readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test, afterEach, vi } from 'vitest'
import { chooseDataDir, prepareDataDir } from '#adapters/node/data-dir.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { createEnvironmentProxy } from '#adapters/node/environment-proxy.ts'

test('takes the argument, then the environment, then the place of the system', () => {
  expect(chooseDataDir('a', { ATELIER_DATA_DIR: '/b' })).toBe(resolve('a'))
  expect(chooseDataDir(undefined, { ATELIER_DATA_DIR: '/b' })).toBe(resolve('/b'))
  expect(chooseDataDir(undefined, { ATELIER_DATA_DIR: '' })).toMatch(/[/\\]Atelier([/\\]|$)/)
})

test('makes a folder several levels deep and leaves nothing in it', async () => {
  const dataDir = join(await makeTempDir(), 'a', 'b')
  expect(await prepareDataDir(dataDir)).toEqual({ ok: true, data: dataDir })
  expect(await prepareDataDir(dataDir)).toEqual({ ok: true, data: dataDir })
  expect(await readdir(dataDir)).toEqual([])
})

test('refuses a folder that is a file, or lies in one', async () => {
  const file = join(await makeTempDir(), 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'inside')]) {
    expect(await prepareDataDir(dataDir)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  }
})

test.runIf(process.platform === 'linux')('answers where no folder can be made', async () => {
  expect(await prepareDataDir('/proc/a/b')).toMatchObject({ ok: false, error: { code: 'disk_error' } })
})

test('sees that a disk is full, though an empty file finds room', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryTmpfs(dataDir, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(65_536))
  expect(await prepareDataDir(dataDir)).toMatchObject({ ok: false, error: { code: 'disk_full' } })
  expect(await readdir(dataDir)).toEqual(['filler'])
})

afterEach(() => vi.useRealTimers())

test('wakes once, and not when cancelled', async () => {
  const clock = createSystemClock()
  const woken: string[] = []
  const cancel = clock.after(1, () => woken.push('cancelled'))
  cancel()
  await new Promise<void>((resolve) => clock.after(5, resolve))
  expect(woken).toEqual([])
})

test('waits longer than a timer can', () => {
  vi.useFakeTimers()
  const wake = vi.fn<() => void>()
  const waitMs = 2 ** 31 * 3
  const cancel = createSystemClock().after(waitMs, wake)
  vi.advanceTimersByTime(waitMs - 1)
  expect(wake).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(wake).toHaveBeenCalledOnce()
  cancel()
})

test('cancels a long wait in its second step', () => {
  vi.useFakeTimers()
  const wake = vi.fn<() => void>()
  const cancel = createSystemClock().after(2 ** 32, wake)
  vi.advanceTimersByTime(2 ** 31 + 5)
  cancel()
  vi.advanceTimersByTime(2 ** 33)
  expect(wake).not.toHaveBeenCalled()
})

const find = (env: Record<string, string>, url = 'https://api.example.com/') =>
  createEnvironmentProxy(env)(new URL(url))

test.each<readonly [Record<string, string>, string, string | null]>([
  [{}, 'https://a.example/', null],
  [{ https_proxy: 'http://p:1' }, 'https://a.example/', 'http://p:1'],
  [{ HTTPS_PROXY: 'p:1' }, 'https://a.example/', 'http://p:1'],
  [{ https_proxy: 'http://p:1' }, 'http://a.example/', null],
  [{ http_proxy: 'http://p:1' }, 'http://a.example/', 'http://p:1'],
  [{ HTTP_PROXY: 'http://p:1' }, 'http://a.example/', null],
  [{ all_proxy: 'http://p:1' }, 'https://a.example/', 'http://p:1'],
  [{ https_proxy: 'http://p:1', all_proxy: 'http://p:2' }, 'https://a.example/', 'http://p:1'],
])('reads %j for %s', async (env, url, proxy) => {
  expect(await find(env, url)).toBe(proxy)
})

test.each([
  ['*', true],
  ['example.com', true],
  ['.example.com', true],
  ['other.com, API.example.com', true],
  ['api.example.com:443', true],
  ['api.example.com:8443', false],
  ['le.com', false],
  ['ple.com', false],
  ['', false],
])('goes straight for no_proxy=%s: %s', async (no_proxy, isStraight) => {
  const proxy = await find({ https_proxy: 'http://p:1', no_proxy })
  expect(proxy === null).toBe(isStraight)
})

test('goes no way of its own where the environment names one that cannot be gone', async () => {
  await expect(find({ https_proxy: 'socks5://p:1' })).rejects.toThrow('cannot use')
})

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { createSealing } from '#adapters/electron/sealing.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { until } from '#test/stand-ins/until.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

beforeEach(resetElectron)

const open = (dataDir: string) =>
  openSafeStorage({
    dataDir,
    settings: createMemorySettings(),
    ask: async () => null,
    log: () => undefined,
    sealing: createSealing('linux'),
  })

test('keeps keys through a restart as ciphertext alone, for their owner alone', async () => {
  const dataDir = await makeTempDir()
  await (await open(dataDir)).set('profile p1', 'canary-key')
  const again = await open(dataDir)
  expect([again.protection, await again.get('profile p1'), await again.get('p2')]).toEqual([
    'os',
    'canary-key',
    null,
  ])
  const path = join(dataDir, 'secrets.json')
  expect(await readFile(path, 'utf8')).not.toContain('canary')
  expect(process.platform === 'win32' || ((await stat(path)).mode & 0o077) === 0).toBe(true)
  await again.delete('profile p1')
  expect(await again.get('profile p1')).toBeNull()
})

test('waits for a keychain that does not answer in time, until it does', async () => {
  const dataDir = await makeTempDir()
  await (await open(dataDir)).set('profile p1', 'canary-key')
  const sealing = createSealing('linux', 20)
  const deps = {
    dataDir,
    settings: createMemorySettings(),
    ask: async () => null,
    log: () => undefined,
    sealing,
  }
  const secrets = await openSafeStorage(deps)
  const opened = safeStorage.decryptStringAsync.bind(safeStorage)
  const unlocked = Promise.withResolvers<void>()
  const locked = vi
    .spyOn(safeStorage, 'decryptStringAsync')
    .mockImplementation((bytes) => unlocked.promise.then(() => opened(bytes)))
  onTestFinished(() => locked.mockRestore())
  expect([await secrets.get('profile p1'), secrets.isWaiting]).toEqual([null, true])
  const answered = new Promise<void>((resolve) => secrets.onResponse?.(resolve))
  unlocked.resolve()
  await answered
  expect([secrets.isWaiting, await secrets.get('profile p1')]).toEqual([false, 'canary-key'])
})

test('holds a key that is set while the keychain asks its user, and stores it when that is answered', async () => {
  const dataDir = await makeTempDir()
  const sealing = createSealing('linux', 20)
  const deps = { dataDir, settings: createMemorySettings(), ask: async () => null, log: () => undefined }
  const secrets = await openSafeStorage({ ...deps, sealing })
  const encrypt = safeStorage.encryptStringAsync.bind(safeStorage)
  const unlocked = Promise.withResolvers<void>()
  const locked = vi
    .spyOn(safeStorage, 'encryptStringAsync')
    .mockImplementation((text) => unlocked.promise.then(() => encrypt(text)))
  onTestFinished(() => locked.mockRestore())
  for (const name of ['kept', 'set again', 'deleted'])
    expect(await secrets.set(name, 'canary-key')).toEqual({ ok: true, data: null })
  expect([await secrets.get('kept'), secrets.isWaiting]).toEqual(['canary-key', true])
  await secrets.delete('deleted')
  const setAgain = secrets.set('set again', 'another-key')
  unlocked.resolve()
  await setAgain
  await until(async () => (await (await open(dataDir)).get('kept')) === 'canary-key')
  const again = await open(dataDir)
  expect([await again.get('set again'), await again.get('deleted')]).toEqual(['another-key', null])
})

test('loses none of several changes at once', async () => {
  const secrets = await open(await makeTempDir())
  await Promise.all([
    secrets.set('a', '1'),
    secrets.set('b', '2'),
    secrets.delete('c'),
    secrets.set('d', '4'),
  ])
  expect(await Promise.all(['a', 'b', 'd'].map((name) => secrets.get(name)))).toEqual(['1', '2', '4'])
})

test.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('trusts %s', async (backend) => {
  standIn.encryption.backend = backend
  expect((await open(await makeTempDir())).protection).toBe('os')
})

test('a key of an inherited name is not there', async () => {
  expect(await (await open(await makeTempDir())).get('constructor')).toBeNull()
})

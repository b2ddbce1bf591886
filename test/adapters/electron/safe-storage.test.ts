import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

beforeEach(resetElectron)

async function openOrThrow(dataDir: string) {
  const secrets = openSafeStorage(dataDir, 'linux')
  if (!secrets) throw new Error('no protection')
  return secrets
}

test('keeps keys through a restart as ciphertext alone, for their owner alone', async () => {
  const dataDir = await makeTempDir()
  await (await openOrThrow(dataDir)).set('profile p1', 'canary-key')
  const again = await openOrThrow(dataDir)
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

test('loses none of several changes at once', async () => {
  const secrets = await openOrThrow(await makeTempDir())
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
  expect(openSafeStorage('/data', 'linux')?.protection).toBe('os')
})

test.each(['basic_text', 'unknown', '', 'something_new', new Error('not ready')])(
  'does not trust %s on Linux',
  async (backend) => {
    standIn.encryption.backend = backend
    expect(openSafeStorage('/data', 'linux')).toBeNull()
  },
)

test.each([false, new Error('no keychain')])('is none where encryption is %s', (available) => {
  standIn.encryption.available = available
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(openSafeStorage('/data', platform)).toBeNull()
})

test('does not ask for a backend where there is only one', () => {
  standIn.encryption.backend = new Error('only on Linux')
  expect(openSafeStorage('/data', 'darwin')?.protection).toBe('os')
  expect(openSafeStorage('/data', 'win32')?.protection).toBe('os')
})

test('reads a key it cannot decrypt as absent and deletes nothing', async () => {
  const dataDir = await makeTempDir()
  const secrets = await openOrThrow(dataDir)
  await secrets.set('old', 'canary-key')
  standIn.encryption.key = 'another'
  const before = await readFile(join(dataDir, 'secrets.json'), 'utf8')
  expect(await secrets.get('old')).toBeNull()
  expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(before)
  await secrets.set('new', 'n')
  standIn.encryption.key = 'k1'
  expect(await secrets.get('old')).toBe('canary-key')
})

test('sets an unreadable file aside before it writes a new one', async () => {
  const dataDir = await makeTempDir()
  await writeFile(join(dataDir, 'secrets.json'), '{"a":')
  const secrets = await openOrThrow(dataDir)
  expect(await secrets.get('a')).toBeNull()
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
  await secrets.set('b', '2')
  expect(await secrets.get('b')).toBe('2')
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('secrets.broken-'))
  expect(await readFile(join(dataDir, aside ?? ''), 'utf8')).toBe('{"a":')
})

test('fails aloud when a key cannot be written', async () => {
  const secrets = await openOrThrow('/proc/atelier')
  await expect(secrets.set('a', '1')).rejects.toThrow('ENOENT')
})

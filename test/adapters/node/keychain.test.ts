import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openKeychain, type KeychainEntry, type OpenEntry } from '#adapters/node/keychain.ts'
import { until } from '#test/stand-ins/until.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

function createKeychain() {
  const kept = new Map<string, string>()
  const open: OpenEntry = (service, account) => ({
    setPassword: async (password) => void kept.set(`${service} ${account}`, password),
    getPassword: async () => kept.get(`${service} ${account}`) ?? null,
    deletePassword: async () => kept.delete(`${service} ${account}`),
  })
  return { kept, open }
}

test('keeps, gives and deletes a key, apart for each data directory, and leaves no probe', async () => {
  const { kept, open } = createKeychain()
  const [one, other] = [await openKeychain('/a', open), await openKeychain('/b', open)]
  expect([one?.protection, kept.size]).toEqual(['os', 0])
  await one?.set('probe', 'k1')
  expect([await one?.get('probe'), await other?.get('probe')]).toEqual(['k1', null])
  await openKeychain('/a', open)
  expect(await one?.get('probe')).toBe('k1')
  await one?.delete('probe')
  await one?.delete('probe')
  expect(kept.size).toBe(0)
})

const working: KeychainEntry = {
  setPassword: async () => undefined,
  getPassword: async () => 'probe',
  deletePassword: async () => true,
}
const failing = () => Promise.reject(new Error('no keychain'))
const silent = () => new Promise<never>(() => undefined)

test.each<readonly [string, OpenEntry]>([
  [
    'cannot be opened',
    () => {
      throw new Error('no keychain')
    },
  ],
  ['cannot be written', () => ({ ...working, setPassword: failing })],
  ['cannot be read', () => ({ ...working, getPassword: failing })],
  ['cannot be deleted from', () => ({ ...working, deletePassword: failing })],
  ['forgets', () => ({ ...working, getPassword: async () => null })],
  ['gives something else', () => ({ ...working, getPassword: async () => 'other' })],
  ['does not answer', () => ({ ...working, setPassword: silent })],
])('is none where it %s', async (_, open) => {
  expect(await openKeychain('/a', open, 20)).toBeNull()
})

test('a keychain whose own question stays open holds nobody up, and keeps the key when it is answered', async () => {
  const { kept, open } = createKeychain()
  const answered = Promise.withResolvers<void>()
  const slow: OpenEntry = (service, account) => ({
    ...open(service, account),
    setPassword: async (password) => {
      if (account.endsWith('secret/p1')) await answered.promise
      await open(service, account).setPassword(password)
    },
  })
  const secrets = await openKeychain('/a', slow, 1_000, 20)
  expect(await secrets?.set('p1', 'k1')).toMatchObject({ ok: false, error: { id: 'hosts.keychainSilent' } })
  expect(kept.size).toBe(0)
  answered.resolve()
  await until(async () => (await secrets?.get('p1')) === 'k1')
})

/** A key in the keychain of a Linux desktop: GNOME's own, unlocked with a pass phrase, on a session bus of its own. */
const KEY = 'canary-key-in-the-keychain'
const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon']
const PROCESS = join(import.meta.dirname, '../../stand-ins/keychain-process.ts')
const SCRIPT = `printf 'a pass phrase' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  "$NODE" "$PROCESS" "$HOME/data" "$KEY" && "$NODE" "$PROCESS" "$HOME/data"`

const absent = NEEDED.filter((name) => spawnSync(name, ['--version']).error !== undefined)
const missing =
  process.platform !== 'linux'
    ? 'it is of Linux'
    : absent.length > 0
      ? `${absent.join(' and ')} not installed`
      : null
const suffix = missing === null ? '' : ` (skipped: ${missing})`

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

slow.skipIf(missing)(`a key survives a restart and lies in no file${suffix}`, async () => {
  const home = await makeTempDir()
  const { PATH, LD_LIBRARY_PATH, XDG_DATA_DIRS } = process.env
  const env = {
    PATH,
    LD_LIBRARY_PATH,
    XDG_DATA_DIRS,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    NODE: process.execPath,
  }
  const { stdout } = await promisify(execFile)('dbus-run-session', ['--', 'sh', '-c', SCRIPT], {
    env: { ...env, PROCESS, KEY },
    timeout: 60_000,
  })
  const kept = JSON.stringify({ protection: 'os', key: KEY })
  expect(stdout.trim().split('\n')).toEqual([kept, kept])
  const files = await filesIn(home)
  expect(files.some((file) => file.endsWith('.keyring'))).toBe(true)
  for (const file of files) expect((await readFile(file)).includes(KEY)).toBe(false)
})

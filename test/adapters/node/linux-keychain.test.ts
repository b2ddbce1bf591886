/** A key in the keychain of a Linux desktop: GNOME's own, unlocked with a pass phrase, on a session bus of its own. */
import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

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

test.skipIf(missing)(`a key survives a restart and lies in no file${suffix}`, async () => {
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

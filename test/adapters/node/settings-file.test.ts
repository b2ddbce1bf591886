import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setAsideBrokenSettings } from '#adapters/node/safe-settings.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'

test('keeps values through a restart, keys with dots included, for its owner alone', async () => {
  const dataDir = await makeTempDir()
  openSettingsFile(dataDir).set('a.b', { c: [1, null] })
  const again = openSettingsFile(dataDir)
  expect([again.get('a.b'), again.get('a')]).toEqual([{ c: [1, null] }, undefined])
  const { mode } = await stat(join(dataDir, 'settings.json'))
  expect(process.platform === 'win32' || (mode & 0o077) === 0).toBe(true)
})

test.each(['', '{', '{"a":1}}', 'null', '[]', '7', '"text"', '\u0000\u0000'])(
  'sets aside a file that holds %j, says so, and starts with defaults',
  async (text) => {
    const dataDir = await makeTempDir()
    await writeFile(join(dataDir, 'settings.json'), text)
    expect(setAsideBrokenSettings(dataDir, 42)).toContain('settings.broken-42.json')
    expect(await readdir(dataDir)).toEqual(['settings.broken-42.json'])
    expect(await readFile(join(dataDir, 'settings.broken-42.json'), 'utf8')).toBe(text)
    const settings = openSettingsFile(dataDir)
    settings.set('appearance', { theme: 'dark' })
    expect(settings.get('appearance')).toEqual({ theme: 'dark' })
  },
)

test('leaves a valid file, and a missing one, as they are', async () => {
  const dataDir = await makeTempDir()
  expect(setAsideBrokenSettings(dataDir, 42)).toBeNull()
  await writeFile(join(dataDir, 'settings.json'), '{"unknown":{"newer":true}}')
  expect(setAsideBrokenSettings(dataDir, 42)).toBeNull()
  expect(openSettingsFile(dataDir).get('unknown')).toEqual({ newer: true })
})

test('sets aside a folder that stands where the file should', async () => {
  const dataDir = await makeTempDir()
  await mkdir(join(dataDir, 'settings.json'))
  expect(setAsideBrokenSettings(dataDir, 42)).toContain('settings.broken-42.json')
  expect(openSettingsFile(dataDir).get('appearance')).toBeUndefined()
})

test('reads what the web host wrote, and the other way round', async () => {
  const dataDir = await makeTempDir()
  openSettingsFile(dataDir).set('a.b', 1)
  const store = openSettingsStore(dataDir)
  expect(store.get('a.b')).toBe(1)
  store.set('c', { d: 2 })
  expect(openSettingsFile(dataDir).get('c')).toEqual({ d: 2 })
})

/** settings.json: kept over restarts, set aside where it is broken, copied where a newer version wrote it, safe where asked for. */
import { readdir, readFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  forgiving,
  withDefaults,
  keepNewerSettings,
  setAsideBrokenSettings,
} from '#adapters/node/safe-settings.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'
import { message } from '#contract/messages/message.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('begins with defaults, keeps services and caps, and leaves the file what it has', () => {
  const file = createMemorySettings({
    appearance: { theme: 'dark' },
    queue: { concurrency: 2 },
    profiles: [],
  })
  const settings = withDefaults(file)
  expect(['appearance', 'queue', 'profiles'].map((key) => settings.get(key))).toEqual([
    undefined,
    { concurrency: 2 },
    [],
  ])
  settings.set('appearance', { theme: 'light' })
  settings.set('queue', { concurrency: 3 })
  expect([settings.get('appearance'), file.get('appearance')]).toEqual([
    { theme: 'light' },
    { theme: 'dark' },
  ])
  expect(file.get('queue')).toEqual({ concurrency: 3 })
})

test('notes a setting that the disk refuses, and goes on', () => {
  const lines: string[] = []
  const file = {
    get: () => 'there',
    set: () => {
      throw new Error('ENOSPC')
    },
  }
  const settings = forgiving(file, (line) => void lines.push(line))
  settings.set('window', {})
  expect([settings.get('window'), lines]).toEqual([
    'there',
    ['The setting window could not be kept: Error: ENOSPC'],
  ])
})

const start = (dataDir: string, version: string) =>
  keepNewerSettings(dataDir, openSettingsFile(dataDir), version)

test('says nothing of its own settings, or of older ones', async () => {
  const dataDir = await makeTempDir()
  expect(['1.9.0', '1.9.0', '1.10.0', '2.0.0'].map((version) => start(dataDir, version))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(await readdir(dataDir)).toEqual(['settings.json'])
})

test('keeps a copy of newer ones, whole, and says so once', async () => {
  const dataDir = await makeTempDir()
  start(dataDir, '1.10.0')
  openSettingsFile(dataDir).set('future', { wonder: 1 })
  const before = await readFile(join(dataDir, 'settings.json'), 'utf8')
  expect(start(dataDir, '1.9.3')).toMatchObject({
    id: 'hosts.settingsNewer',
    also: [{ id: 'hosts.settingsCopied', values: { file: 'settings.of-1.10.0.json' } }],
  })
  expect(await readFile(join(dataDir, 'settings.of-1.10.0.json'), 'utf8')).toBe(before)
  expect([start(dataDir, '1.9.3'), openSettingsFile(dataDir).get('future')]).toEqual([null, { wonder: 1 }])
})

test.each([
  ['9.9.9/../../x', 'settings.of-9.9.9_.._.._x.json'],
  ['9.9.9\\..\\x\u0000', 'settings.of-9.9.9_.._x_.json'],
  [`9.9.9${'9'.repeat(300)}`, `settings.of-9.9.9${'9'.repeat(35)}.json`],
])('names the copy by letters of its own, whatever the file says: %j', async (writtenBy, copy) => {
  const dataDir = await makeTempDir()
  openSettingsFile(dataDir).set('writtenBy', writtenBy)
  start(dataDir, '1.0.0')
  expect((await readdir(dataDir)).toSorted()).toEqual(['settings.json', copy])
})

test.each(['../../evil/9.9.9', 7, null, 'newest'])('takes %j for no version', async (writtenBy) => {
  const dataDir = await makeTempDir()
  openSettingsFile(dataDir).set('writtenBy', writtenBy)
  expect([start(dataDir, '1.0.0'), await readdir(dataDir)]).toEqual([null, ['settings.json']])
})

test('starts on a disk that refuses to be written', async () => {
  const refuse = () => {
    throw new Error('ENOSPC')
  }
  expect(keepNewerSettings('/nowhere', { get: () => undefined, set: refuse }, '1.0.0')).toBeNull()
  expect(keepNewerSettings('/nowhere', { get: () => '9.0.0', set: refuse }, '1.0.0')).toEqual(
    message('hosts.settingsNewer', { newer: '9.0.0', version: '1.0.0' }),
  )
})

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
    expect(setAsideBrokenSettings(dataDir, 42)?.values).toEqual({ file: 'settings.broken-42.json' })
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
  expect(setAsideBrokenSettings(dataDir, 42)?.values).toEqual({ file: 'settings.broken-42.json' })
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

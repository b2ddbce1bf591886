import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgiving, withDefaults, keepNewerSettings } from '#adapters/node/safe-settings.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
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
  expect(start(dataDir, '1.9.3')).toContain('settings.of-1.10.0.json')
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
  expect(keepNewerSettings('/nowhere', { get: () => '9.0.0', set: refuse }, '1.0.0')).not.toContain('copy')
})

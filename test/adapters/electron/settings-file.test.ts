import { expect, test } from 'vitest'
import { openSettingsStore } from '#adapters/electron/settings-file.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('reads what the web host wrote, and the other way round', async () => {
  const dataDir = await makeTempDir()
  openSettingsFile(dataDir).set('a.b', 1)
  const store = openSettingsStore(dataDir)
  expect(store.get('a.b')).toBe(1)
  store.set('c', { d: 2 })
  expect(openSettingsFile(dataDir).get('c')).toEqual({ d: 2 })
})

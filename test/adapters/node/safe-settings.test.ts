import { expect, test } from 'vitest'
import { forgiving, withDefaults } from '#adapters/node/safe-settings.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'

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

/** The user's settings: changed in parts, kept, announced, and read with care. */
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

test('changes a part, keeps the rest, and tells', async () => {
  const app = await openTestApp()
  expect(await app.ask('settings.get', {})).toEqual(DEFAULT_SETTINGS)
  const changed = await app.ask('settings.set', { appearance: { theme: 'dark' } })
  expect(changed).toEqual({
    ...DEFAULT_SETTINGS,
    appearance: { ...DEFAULT_SETTINGS.appearance, theme: 'dark' },
  })
  expect(app.events).toContainEqual({ name: 'settings.changed', data: { settings: changed } })
  const again = await app.reopen()
  expect(await again.ask('settings.get', {})).toEqual(changed)
})

test('takes its defaults for a part that cannot be read, and leaves that part in the file', async () => {
  const settings = createMemorySettings({ appearance: { theme: 'plaid' }, queue: { concurrency: 9 } })
  const app = await openTestApp({ settings })
  const { appearance, queue } = await app.ask('settings.get', {})
  expect(appearance).toEqual(DEFAULT_SETTINGS.appearance)
  expect(queue.concurrency).toBe(9)
  expect(settings.text()).toContain('plaid')
})

test('is not changed by a listener that fails', async () => {
  const app = await openTestApp()
  app.app.subscribe(() => {
    throw new Error('a page that went away')
  })
  expect((await app.ask('settings.set', { queue: { concurrency: 7 } })).queue.concurrency).toBe(7)
  expect(app.logLines.join('\n')).toContain('a page that went away')
})

test('takes what it knows of a newer version, value by value, and leaves the rest in the file', async () => {
  const settings = createMemorySettings({
    appearance: { theme: 'light', density: 'compact' },
    queue: { concurrency: 'many', confirmAbove: 3, dailyCaps: { p: 7 }, nightly: true },
  })
  const app = await openTestApp({ settings })
  expect(await app.ask('settings.get', {})).toMatchObject({
    appearance: { theme: 'light' },
    queue: { concurrency: DEFAULT_SETTINGS.queue.concurrency, confirmAbove: 3, dailyCaps: { p: 7 } },
  })
  await app.ask('settings.set', { appearance: { theme: 'dark' }, queue: { confirmAbove: 4 } })
  expect([settings.get('appearance'), settings.get('queue')]).toMatchObject([
    { theme: 'dark', density: 'compact' },
    { confirmAbove: 4, nightly: true },
  ])
})

test('stays as it was where the file cannot be written', async () => {
  const settings = createMemorySettings()
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const app = await openTestApp({
    settings: {
      ...settings,
      set: () => {
        throw full
      },
    },
  })
  expect(await app.failure('settings.set', { appearance: { theme: 'dark' } })).toMatchObject({
    code: 'disk_full',
  })
  expect(await app.ask('settings.get', {})).toEqual(DEFAULT_SETTINGS)
})

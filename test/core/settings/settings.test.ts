/** The user's settings: changed in parts, kept, announced, and read with care. */
import { expect, test, onTestFinished } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { randomUUID } from 'node:crypto'
import { readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '#contract/json.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createUiStateStore } from '#core/settings/ui-state.ts'
import { openDatabase } from '#core/store/database.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
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
    appearance: { theme: 'light', contrast: 'high' },
    queue: { concurrency: 'many', confirmAbove: 3, dailyCaps: { p: 7 }, nightly: true },
  })
  const app = await openTestApp({ settings })
  expect(await app.ask('settings.get', {})).toMatchObject({
    appearance: { theme: 'light' },
    queue: { concurrency: DEFAULT_SETTINGS.queue.concurrency, confirmAbove: 3, dailyCaps: { p: 7 } },
  })
  await app.ask('settings.set', { appearance: { theme: 'dark' }, queue: { confirmAbove: 4 } })
  expect([settings.get('appearance'), settings.get('queue')]).toMatchObject([
    { theme: 'dark', contrast: 'high' },
    { confirmAbove: 4, nightly: true },
  ])
})

test('takes a cap that cannot be read for the smallest there is, and keeps the others', async () => {
  const amount = { unit: 'USD', value: 5 }
  const settings = createMemorySettings({
    queue: {
      dailyCaps: { p: 7, none: 0, half: 2.5, text: '9' },
      dailyAmountCaps: { p: amount, huge: { unit: 'USD', value: 2e9 }, less: { value: -1 }, list: [] },
    },
  })
  const app = await openTestApp({ settings })
  const smallest = { unit: 'USD', value: 0 }
  expect((await app.ask('settings.get', {})).queue).toMatchObject({
    dailyCaps: { p: 7, none: 1, half: 1, text: 1 },
    dailyAmountCaps: { p: amount, huge: smallest, less: smallest, list: smallest },
  })
  expect(settings.text()).toContain('2.5')
})

test('changes the caps of the profiles that are named, and keeps those of others', async () => {
  const app = await openTestApp()
  const amount = { unit: 'USD', value: 5 }
  await app.ask('settings.set', { queue: { dailyCaps: { p: 7 }, dailyAmountCaps: { p: amount } } })
  const { queue } = await app.ask('settings.set', {
    queue: { dailyCaps: { q: 9 }, dailyAmountCaps: { q: amount } },
  })
  expect(queue).toMatchObject({
    dailyCaps: { p: 7, q: 9 },
    dailyAmountCaps: { p: amount, q: amount },
  })
  const without = { queue: { dailyCaps: { p: null }, dailyAmountCaps: { q: null } } }
  expect((await app.ask('settings.set', without)).queue).toEqual({
    ...DEFAULT_SETTINGS.queue,
    dailyCaps: { q: 9 },
    dailyAmountCaps: { p: amount },
  })
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

test('keeps values exactly, over a restart, and lists them by the beginning of their name', async () => {
  const app = await openTestApp()
  const values: readonly (readonly [string, Json])[] = [
    ['draft:image', { prompt: 'a fox “in snow”', options: { duration: '5', n: 5, on: false } }],
    ['draft:video', ''],
    ['Draft:image', [1, null, { deep: [] }]],
    ['snippet/a.b-c_d', 'x'],
  ]
  for (const [name, value] of values) await app.ask('uiState.set', { name, value })
  const again = await app.reopen()
  const listed = async (prefix: string) =>
    (await again.ask('uiState.list', { prefix })).items.map(({ name, value }) => [name, value])
  expect(await listed('draft:')).toEqual([values[0], values[1]])
  expect(await listed('draft%')).toEqual([])
  expect(await listed('')).toHaveLength(4)
})

test('tells every window what changed, removals too', async () => {
  const app = await openTestApp()
  await app.ask('uiState.set', { name: 'favourites', value: ['a'] })
  await app.ask('uiState.set', { name: 'favourites', value: null })
  await app.ask('uiState.set', { name: 'favourites', value: null })
  expect(app.events.filter(({ name }) => name === 'uiState.changed').map(({ data }) => data)).toEqual([
    { name: 'favourites', value: ['a'] },
    { name: 'favourites', value: null },
  ])
  expect(await app.ask('uiState.list', { prefix: '' })).toEqual({ items: [] })
})

test.each(['', 'a b', 'ä', 'a\nb', 'a'.repeat(201), "a'b", 'a\\b'])('refuses the name %j', async (name) => {
  const app = await openTestApp()
  expect(await app.failure('uiState.set', { name, value: 1 })).toMatchObject({
    code: 'invalid_input',
    field: 'name',
  })
})

test.each(['damaged', 'lost'])('comes back when library.db is %s', async (how) => {
  const app = await openTestApp()
  await app.ask('uiState.set', { name: 'preset:fox', value: { prompt: 'a fox' } })
  await app.close()
  const path = join(app.dataDir, 'library.db')
  if (how === 'lost') await rm(path)
  else await truncate(path, 100)
  const again = await app.reopen()
  expect(await again.ask('uiState.list', { prefix: '' })).toEqual({
    items: [{ name: 'preset:fox', value: { prompt: 'a fox' } }],
  })
})

test('follows changes by ten seconds, in case Atelier does not end well', async () => {
  const app = await openTestApp()
  await app.ask('uiState.set', { name: 'draft', value: 'one' })
  await app.ask('uiState.set', { name: 'draft', value: 'two' })
  app.clock.advance(10_000)
  const read = () => readFile(join(app.dataDir, 'ui-state.json'), 'utf8').catch(() => '')
  await app.until(async () => (await read()) !== '', { meanwhile: () => undefined })
  expect(JSON.parse(await read())).toMatchObject({ items: [{ name: 'draft', value: 'two' }] })
})

test('refuses what is too large, and keeps what was there', async () => {
  const { uiState } = await openUiState()
  expect(uiState.set('a', 'x'.repeat(524_286))).toEqual({ ok: true, data: {} })
  expect(uiState.set('a', 'x'.repeat(524_287))).toMatchObject({ ok: false, error: { field: 'value' } })
  // Counted in bytes of UTF-8.
  expect(uiState.set('a', 'ä'.repeat(262_144))).toMatchObject({ ok: false, error: { field: 'value' } })
  expect(uiState.list('a')).toEqual([{ name: 'a', value: 'x'.repeat(524_286) }])
})

test('keeps at most 2,000 things; one that is there can still be changed', async () => {
  const { uiState } = await openUiState()
  for (let index = 0; index < 2_000; index++) expect(uiState.set(`n${index}`, index).ok).toBe(true)
  expect(uiState.set('another', 1)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(uiState.set('n7', 'changed').ok).toBe(true)
  expect(uiState.set('n8', null).ok).toBe(true)
  expect(uiState.set('another', 1).ok).toBe(true)
  expect(uiState.set('one more', 1).ok).toBe(false)
})

test('passes over a change that arrives after a later one of its page; without an order the last to arrive stays', async () => {
  const app = await openTestApp()
  const [page, other] = [randomUUID(), randomUUID()]
  const arrive = async (value: Json, order?: { page: string; count: number }, name = 'draft') => {
    await app.ask('uiState.set', { name, value, ...(order && { order }) })
    return (await app.ask('uiState.list', { prefix: name })).items.map((item) => item.value)
  }
  expect(await arrive('later', { page, count: 2 })).toEqual(['later'])
  expect(await arrive('earlier', { page, count: 1 })).toEqual(['later'])
  expect(await arrive('elsewhere', { page, count: 1 }, 'preset')).toEqual(['elsewhere'])
  expect(await arrive('of another page', { page: other, count: 0 })).toEqual(['of another page'])
  expect(await arrive('earlier', { page, count: 1 })).toEqual(['of another page'])
  expect(await arrive(null, { page, count: 3 })).toEqual([])
  expect(await arrive('later', { page, count: 2 })).toEqual([])
  expect(await arrive('first')).toEqual(['first'])
  expect(await arrive('second')).toEqual(['second'])
})

slow('keeps at most 64 MB in all, and knows so after a restart', async () => {
  const { uiState, reopen } = await openUiState()
  const large = 'x'.repeat(500_000)
  let index = 0
  while (uiState.set(`n${index}`, large).ok) index++
  expect(index).toBe(134)
  const again = reopen()
  expect(again.set('more', large).ok).toBe(false)
  expect(again.set('n0', 'small').ok).toBe(true)
  expect(again.set('more', large).ok).toBe(true)
})

async function openUiState() {
  const db = openDatabase(join(await makeTempDir(), 'library.db'))
  onTestFinished(() => db.close())
  const open = () =>
    createUiStateStore(
      db,
      createManualClock(),
      createEventBus(() => undefined),
    )
  return { uiState: open(), reopen: open }
}

/** What the page keeps with the host lasts, is told to every window, and has bounds. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { createEventBus } from '#core/events.ts'
import { createKeptStore } from '#core/kept/kept.ts'
import { openDatabase } from '#core/store/database.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

test('keeps values exactly, over a restart, and lists them by the beginning of their name', async () => {
  const app = await openTestApp()
  const values: readonly (readonly [string, Json])[] = [
    ['draft:image', { prompt: 'a fox “in snow”', options: { duration: '5', n: 5, on: false } }],
    ['draft:video', ''],
    ['Draft:image', [1, null, { deep: [] }]],
    ['snippet/a.b-c_d', 'x'],
  ]
  for (const [name, value] of values) await app.ask('kept.set', { name, value })
  const again = await app.reopen()
  const listed = async (prefix: string) =>
    (await again.ask('kept.list', { prefix })).items.map(({ name, value }) => [name, value])
  expect(await listed('draft:')).toEqual([values[0], values[1]])
  expect(await listed('draft%')).toEqual([])
  expect(await listed('')).toHaveLength(4)
})

test('tells every window what changed, also that something was forgotten', async () => {
  const app = await openTestApp()
  await app.ask('kept.set', { name: 'favourites', value: ['a'] })
  await app.ask('kept.set', { name: 'favourites', value: null })
  await app.ask('kept.set', { name: 'favourites', value: null })
  expect(app.events.filter(({ name }) => name === 'kept.changed').map(({ data }) => data)).toEqual([
    { name: 'favourites', value: ['a'] },
    { name: 'favourites', value: null },
  ])
  expect(await app.ask('kept.list', { prefix: '' })).toEqual({ items: [] })
})

test.each(['', 'a b', 'ä', 'a\nb', 'a'.repeat(201), "a'b", 'a\\b'])('refuses the name %j', async (name) => {
  const app = await openTestApp()
  expect(await app.call('kept.set', { name, value: 1 })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'name' },
  })
})

test('is rescued from a damaged database', async () => {
  const app = await openTestApp()
  await app.ask('kept.set', { name: 'draft:image', value: { prompt: 'a fox' } })
  await app.close()
  const file = await open(join(app.dataDir, 'library.db'), 'r+')
  await file.write(new Uint8Array(60), 0, 60, 0)
  await file.close()
  const again = await app.reopen()
  expect(again.logLines.join()).toBe('')
  expect(await again.ask('kept.list', { prefix: '' })).toEqual({
    items: [{ name: 'draft:image', value: { prompt: 'a fox' } }],
  })
})

test('refuses what is too large, and keeps what was there', async () => {
  const { kept } = await openKept()
  expect(kept.set('a', 'x'.repeat(524_286))).toEqual({ ok: true, data: {} })
  expect(kept.set('a', 'x'.repeat(524_287))).toMatchObject({ ok: false, error: { field: 'value' } })
  // Counted in bytes of UTF-8.
  expect(kept.set('a', 'ä'.repeat(262_144))).toMatchObject({ ok: false, error: { field: 'value' } })
  expect(kept.list('a')).toEqual([{ name: 'a', value: 'x'.repeat(524_286) }])
})

test('keeps at most 2,000 things; one that is there can still be changed', async () => {
  const { kept } = await openKept()
  for (let index = 0; index < 2_000; index++) expect(kept.set(`n${index}`, index).ok).toBe(true)
  expect(kept.set('another', 1)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(kept.set('n7', 'changed').ok).toBe(true)
  expect(kept.set('n8', null).ok).toBe(true)
  expect(kept.set('another', 1).ok).toBe(true)
  expect(kept.set('one more', 1).ok).toBe(false)
})

test('keeps at most 64 MB in all, and knows so after a restart', async () => {
  const { kept, reopen } = await openKept()
  const large = 'x'.repeat(500_000)
  let index = 0
  while (kept.set(`n${index}`, large).ok) index++
  expect(index).toBe(134)
  const again = reopen()
  expect(again.set('more', large).ok).toBe(false)
  expect(again.set('n0', 'small').ok).toBe(true)
  expect(again.set('more', large).ok).toBe(true)
})

async function openKept() {
  const db = openDatabase(join(await makeTempDir(), 'library.db'))
  onTestFinished(() => db.close())
  const open = () =>
    createKeptStore(
      db,
      createManualClock(),
      createEventBus(() => undefined),
    )
  return { kept: open(), reopen: open }
}

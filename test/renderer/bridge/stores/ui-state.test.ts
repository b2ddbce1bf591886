import { describe, expect, it, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { createUiStateStore, type UiStateKind } from '#renderer/bridge/stores/ui-state.ts'
import { createPreviewStore, type PreviewDecoder } from '#renderer/bridge/stores/previews.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const WORDS: UiStateKind<string> = {
  prefix: 'word/',
  read: (value) => (typeof value === 'string' ? value : null),
  write: (value) => value,
  compare: (one, other) => one.localeCompare(other),
}

function createStoreOn(kept: Record<string, Json>) {
  const host = { isAway: false }
  const fake = createFakeBridge((route, input) => {
    if (host.isAway) return { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    if (route === 'uiState.set') {
      const { name, value } = input as { name: string; value: Json }
      kept[name] = value
      return { ok: true, data: {} }
    }
    return { ok: true, data: { items: Object.entries(kept).map(([name, value]) => ({ name, value })) } }
  })
  return { ...fake, kept, host, store: createUiStateStore(fake.bridge, WORDS) }
}
const valuesOf = (store: ReturnType<typeof createStoreOn>['store']) =>
  store.getState().items.map(({ value }) => value)

describe('things kept with the host', () => {
  it('are asked for once, and in order; what is none of them is left out', async () => {
    const { store, calls } = createStoreOn({ 'word/1': 'owl', 'word/2': 'fox', 'word/3': 7 })
    await store.getState().load()
    await store.getState().load()
    expect([valuesOf(store), calls]).toEqual([['fox', 'owl'], [['uiState.list', { prefix: 'word/' }]]])
  })
  it('show what is kept and what is forgotten', async () => {
    const { store, kept } = createStoreOn({})
    await store.getState().load()
    await store.getState().keep('1', 'fox')
    expect([valuesOf(store), kept['word/1']]).toEqual([['fox'], 'fox'])
    await store.getState().forget('1')
    expect([valuesOf(store), kept['word/1']]).toEqual([[], null])
  })
  it('show nothing that the host could not keep', async () => {
    const { store, host } = createStoreOn({})
    await store.getState().load()
    host.isAway = true
    expect(await store.getState().keep('1', 'fox')).toMatchObject({ ok: false })
    expect(valuesOf(store)).toEqual([])
  })
  it('follow what another page keeps', async () => {
    const { store, raise } = createStoreOn({})
    await store.getState().load()
    raise({ name: 'uiState.changed', data: { name: 'word/1', value: 'fox' } })
    raise({ name: 'uiState.changed', data: { name: 'other/1', value: 'owl' } })
    expect(valuesOf(store)).toEqual(['fox'])
    raise({ name: 'uiState.changed', data: { name: 'word/1', value: null } })
    expect(valuesOf(store)).toEqual([])
  })
  it('prefer a change to a list that was asked for before it', async () => {
    const { store, raise } = createStoreOn({ 'word/1': 'old', 'word/2': 'owl' })
    const loading = store.getState().load()
    raise({ name: 'uiState.changed', data: { name: 'word/1', value: 'new' } })
    await loading
    expect(valuesOf(store)).toEqual(['new', 'owl'])
  })
  it('are asked for again after a failure, and after a reconnect', async () => {
    const { store, host, kept, reconnect } = createStoreOn({ 'word/1': 'fox' })
    host.isAway = true
    await store.getState().load()
    expect(store.getState()).toMatchObject({ phase: 'failed', error: { message: 'Away.' } })
    host.isAway = false
    await store.getState().load()
    expect(valuesOf(store)).toEqual(['fox'])
    kept['word/2'] = 'owl'
    reconnect()
    await expect.poll(() => valuesOf(store)).toEqual(['fox', 'owl'])
  })
})

/** Previews are made once a session, one at a time, the latest asked for first. */
const film = (id: string) => ({ id, kind: 'video', sizeBytes: 1_000 }) as const
const OK = { ok: true, data: {} }

test('makes what is missing one at a time, the latest first, and says when the host has it', async () => {
  const decoded: string[] = []
  const stored: unknown[] = []
  let running = 0
  const decode: PreviewDecoder = async ({ id }) => {
    expect(++running).toBe(1)
    decoded.push(id)
    await Promise.resolve()
    running--
    return [['poster', new Blob(['picture'])]]
  }
  const { bridge } = createFakeBridge((route, input) => {
    if (route === 'storePreview') stored.push(input)
    return OK
  })
  const store = createPreviewStore(bridge, decode)
  for (const id of ['a', 'b', 'c', 'a']) store.need(film(id))
  await expect.poll(() => store.getState().made.size).toBe(3)
  expect(decoded).toEqual(['a', 'c', 'b'])
  expect(stored).toContainEqual({ assetId: 'c', kind: 'poster' })
})

test('what cannot be decoded or kept is not tried again and stops nothing', async () => {
  const decoded: string[] = []
  const decode: PreviewDecoder = async ({ id }) => {
    decoded.push(id)
    if (id === 'broken') throw new Error('no decoder')
    return [['peaks', new Blob([id])]]
  }
  const { bridge } = createFakeBridge((_route, input) =>
    (input as { assetId: string }).assetId === 'refused'
      ? { ok: false, error: { code: 'invalid_input', message: 'no' } }
      : OK,
  )
  const store = createPreviewStore(bridge, decode)
  const ask = (): void => {
    for (const id of ['broken', 'refused', 'fine']) store.need({ id, kind: 'audio', sizeBytes: 1 })
  }
  ask()
  await expect.poll(() => store.getState().made.has('fine')).toBe(true)
  ask()
  expect([...store.getState().made]).toEqual(['fine'])
  expect(decoded.toSorted()).toEqual(['broken', 'fine', 'refused'])
})

test('leaves pictures and texts alone', () => {
  const { bridge } = createFakeBridge(() => OK)
  const store = createPreviewStore(bridge, () => Promise.reject(new Error('must not be asked')))
  store.need({ id: 'a', kind: 'image', sizeBytes: 1 })
  store.need({ id: 'b', kind: 'text', sizeBytes: 1 })
  expect(store.getState().made.size).toBe(0)
})

test('remembers where there was nothing, until the host is back after a break', () => {
  const { bridge, reconnect } = createFakeBridge(() => OK)
  const store = createPreviewStore(bridge, () => Promise.reject(new Error('must not be asked')))
  store.noteMissing('/media/a/thumb')
  expect([...store.getState().missing]).toEqual(['/media/a/thumb'])
  reconnect()
  expect(store.getState().missing.size).toBe(0)
})

import { expect, it } from 'vitest'
import type { SavedSearch } from '#contract/library.ts'
import { createSavedSearchesStore } from '#renderer/bridge/stores/saved-searches.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const search = (id: string): SavedSearch => ({ id, name: id, filter: {} })
const unreachable = {
  ok: false,
  error: { code: 'host_unreachable', message: 'Atelier does not answer.', retryable: true },
}

it('keeps what an event said over an answer that was asked for before it', async () => {
  let respond: (response: unknown) => void = () => undefined
  const { bridge, raise } = createFakeBridge(() => new Promise((resolve) => (respond = resolve)))
  const store = createSavedSearchesStore(bridge)
  const loading = store.getState().load()
  raise({ name: 'searches.changed', data: { items: [search('new')] } })
  respond({ ok: true, data: { items: [search('old')] } })
  await loading
  expect(store.getState()).toMatchObject({ items: [search('new')], phase: 'ready', error: null })
})

it('reads the list again after a break, and only where somebody has asked for it', async () => {
  const { bridge, calls, reconnect } = createFakeBridge(() => ({ ok: true, data: { items: [search('a')] } }))
  const store = createSavedSearchesStore(bridge)
  reconnect()
  expect(calls).toEqual([])
  await store.getState().load()
  reconnect()
  expect(calls).toEqual([
    ['searches.list', {}],
    ['searches.list', {}],
  ])
})

it('says why the list could not be read, until it is told of it', async () => {
  const { bridge, raise } = createFakeBridge(() => unreachable)
  const store = createSavedSearchesStore(bridge)
  await store.getState().load()
  expect(store.getState()).toMatchObject({ items: [], phase: 'failed', error: unreachable.error })
  raise({ name: 'searches.changed', data: { items: [search('a')] } })
  expect(store.getState()).toMatchObject({ items: [search('a')], phase: 'ready', error: null })
})

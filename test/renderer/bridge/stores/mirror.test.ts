import { expect, it } from 'vitest'
import type { SavedSearch } from '#contract/library.ts'
import { createSavedSearchesStore } from '#renderer/bridge/stores/library-lists.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const search = (id: string): SavedSearch => ({ id, name: id, filter: {} })
const unreachable = {
  ok: false,
  error: { code: 'host_unreachable', message: 'Atelier does not answer.', retryable: true },
}

it('keeps what an event said over an answer that was asked for before it', async () => {
  const answers = ['old', 'newest'].map((id) => ({ ok: true, data: { items: [search(id)] } }))
  const shown: string[] = []
  const { bridge, raise } = createFakeBridge(() => Promise.resolve(answers.shift()))
  const store = createSavedSearchesStore(bridge)
  store.subscribe(({ items }) => shown.push(...items.map(({ id }) => id)))
  const loading = store.load()
  raise({ name: 'searches.changed', data: { items: [search('new')] } })
  await loading
  expect([...new Set(shown)]).toEqual(['new', 'newest'])
})

it('reads the list again after a break, and only where somebody has asked for it', async () => {
  const { bridge, calls, reconnect } = createFakeBridge(() => ({ ok: true, data: { items: [search('a')] } }))
  const store = createSavedSearchesStore(bridge)
  reconnect()
  expect(calls).toEqual([])
  await store.load()
  reconnect()
  expect(calls).toEqual([
    ['searches.list', {}],
    ['searches.list', {}],
  ])
})

it('says why the list could not be read, until it is told of it', async () => {
  const { bridge, raise } = createFakeBridge(() => unreachable)
  const store = createSavedSearchesStore(bridge)
  await store.load()
  expect(store.getState()).toMatchObject({ items: [], phase: 'failed', error: unreachable.error })
  raise({ name: 'searches.changed', data: { items: [search('a')] } })
  expect(store.getState()).toMatchObject({ items: [search('a')], phase: 'ready', error: null })
})

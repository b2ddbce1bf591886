import { render } from '#core/messages/render.ts'
import { say } from '#test/stand-ins/say.ts'
import { written } from '#contract/messages/message.ts'
import { expect, it, describe } from 'vitest'
import type { SavedSearch, Collection, Job } from '#contract/library.ts'
import {
  createSavedSearchesStore,
  collectionTree,
  flatten,
  isWithin,
} from '#renderer/bridge/stores/library-lists.ts'
import { createJobsStore, shownJobs } from '#renderer/bridge/stores/jobs.ts'
import type { Notice } from '#contract/app.ts'
import { createAppStatus } from '#renderer/bridge/stores/app-status.ts'
import { createProgressStore } from '#renderer/bridge/stores/queue.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const search = (id: string): SavedSearch => ({ id, name: id, filter: {} })
const unreachable = {
  ok: false,
  error: { code: 'host_unreachable', message: 'Atelier does not answer.', retryable: true },
}

it('keeps what an event said over an answer that was asked for before it', async () => {
  const responses = ['old', 'newest'].map((id) => ({ ok: true, data: { items: [search(id)] } }))
  const shown: string[] = []
  const { bridge, raise } = createFakeBridge(() => Promise.resolve(responses.shift()))
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

const collection = (id: string, parentId: string | null = null): Collection => ({
  id,
  name: id,
  parentId,
  count: 0,
})
const job = (id: string, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'export',
  state: 'running',
  done: 0,
  total: 10,
  message: render(written(''), say),
  startedAt: 1,
  ...more,
})

describe('collections', () => {
  it('stand as a tree by name, those without a known parent at the top', () => {
    const items = [
      collection('b'),
      collection('a'),
      collection('a2', 'a'),
      collection('a10', 'a'),
      collection('x', 'gone'),
    ]
    expect(flatten(collectionTree(items)).map(({ collection: { id }, depth }) => [id, depth])).toEqual([
      ['a', 0],
      ['a2', 1],
      ['a10', 1],
      ['b', 0],
      ['x', 0],
    ])
  })
})

describe('a collection', () => {
  it('lies in itself and in those around it, and in no other', () => {
    const items = [collection('a'), collection('a2', 'a'), collection('a3', 'a2'), collection('x', 'gone')]
    const around = (id: string) =>
      ['a', 'a2', 'a3', 'x', 'gone'].filter((outer) => isWithin(items, id, outer))
    expect(['a3', 'a', 'x', ''].map(around)).toEqual([['a', 'a2', 'a3'], ['a'], ['x'], []])
  })
})

describe('jobs', () => {
  it('never go back: an answer that an event overtook is older than it', () => {
    const { bridge, raise } = createFakeBridge(() => undefined)
    const store = createJobsStore(bridge)
    raise({ name: 'job.changed', data: { job: job('a', { state: 'failed' }) } })
    store.follow(job('a'))
    raise({ name: 'job.changed', data: { job: job('b', { done: 5, startedAt: 2 }) } })
    store.follow(job('b', { done: 1, startedAt: 2 }))
    expect(store.getState().items.map(({ id, state, done }) => [id, state, done])).toEqual([
      ['b', 'running', 5],
      ['a', 'failed', 0],
    ])
  })
  it('are put away by the user, and gone after a restart of the host', async () => {
    const { bridge, raise, reconnect } = createFakeBridge(() => ({ ok: true, data: { items: [] } }))
    const store = createJobsStore(bridge)
    raise({ name: 'job.changed', data: { job: job('a', { state: 'done' }) } })
    raise({ name: 'job.changed', data: { job: job('b') } })
    store.dismiss('a')
    expect(shownJobs(store.getState()).map(({ id }) => id)).toEqual(['b'])
    reconnect()
    await expect.poll(() => store.getState().items).toEqual([])
  })
})

const notice = (id: string): Notice => ({ id, code: 'disk_full', message: render(written(`${id}.`), say) })

function createStatus() {
  const standing = [notice('disk')]
  const fake = createFakeBridge((route) =>
    route === 'notices.list'
      ? { ok: true, data: { items: [...standing] } }
      : route === 'notices.dismiss'
        ? { ok: true, data: {} }
        : { ok: false, error: { code: 'internal', message: '' } },
  )
  const status = createAppStatus(fake.bridge)
  return { ...fake, standing, status, ids: () => status.getState().notices.map(({ id }) => id) }
}

describe('notices', () => {
  it('that stand are shown from the start, and again after a reconnect', async () => {
    const { status, standing, reconnect, ids } = createStatus()
    await status.load()
    expect(ids()).toEqual(['disk'])
    standing.push(notice('settings'))
    reconnect()
    await expect.poll(ids).toEqual(['disk', 'settings'])
  })
  it('are dismissed at the host, for every window', async () => {
    const { status, calls, ids } = createStatus()
    await status.load()
    await status.dismiss('disk')
    expect(ids()).toEqual([])
    expect(calls).toContainEqual(['notices.dismiss', { id: 'disk' }])
  })
  it('raised while the list is on its way are not lost', async () => {
    const { status, standing, raise, ids } = createStatus()
    const loading = status.load()
    standing.push(notice('later'))
    raise({ name: 'notice.raised', data: notice('later') })
    await loading
    expect(ids()).toEqual(['disk', 'later'])
  })
})

it('holds how far tasks are, until that is no longer known, or they end or go', () => {
  const { bridge, raise } = createFakeBridge(() => null)
  const store = createProgressStore(bridge)
  const tell = (taskId: string, progress: object | null) =>
    raise({ name: 'task.progress', data: { taskId, progress } } as never)
  for (const id of ['a', 'b', 'c', 'd']) tell(id, { fraction: 0.5 })
  raise({ name: 'task.changed', data: { task: { id: 'a', state: 'saving' } } } as never)
  raise({ name: 'task.changed', data: { task: { id: 'b', state: 'saved' } } } as never)
  raise({ name: 'task.removed', data: { id: 'c' } } as never)
  tell('d', null)
  expect(store.getState()).toEqual({ a: { fraction: 0.5 } })
})

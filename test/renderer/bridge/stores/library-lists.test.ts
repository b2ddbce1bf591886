import { describe, expect, it } from 'vitest'
import type { Collection, Job } from '#contract/library.ts'
import { collectionTree, flatten } from '#renderer/bridge/stores/library-lists.ts'
import { createJobsStore, shownJobs } from '#renderer/bridge/stores/jobs.ts'
import { createFakeBridge } from '../fake-bridge.ts'

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
  message: '',
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

import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { createTaskList, mergeTasks } from '#renderer/bridge/stores/task-list.ts'
import { createFakeBridge } from './fake-bridge.ts'

function task(id: string, createdAt: number, more: Partial<Task> = {}): Task {
  return {
    id,
    batchId: id,
    profileId: 'p',
    state: 'running',
    request: { provider: 'x', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: id },
    createdAt,
    updatedAt: createdAt,
    polls: 0,
    assetIds: [],
    ...more,
  }
}

const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

describe('merging tasks', () => {
  const list = [task('c', 3), task('b', 2), task('a', 1)]

  it('puts a new task in its place and replaces a known one where it stands', () => {
    const merged = mergeTasks(list, [task('d', 4), task('b', 2, { state: 'saved', updatedAt: 9 })], [], [])
    expect(ids(merged)).toEqual(['d', 'c', 'b', 'a'])
    expect(merged[2]?.state).toBe('saved')
  })
  it('drops what was removed and what left the wanted states', () => {
    const merged = mergeTasks(list, [task('c', 3, { state: 'saved', updatedAt: 5 })], ['a'], ['running'])
    expect(ids(merged)).toEqual(['b'])
  })
  it('keeps the newer of two versions of a task', () => {
    const known = [task('a', 1, { state: 'saved', updatedAt: 9 })]
    expect(mergeTasks(known, [task('a', 1, { updatedAt: 5 })], [], [])[0]?.state).toBe('saved')
  })
})

describe('a live task list', () => {
  const page = (items: readonly Task[], nextCursor: string | null = null) => ({
    ok: true,
    data: { items, nextCursor },
  })

  it('shows the page, then follows events', async () => {
    const { bridge, raise } = createFakeBridge(() => page([task('a', 1)]))
    const list = createTaskList(bridge)
    await list.load()
    raise({ name: 'task.changed', data: { task: task('b', 2) } })
    raise({ name: 'task.removed', data: { id: 'a' } })
    await expect.poll(() => ids(list.getState().tasks)).toEqual(['b'])
  })
  it('leaves out an old task that belongs to a page not read yet', async () => {
    const { bridge, raise } = createFakeBridge(() => page([task('c', 30), task('b', 20)], 'more'))
    const list = createTaskList(bridge)
    await list.load()
    raise({ name: 'task.changed', data: { task: task('old', 1) } })
    raise({ name: 'task.changed', data: { task: task('new', 40) } })
    await expect.poll(() => ids(list.getState().tasks)).toEqual(['new', 'c', 'b'])
  })
  it('keeps what events said while the page was on its way', async () => {
    let give = (_answer: unknown): void => undefined
    const { bridge, raise } = createFakeBridge(
      () =>
        new Promise((resolve) => {
          give = resolve
        }),
    )
    const list = createTaskList(bridge)
    const loading = list.load()
    list.apply([task('b', 2), task('a', 1, { state: 'saved', updatedAt: 9 })], ['gone'])
    raise({ name: 'task.changed', data: { task: task('c', 3) } })
    give(page([task('a', 1), task('gone', 0)]))
    await loading
    await expect.poll(() => ids(list.getState().tasks)).toEqual(['c', 'b', 'a'])
    expect(list.getState().tasks.at(-1)?.state).toBe('saved')
  })
  it('says why nothing is shown', async () => {
    const error = { code: 'disk_error', message: 'The disk answered with an error.' }
    const { bridge } = createFakeBridge(() => ({ ok: false, error }))
    const list = createTaskList(bridge)
    await list.load()
    expect(list.getState()).toMatchObject({ phase: 'failed', error })
  })
  it('asks for a snapshot after a reconnect', async () => {
    const { bridge, calls, reconnect } = createFakeBridge(() => page([]))
    createTaskList(bridge, ['unknown'])
    reconnect()
    await expect.poll(() => calls).toEqual([['tasks.list', { limit: 200, states: ['unknown'] }]])
  })
})

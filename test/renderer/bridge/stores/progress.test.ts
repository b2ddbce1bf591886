import { expect, it } from 'vitest'
import { createProgressStore } from '#renderer/bridge/stores/queue.ts'
import { createFakeBridge } from '../fake-bridge.ts'

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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { watchOutcomes, type Outcomes } from '#renderer/bridge/outcomes.ts'
import { createFakeBridge } from './fake-bridge.ts'

function watch() {
  const { bridge, raise } = createFakeBridge(() => null)
  const told: Outcomes[] = []
  const stop = watchOutcomes(bridge, (outcomes) => told.push(outcomes), 100)
  const change = (id: string, state: TaskState, updatedAt = Date.now()): void =>
    raise({ name: 'task.changed', data: { task: { id, state, updatedAt } as Task } })
  return { told, change, stop }
}

describe('telling how tasks ended', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gathers many endings into one message', () => {
    const { told, change } = watch()
    for (const id of ['a', 'b', 'c']) change(id, 'running')
    change('a', 'saved')
    change('b', 'saved')
    change('c', 'unsaved')
    change('d', 'rejected')
    vi.advanceTimersByTime(100)
    expect(told).toEqual([{ done: 2, needsYou: 1, failed: 1 }])
  })
  it('tells an ending once, however often the task changes afterwards', () => {
    const { told, change } = watch()
    change('a', 'failed')
    vi.advanceTimersByTime(100)
    change('a', 'failed')
    vi.advanceTimersByTime(100)
    expect(told).toHaveLength(1)
  })
  it('is silent about what ended before anybody listened, and about progress', () => {
    const { told, change } = watch()
    change('old', 'saved', Date.now() - 60_000)
    change('a', 'sending')
    change('a', 'running')
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual([])
  })
  it('is silent after it was stopped', () => {
    const { told, change, stop } = watch()
    change('a', 'saved')
    stop()
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual([])
  })
})

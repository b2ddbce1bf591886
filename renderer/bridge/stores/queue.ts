/** The queue as a whole: paused or not, why nothing moves, how many tasks are in each state. */
import { createStore } from 'zustand/vanilla'
import type { QueueLimit, QueueState } from '#contract/queue.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Progress } from '#contract/services.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

interface Queue {
  readonly queue: QueueState | null
}

export function createQueueStore(bridge: Bridge) {
  const store = createMirror<'queue.state', Queue>(
    bridge,
    'queue.state',
    { queue: null },
    (queue) => ({ queue }),
    (event) => (event.name === 'queue.changed' ? event.data : null),
  )
  async function setPaused(paused: boolean): Promise<void> {
    const response = await bridge.call(paused ? 'queue.pause' : 'queue.resume', {})
    store.setState(response.ok ? { queue: response.data, error: null } : { error: response.error })
  }
  /** Takes all ended tasks from the list, or all that wait. */
  async function clear(what: 'ended' | 'waiting'): Promise<void> {
    const response = await bridge.call('queue.clear', { what })
    store.setState({ error: response.ok ? null : response.error })
  }
  return Object.assign(store, { setPaused, clear })
}

/** Usual limits, which need no attention. */
export const CALM: readonly QueueLimit['kind'][] = ['concurrency', 'minute']

/** Whether the user holds all sending; a key that is missing holds its own service alone. */
export function isPaused(queue: QueueState | null): boolean {
  return queue?.why?.id === 'queue.paused'
}

/** How many tasks need the user, or where none does, how many Atelier still works on. */
export function countOpen(queue: QueueState | null): { readonly count: number; readonly needsYou: boolean } {
  if (queue === null) return { count: 0, needsYou: false }
  const { queued, sending, running, saving, unknown, unsaved } = queue.counts
  const needed = unknown + unsaved
  return { count: needed || queued + sending + running + saving, needsYou: needed > 0 }
}

/** How far running tasks are, as far as their services say; by task. */
type ProgressOfTasks = Readonly<Record<string, Progress>>

export function createProgressStore(bridge: Bridge) {
  const store = createStore<ProgressOfTasks>()(() => ({}))
  function put(taskId: string, progress: Progress | null): void {
    const { [taskId]: known, ...others } = store.getState()
    if (progress !== null) store.setState({ ...others, [taskId]: progress }, true)
    else if (known !== undefined) store.setState(others, true)
  }
  bridge.on((event) => {
    if (event.name === 'task.progress') put(event.data.taskId, event.data.progress)
    if (event.name === 'task.removed') put(event.data.id, null)
    if (event.name === 'task.changed' && !isOpen(event.data.task.state)) put(event.data.task.id, null)
  })
  return store
}

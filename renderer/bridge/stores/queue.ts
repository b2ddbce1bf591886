/** The queue as a whole: paused or not, why nothing moves, how many tasks are in each state. */
import type { Failure } from '#contract/errors.ts'
import type { QueueState } from '#contract/queue.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface Queue {
  readonly queue: QueueState | null
  readonly error: Failure | null
  load(): Promise<void>
  setPaused(paused: boolean): Promise<void>
}

export type QueueStore = StoreApi<Queue>

export function createQueueStore(bridge: Bridge): QueueStore {
  const store = createStore<Queue>()((set) => ({
    queue: null,
    error: null,
    async load() {
      const response = await bridge.call('queue.state', {})
      set(response.ok ? { queue: response.data, error: null } : { error: response.error })
    },
    async setPaused(paused) {
      const response = await bridge.call(paused ? 'queue.pause' : 'queue.resume', {})
      set(response.ok ? { queue: response.data, error: null } : { error: response.error })
    },
  }))
  bridge.on((event) => {
    if (event.name === 'queue.changed') store.setState({ queue: event.data.queue, error: null })
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

/** Tasks that Atelier still works on, and those that wait for the user. */
export function countOpen(queue: QueueState | null): { readonly open: number; readonly needsYou: number } {
  if (queue === null) return { open: 0, needsYou: 0 }
  const { queued, sending, running, saving, unknown, unsaved } = queue.counts
  return { open: queued + sending + running + saving, needsYou: unknown + unsaved }
}

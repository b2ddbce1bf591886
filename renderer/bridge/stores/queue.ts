/** The queue as a whole: paused or not, why nothing moves, how many tasks are in each state. */
import type { QueueState } from '#contract/queue.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export interface Queue {
  readonly queue: QueueState | null
}

export function createQueueStore(bridge: Bridge) {
  const store = createMirror<'queue.state', Queue>(
    bridge,
    { queue: null },
    {
      route: 'queue.state',
      read: (queue) => ({ queue }),
      told: (event) => (event.name === 'queue.changed' ? event.data : null),
    },
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

/** Tasks that Atelier still works on, and those that wait for the user. */
export function countOpen(queue: QueueState | null): { readonly open: number; readonly needsYou: number } {
  if (queue === null) return { open: 0, needsYou: 0 }
  const { queued, sending, running, saving, unknown, unsaved } = queue.counts
  return { open: queued + sending + running + saving, needsYou: unknown + unsaved }
}

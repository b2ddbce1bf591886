/** The queue as a whole: paused or not, why nothing moves, how many tasks are in each state. */
import { createStore } from 'zustand/vanilla'
import type { QueueState, RequestUsage } from '#contract/queue.ts'
import type { Bridge, Unsubscribe } from '../bridge.ts'
import { createMirror } from './mirror.ts'
import type { ProfilesStore } from './profiles.ts'

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

/** Tasks that Atelier still works on, and those that wait for the user. */
export function countOpen(queue: QueueState | null): { readonly open: number; readonly needsYou: number } {
  if (queue === null) return { open: 0, needsYou: 0 }
  const { queued, sending, running, saving, unknown, unsaved } = queue.counts
  return { open: queued + sending + running + saving, needsYou: unknown + unsaved }
}

/** Today and the six days before it. */
const USAGE_DAYS = 7
/** Changes of the queue within this time cause one load. */
const GATHER_MS = 300

/** How many generate requests each profile sent in the last days, while a view shows it. */
interface Usage {
  /** null until it was read once. */
  readonly byProfile: Readonly<Record<string, RequestUsage>> | null
}

export function createUsageStore(bridge: Bridge, profiles: ProfilesStore) {
  let watchers = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  const store = createStore<Usage>()(() => ({ byProfile: null }))
  async function load(): Promise<void> {
    const responses = await Promise.all(
      profiles.getState().items.map(async ({ id }) => {
        const response = await bridge.call('queue.usage', { profileId: id, days: USAGE_DAYS })
        return [id, response] as const
      }),
    )
    const known = responses.flatMap(([id, response]) => (response.ok ? [[id, response.data] as const] : []))
    if (known.length === responses.length) store.setState({ byProfile: Object.fromEntries(known) })
  }
  /** Loads it now, and whenever it may have changed, until the returned function is called. */
  function watch(): Unsubscribe {
    watchers += 1
    void load()
    return () => {
      watchers -= 1
    }
  }
  function mayHaveChanged(): void {
    if (watchers === 0 || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      void load()
    }, GATHER_MS)
  }
  bridge.on(({ name }) => {
    if (name === 'queue.changed' || name === 'settings.changed') mayHaveChanged()
  })
  profiles.subscribe((now, before) => {
    if (now.items !== before.items) mayHaveChanged()
  })
  bridge.onReconnect(mayHaveChanged)
  return Object.assign(store, { watch })
}

/** How many generate requests each profile sent in the last days, while a view shows it. */
import type { RequestUsage } from '#contract/queue.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge, Unsubscribe } from '../bridge.ts'
import type { ProfilesStore } from './profiles.ts'

/** Today and the six days before it. */
const USAGE_DAYS = 7
/** Changes of the queue within this time cause one load. */
const GATHER_MS = 300

export interface Usage {
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

/** What the page knows about the application itself: its facts, its notices, and whether its session has ended. */
import type { Capability, AppInfo } from '#contract/routes.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface Notice {
  readonly id: string
  readonly code: string
  readonly message: string
}

export interface AppStatus {
  readonly info: AppInfo | null
  readonly notices: readonly Notice[]
  readonly ended: boolean
  /** The host process does not answer; the bridge keeps trying. */
  readonly isAway: boolean
  load(): Promise<void>
  dismiss(id: string): void
}

export type AppStatusStore = StoreApi<AppStatus>

export function createAppStatus(bridge: Bridge): AppStatusStore {
  const store = createStore<AppStatus>()((set, get) => ({
    info: null,
    notices: [],
    ended: false,
    isAway: false,
    async load() {
      const answer = await bridge.call('app.info', {})
      if (answer.ok) set({ info: answer.data })
    },
    dismiss(id) {
      set({ notices: get().notices.filter((notice) => notice.id !== id) })
    },
  }))
  bridge.on((event) => {
    const { notices, dismiss } = store.getState()
    if (event.name === 'notice.cleared') dismiss(event.data.id)
    if (event.name !== 'notice.raised') return
    store.setState({ notices: [...notices.filter(({ id }) => id !== event.data.id), event.data] })
  })
  bridge.onBreak(() => store.setState({ isAway: true }))
  bridge.onReconnect(() => {
    store.setState({ isAway: false })
    void store.getState().load()
  })
  bridge.onEnded(() => store.setState({ ended: true }))
  return store
}

export function hasCapability(state: AppStatus, capability: Capability): boolean {
  return state.info?.capabilities.includes(capability) ?? false
}

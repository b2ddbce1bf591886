/** What the page knows about the application itself: its facts, its notices, and whether its session has ended. */
import type { AppInfo, Capability, Notice } from '#contract/app.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface AppStatus {
  readonly info: AppInfo | null
  readonly notices: readonly Notice[]
  readonly ended: boolean
  /** The host process does not respond; the bridge keeps trying. */
  readonly isAway: boolean
  load(): Promise<void>
  dismiss(id: string): Promise<void>
}

export type AppStatusStore = StoreApi<AppStatus>

export function createAppStatus(bridge: Bridge): AppStatusStore {
  /** Counts the notices' events: a list requested before the last of them may be out of date. */
  let changes = 0
  async function loadInfo(): Promise<void> {
    const info = await bridge.call('app.info', {})
    if (info.ok) store.setState({ info: info.data })
  }
  const store = createStore<AppStatus>()((set, get) => ({
    info: null,
    notices: [],
    ended: false,
    isAway: false,
    async load() {
      const changesBefore = changes
      const [info, notices] = await Promise.all([
        bridge.call('app.info', {}),
        bridge.call('notices.list', {}),
      ])
      if (info.ok) set({ info: info.data })
      if (changes !== changesBefore) await get().load()
      else if (notices.ok) set({ notices: notices.data.items })
    },
    async dismiss(id) {
      const response = await bridge.call('notices.dismiss', { id })
      if (response.ok) set({ notices: without(get().notices, id) })
    },
  }))
  bridge.on((event) => {
    // The first key decides where keys are saved.
    if (event.name === 'profiles.changed') void loadInfo()
    if (event.name !== 'notice.cleared' && event.name !== 'notice.raised') return
    changes += 1
    const { notices } = store.getState()
    if (event.name === 'notice.cleared') store.setState({ notices: without(notices, event.data.id) })
    else store.setState({ notices: [...without(notices, event.data.id), event.data] })
  })
  bridge.onBreak(() => store.setState({ isAway: true }))
  bridge.onReconnect(() => {
    store.setState({ isAway: false })
    void store.getState().load()
  })
  bridge.onEnded(() => store.setState({ ended: true }))
  return store
}

function without(notices: readonly Notice[], id: string): readonly Notice[] {
  return notices.filter((notice) => notice.id !== id)
}

export function hasCapability(state: AppStatus, capability: Capability): boolean {
  return state.info?.capabilities.includes(capability) ?? false
}

/** The user's settings. */
import type { Result } from '#contract/errors.ts'
import type { Settings, SettingsChange } from '#contract/settings.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface SettingsView {
  readonly settings: Settings | null
  load(): Promise<void>
  change(change: SettingsChange): Promise<Result<Settings>>
}

export type SettingsStore = StoreApi<SettingsView>

export function createSettingsStore(bridge: Bridge): SettingsStore {
  const store = createStore<SettingsView>()((set) => ({
    settings: null,
    async load() {
      const response = await bridge.call('settings.get', {})
      if (response.ok) set({ settings: response.data })
    },
    async change(change) {
      const response = await bridge.call('settings.set', change)
      if (response.ok) set({ settings: response.data })
      return response
    },
  }))
  bridge.on((event) => {
    if (event.name === 'settings.changed') store.setState({ settings: event.data.settings })
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

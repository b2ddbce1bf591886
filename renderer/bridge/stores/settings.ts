/** The user's settings. */
import type { Result } from '#contract/errors.ts'
import type { Settings, SettingsChange } from '#contract/settings.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export interface SettingsView {
  readonly settings: Settings | null
}

export function createSettingsStore(bridge: Bridge) {
  const store = createMirror<'settings.get', SettingsView>(
    bridge,
    'settings.get',
    { settings: null },
    (settings) => ({ settings }),
    (event) => (event.name === 'settings.changed' ? event.data : null),
  )
  async function change(part: SettingsChange): Promise<Result<Settings>> {
    const response = await bridge.call('settings.set', part)
    if (response.ok) store.setState({ settings: response.data })
    return response
  }
  return Object.assign(store, { change })
}

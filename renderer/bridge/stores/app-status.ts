/** What the page knows about the application itself: its facts, its notices, and whether its session has ended. */
import type { AppInfo, Capability, Notice } from '#contract/app.ts'
import type { RenderedResult } from '#contract/errors.ts'
import type { Settings, SettingsChange } from '#contract/settings.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

interface AppStatus {
  readonly info: AppInfo | null
  readonly notices: readonly Notice[]
  readonly ended: boolean
  /** The host process does not respond; the bridge keeps trying. */
  readonly isAway: boolean
}

export function createAppStatus(bridge: Bridge) {
  const store = createMirror<'notices.list', AppStatus>(
    bridge,
    'notices.list',
    { info: null, notices: [], ended: false, isAway: false },
    ({ items }) => ({ notices: items }),
    (event, { notices }) => {
      if (event.name === 'notice.cleared') return { notices: without(notices, event.data.id) }
      if (event.name !== 'notice.raised') return null
      return { notices: [...without(notices, event.data.id), event.data] }
    },
  )
  async function loadInfo(): Promise<void> {
    const info = await bridge.call('app.info', {})
    if (info.ok) store.setState({ info: info.data })
  }
  async function load(): Promise<void> {
    await Promise.all([loadInfo(), loadNotices()])
  }
  async function dismiss(id: string): Promise<void> {
    const response = await bridge.call('notices.dismiss', { id })
    if (response.ok) store.setState(({ notices }) => ({ notices: without(notices, id) }))
  }
  const { load: loadNotices } = store
  // The first key decides where keys are saved.
  bridge.on(({ name }) => void (name === 'profiles.changed' && loadInfo()))
  bridge.onBreak(() => store.setState({ isAway: true }))
  bridge.onReconnect(() => {
    store.setState({ isAway: false })
    void loadInfo()
  })
  bridge.onEnded(() => store.setState({ ended: true }))
  return Object.assign(store, { load, dismiss })
}

function without(notices: readonly Notice[], id: string): readonly Notice[] {
  return notices.filter((notice) => notice.id !== id)
}

export function hasCapability(state: AppStatus, capability: Capability): boolean {
  return state.info?.capabilities.includes(capability) ?? false
}

interface SettingsView {
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
  async function change(part: SettingsChange): Promise<RenderedResult<Settings>> {
    const response = await bridge.call('settings.set', part)
    if (response.ok) store.setState({ settings: response.data })
    return response
  }
  return Object.assign(store, { change })
}

/** The calls about settings and UI state. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { ProxySignIns } from './proxy-sign-in.ts'
import type { SettingsStore } from './settings.ts'
import type { UiStateStore } from './ui-state.ts'

export function createSettingsHandlers(store: SettingsStore, signIns: ProxySignIns): HandlersFor<'settings'> {
  const state = async () => {
    const { proxy } = store.current().network
    return proxy.mode === 'custom' ? signIns.state(proxy.address) : 'none'
  }
  return {
    'settings.proxySignIn': async () => succeed({ state: await state() }),
    'settings.setProxy': async ({ address, signIn }) => {
      const kept = signIn ? await signIns.set(address, signIn) : succeed(null)
      if (!kept.ok) return kept
      if (!signIn && (signIn === null || (await signIns.state(address)) === 'none')) await signIns.remove()
      store.change({ network: { proxy: { mode: 'custom', address } } })
      return succeed({ state: await state() })
    },
    'settings.get': () => succeed(store.current()),
    'settings.set': (change) => succeed(store.change(change)),
  }
}

export function createUiStateHandlers(uiState: UiStateStore): HandlersFor<'uiState'> {
  return {
    'uiState.list': ({ prefix }) => succeed({ items: uiState.list(prefix) }),
    'uiState.set': ({ name, value, order }) => uiState.set(name, value, order),
  }
}

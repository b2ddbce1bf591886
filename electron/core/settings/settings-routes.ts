/** The calls about settings and UI state. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { SettingsStore } from './settings.ts'
import type { UiStateStore } from './ui-state.ts'

export function createSettingsHandlers(store: SettingsStore): HandlersFor<'settings'> {
  return {
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

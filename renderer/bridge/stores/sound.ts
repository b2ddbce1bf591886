/** Whether what is opened is heard: silent until the user has wanted sound, then as it was chosen last. */
import type { Bridge } from '../bridge.ts'
import { createUiStateStore, namesUnder, type UiStateItems } from './ui-state.ts'

const ON = 'on'

export function createSoundStore(bridge: Bridge) {
  const store = createUiStateStore(bridge, namesUnder('sound/'))
  return Object.assign(store, {
    setOn: (isOn: boolean) => (isOn ? store.getState().keep(ON, true) : store.getState().forget(ON)),
  })
}

export function isSoundOn({ items }: UiStateItems<true>): boolean {
  return items.some(({ id }) => id === ON)
}

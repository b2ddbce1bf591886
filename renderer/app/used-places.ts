/** The places beside the four of the rail that were opened once: from then on they stand on it. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../bridge/bridge.ts'
import { createUiStateStore, namesUnder, type UiStateStore } from '../bridge/stores/ui-state.ts'
import { isSubPlace, type Place, SUBPLACE_NAMES, type SubPlace } from './router.ts'

export type UsedPlacesStore = UiStateStore<true>

export function createUsedPlaces(bridge: Bridge): UsedPlacesStore {
  return createUiStateStore(bridge, namesUnder('used-place/'))
}

/** `place` is the one that is open. */
export function useUsedPlaces(store: UsedPlacesStore, place: Place): readonly SubPlace[] {
  const { items, phase, load, keep } = useStore(store)
  const used = useMemo(() => SUBPLACE_NAMES.filter((name) => items.some(({ id }) => id === name)), [items])
  useEffect(() => void load(), [load])
  const isNew = phase === 'ready' && isSubPlace(place) && !used.includes(place)
  useEffect(() => {
    if (isNew) void keep(place, true)
  }, [isNew, keep, place])
  return used
}

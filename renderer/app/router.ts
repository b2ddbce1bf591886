/** Syncs the address and the page, with the browser's back and forward. */
import { useSyncExternalStore } from 'react'

export type Router = ReturnType<typeof createRouter>

export function createRouter(window: Window) {
  const listeners = new Set<() => void>()
  let route = parseRoute(window.location.hash)
  function update(): void {
    route = parseRoute(window.location.hash)
    for (const listener of Array.from(listeners)) listener()
  }
  function write(
    place: Place,
    id: string | null,
    method: 'pushState' | 'replaceState',
    state: unknown,
  ): void {
    const address = formatRoute(place, id)
    if (address === window.location.hash) return
    window.history[method](state, '', address)
    update()
  }
  window.addEventListener('popstate', update)
  window.addEventListener('hashchange', update)
  return {
    current: (): Route => route,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go: (place: Place, id: string | null = null): void => write(place, id, 'pushState', { isInside: true }),
    /** Shows another item without a new step in the history. */
    replace: (place: Place, id: string | null = null): void =>
      write(place, id, 'replaceState', window.history.state),
    /** Closes an item: back to where it was opened from, or to its place where the page started with it. */
    leave(place: Place): void {
      const state: unknown = window.history.state
      if (typeof state === 'object' && state !== null && 'isInside' in state) window.history.back()
      else write(place, null, 'replaceState', null)
    },
  }
}

export function useRoute(router: Router): Route {
  return useSyncExternalStore(router.subscribe, router.current)
}

/** Those of the rail. */
export const PLACES = ['create', 'queue', 'gallery', 'settings'] as const

export type RailPlace = (typeof PLACES)[number]

/** Every other place, with the one of the rail that it belongs to. */
const SUBPLACES = { sequences: 'create', arena: 'gallery', spending: 'queue' } as const

export type SubPlace = keyof typeof SUBPLACES

export const SUBPLACE_NAMES: readonly SubPlace[] = ['sequences', 'arena', 'spending']

export type Place = RailPlace | SubPlace

export function isSubPlace(place: Place): place is SubPlace {
  return place in SUBPLACES
}

/** The place itself where it is `shown` on the rail. */
export function placeOnRail(place: Place, shown: readonly Place[]): Place {
  return isSubPlace(place) && !shown.includes(place) ? SUBPLACES[place] : place
}

export const AGENT_PREFIX = 'agent_'

/** `id` is a task in the queue or the agent whose tasks are listed, an asset in the gallery, a section of the settings, `ranking` in the arena, an agent in spending and the open sequence. */
export interface Route {
  readonly place: Place
  readonly id: string | null
}

/** The route of a hash such as `#/queue/tsk_1`; anything unknown leads to Create. */
export function parseRoute(hash: string): Route {
  const [, name, id] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? []
  const places: readonly Place[] = [...PLACES, ...SUBPLACE_NAMES]
  const place = places.find((candidate) => candidate === name)
  if (place === undefined) return { place: 'create', id: null }
  return { place, id: place !== 'create' && id !== undefined ? decode(id) : null }
}

export function formatRoute(place: Place, id: string | null = null): string {
  return id === null ? `#/${place}` : `#/${place}/${encodeURIComponent(id)}`
}

function decode(id: string): string | null {
  try {
    return decodeURIComponent(id)
  } catch {
    return null
  }
}

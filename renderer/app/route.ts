/** The places of the page and their addresses. */

export type Place = 'create' | 'queue' | 'gallery' | 'settings'

export const PLACES = ['create', 'queue', 'gallery', 'settings'] as const satisfies readonly Place[]

/** `id` is a task in the queue and an asset in the gallery. */
export interface Route {
  readonly place: Place
  readonly id: string | null
}

/** The route of a hash such as `#/queue/tsk_1`; anything unknown leads to Create. */
export function parseRoute(hash: string): Route {
  const [, name, id] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? []
  const place = PLACES.find((candidate) => candidate === name)
  if (place === undefined) return { place: 'create', id: null }
  const holdsItems = place === 'queue' || place === 'gallery'
  return { place, id: holdsItems && id !== undefined ? decode(id) : null }
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

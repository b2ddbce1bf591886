/** Whether the window is of a certain kind, kept up to date. */
import { useState, useSyncExternalStore } from 'react'

/** There is no room for two things beside each other. */
export const NARROW = '(width < 700px)'
/** A list and what is open of it have no room beside each other. */
export const SMALL = '(width < 760px)'

export function useMediaQuery(query: string): boolean {
  const [media] = useState(() => window.matchMedia(query))
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
}

/** The keys that work everywhere. */
import { useEffect } from 'react'
import { PLACES, type Place } from './router.ts'

export interface ShortcutActions {
  onPlace(place: Place): void
  onPalette(): void
  onHelp(): void
}

export function useShortcuts({ onPlace, onPalette, onHelp }: ShortcutActions): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const place = PLACES[Number(event.key) - 1]
        if (place !== undefined) {
          // The place takes the focus where it has something to begin with.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          onPlace(place)
        } else if (event.key.toLowerCase() === 'k') onPalette()
        else return
        event.preventDefault()
      } else if (event.key === '?' && !isTyping(event.target)) onHelp()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}

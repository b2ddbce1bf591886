/** Keys by their names: `f`, `delete`, `ctrl+z` (Cmd on a Mac), `alt+arrowup`. */
import { useEffect } from 'react'

/** An action that returns false had nothing to do: the key is left to the browser. */
export type KeyActions = Readonly<Record<string, (() => unknown) | undefined>>

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'preventDefault'
>

/**
 * What steps, zooms, undoes and redoes goes on while the key is held. Everything else is done once: a held key would pay, or delete,
 * again and again.
 */
const GOES_ON = /(?:arrow\w+|[-+=,.[\]]|ctrl\+(?:shift\+)?z|ctrl\+y)$/

/** True where the key meant something. What a held key repeats does nothing at all where `repeats` is false. */
export function pressKey(actions: KeyActions, event: Press, repeats = true): boolean {
  const isCtrl = event.ctrlKey || event.metaKey
  const modifiers = [isCtrl && 'ctrl+', event.altKey && 'alt+', isCtrl && event.shiftKey && 'shift+']
  const name = modifiers.filter(Boolean).join('') + event.key.toLowerCase()
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) return false
  const isMeant = !event.repeat || (repeats && GOES_ON.test(name))
  if (isMeant && action() === false) return false
  event.preventDefault()
  return true
}

/** Fields, and what lies over the page and has keys of its own. */
const ELSEWHERE =
  'input:not([type="range"]), textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** What is done there would be lost with the place beneath, or hide the next one. The viewer is the gallery's own, and goes with it. */
export const OVER_THE_PLACE = '[role="dialog"]:not([data-window="viewer"]), [role="alertdialog"]'
/** Moved by these keys. */
const SLIDER = 'input[type="range"]'
const SLIDER_KEYS = /^(?:Arrow|Page|Home|End)/
/** Letters look for an entry there. */
const TREE = '[role="treegrid"]'

/** For as long as the caller is shown: keys that are pressed anywhere but in what matches `elsewhere`. */
export function useKeys(actions: KeyActions, elsewhere = ELSEWHERE, repeats = true): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      // The editor of the options is in a shadow root, which hides from `target` what has the focus.
      const [pressed] = event.composedPath()
      const place = pressed === document.body ? topDialog() : pressed
      const isIn = (selector: string): boolean =>
        place instanceof HTMLElement && place.closest(selector) !== null
      const isPlain = !event.ctrlKey && !event.metaKey
      if (isIn(SLIDER) && SLIDER_KEYS.test(event.key)) return
      if (!isIn(elsewhere) && !(isPlain && isIn(TREE))) pressKey(actions, event, repeats)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** Where a key goes while nothing has the focus, as after a press on a button that went off: never to what lies beneath. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
}

/** The keys 0 to 5, each with what it does. */
export function ratingKeys<Result>(rate: (rating: number) => Result): Readonly<Record<string, () => Result>> {
  return Object.fromEntries([0, 1, 2, 3, 4, 5].map((rating) => [rating, () => rate(rating)]))
}

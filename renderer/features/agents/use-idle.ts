/** When a dialog may open by itself, and when its buttons may be pressed. */
import { useEffect, useState } from 'react'
import { useLatestCallback } from '../../ui/use-delayed.ts'

/** Nobody who types or clicks pauses for less. */
const STILL_MS = 1_500
const LOOK_MS = 300
/** Longer than it takes to see that something else stands under the finger. */
const ARMED_AFTER_MS = 1_000

const EVENTS = ['keydown', 'pointerdown', 'pointerup', 'wheel', 'dragover'] as const
const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-rac]'

/** Calls once the user neither types nor points, stands in no field, and has nothing open over the page. */
export function useOnceIdle(isWanted: boolean, onIdle: () => void): void {
  const act = useLatestCallback(onIdle)
  useEffect(() => {
    if (!isWanted) return
    let last = performance.now()
    const note = (): void => {
      last = performance.now()
    }
    for (const name of EVENTS) window.addEventListener(name, note, { capture: true, passive: true })
    const timer = setInterval(() => {
      if (performance.now() - last < STILL_MS) return
      if (focused()?.closest(FIELDS) != null || document.querySelector(OVERLAYS) !== null) return
      act()
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      for (const name of EVENTS) window.removeEventListener(name, note, { capture: true })
    }
  }, [isWanted, act])
}

/** Also in the editor of the options, which is in a shadow root. */
function focused(): Element | null {
  const { activeElement } = document
  return activeElement?.shadowRoot?.activeElement ?? activeElement
}

/**
 * False for a moment after the question appeared, after every key that was meant for something else, and after each of
 * the `changes` of what stands under the finger.
 */
export function useArmed(changes: string): boolean {
  const [typed, setTyped] = useState(0)
  const [armed, setArmed] = useState<string | null>(null)
  const moment = `${typed} ${changes}`
  useEffect(() => {
    const timer = setTimeout(() => setArmed(moment), ARMED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [moment])
  useEffect(() => {
    function note({ target, key }: KeyboardEvent): void {
      const isMeant = target instanceof Element && target.closest('button, input') !== null
      if (!isMeant && (key.length === 1 || key === 'Enter')) setTyped((before) => before + 1)
    }
    window.addEventListener('keydown', note, true)
    return () => window.removeEventListener('keydown', note, true)
  }, [])
  return armed === moment
}

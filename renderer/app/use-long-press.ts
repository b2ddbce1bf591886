/**
 * A long press of a finger opens the menu that a right click opens: not every browser says so by itself.
 *
 * Owns the gesture alone. What has no menu of its own, and text fields, keep what the browser does.
 */
import { useEffect } from 'react'

const LONG_MS = 500
/** A finger is never still. In pixels. */
const STILL = 10

export function useLongPress(): void {
  useEffect(() => {
    const controller = new AbortController()
    const listen = (type: string, hear: (event: PointerEvent) => void): void =>
      window.addEventListener(type, hear as EventListener, { capture: true, signal: controller.signal })
    let timer: ReturnType<typeof setTimeout> | undefined
    let start: PointerEvent | null = null
    /** Until the next touch: what the finger does when it is lifted. */
    let isOpened = false

    function stop(): void {
      clearTimeout(timer)
      start = null
    }
    function open(): void {
      if (start === null) return
      const { target, clientX, clientY, pointerId } = start
      stop()
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY })
      isOpened = target?.dispatchEvent(menu) === false
      // Whatever was being pressed is let go of.
      const lost = { bubbles: true, pointerId, pointerType: 'touch' }
      if (isOpened) target?.dispatchEvent(new PointerEvent('pointercancel', lost))
    }
    const isOver = (event: Event): void => {
      if (!isOpened || !event.isTrusted) return
      event.preventDefault()
      event.stopPropagation()
    }
    listen('pointerdown', (event) => {
      stop()
      isOpened = false
      const { target, pointerType, isPrimary } = event
      const isText =
        target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
      if (pointerType !== 'touch' || !isPrimary || isText) return
      start = event
      timer = setTimeout(open, LONG_MS)
    })
    listen('pointermove', ({ clientX, clientY }) => {
      if (start !== null && Math.hypot(clientX - start.clientX, clientY - start.clientY) > STILL) stop()
    })
    listen('pointerup', stop)
    listen('pointercancel', stop)
    listen('click', isOver)
    listen('contextmenu', (event) => {
      if (!event.isTrusted) return
      // The browser has said so itself.
      stop()
      isOver(event)
    })
    return () => {
      stop()
      controller.abort()
    }
  }, [])
}

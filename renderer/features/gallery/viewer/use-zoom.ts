/** Enlarging with the wheel, a double click or + and −, and dragging what is enlarged. */
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { FITTED, panBy, zoomAt, type View } from './zoom.ts'

const CLOSE_UP = 2.5
const KEY_STEP = 1.4
/** Wheel pixels that enlarge by a factor of e. */
const WHEEL_PX = 400

export interface ZoomHandlers {
  onDoubleClick(event: { readonly clientX: number; readonly clientY: number }): void
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
}

/** `onView` gets the view after the one it is given: several frames may share one view. */
export function useZoom(
  frame: RefObject<HTMLElement | null>,
  view: View,
  onView: (next: (before: View) => View) => void,
): ZoomHandlers {
  const latest = useRef(onView)
  useEffect(() => {
    latest.current = onView
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    function turn(event: WheelEvent): void {
      event.preventDefault()
      const point = pointIn(element, event)
      latest.current((before) => zoomAt(before, before.scale * Math.exp(-event.deltaY / WHEEL_PX), point))
    }
    function press(event: KeyboardEvent): void {
      const factor = { '+': KEY_STEP, '=': KEY_STEP, '-': 1 / KEY_STEP }[event.key]
      if (factor === undefined || event.ctrlKey || event.metaKey) return
      latest.current((before) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }))
    }
    element.addEventListener('wheel', turn, { passive: false })
    window.addEventListener('keydown', press)
    return () => {
      element.removeEventListener('wheel', turn)
      window.removeEventListener('keydown', press)
    }
  }, [frame])
  return {
    onDoubleClick: (event) => {
      const point = pointIn(frame.current, event)
      onView((before) => (before.scale > 1 ? FITTED : zoomAt(FITTED, CLOSE_UP, point)))
    },
    onPointerDown: (event) => {
      if (view.scale > 1) event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event) => {
      if (event.buttons === 1 && view.scale > 1)
        onView((before) => panBy(before, event.movementX, event.movementY))
    },
  }
}

/** From the middle of the frame, which is the middle of the image. */
function pointIn(frame: HTMLElement | null, event: { readonly clientX: number; readonly clientY: number }) {
  const box = frame?.getBoundingClientRect() ?? new DOMRect()
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
}

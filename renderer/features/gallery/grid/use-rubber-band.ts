/**
 * Selects with a rectangle drawn over the grid: from a gap between thumbnails, or from anywhere with Shift. Thumbnails
 * themselves are dragged away instead.
 */
import { useEffect, useRef, type RefObject } from 'react'
import { NO_RANGES, rangesOf, valuesOf, type Ranges } from '../ranges.ts'
import type { ListingStore } from '../listing.ts'
import type { GridScroller } from './grid-scroller.ts'
import { itemsIn, type Rows } from '#renderer/ui/justified-rows.ts'

/** A press that moves less than this is a click. */
const SLACK_PX = 4
/** So near to an edge the grid scrolls by itself. */
const EDGE_PX = 40
const FASTEST_PX_PER_FRAME = 28

interface Point {
  readonly x: number
  readonly y: number
}

export interface RubberBandGround {
  readonly scroller: RefObject<HTMLElement | null>
  /** Is given the rectangle's place. */
  readonly band: RefObject<HTMLElement | null>
  readonly grid: GridScroller
  readonly rows: Rows
  readonly aspects: Uint16Array
  readonly listing: ListingStore
}

export function useRubberBand(ground: RubberBandGround): void {
  const latest = useRef(ground)
  useEffect(() => {
    latest.current = ground
  })
  const { scroller } = ground
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let stop: (() => void) | null = null
    const leaving = new AbortController()
    const { signal } = leaving
    function press(event: PointerEvent): void {
      if (element === null || event.button !== 0 || event.pointerType !== 'mouse') return
      const isOnScrollbar = event.offsetX > element.clientWidth && event.target === element
      const isOnCell = event.target instanceof Element && event.target.closest('[data-index]') !== null
      if (isOnScrollbar || (isOnCell && !event.shiftKey)) return
      stop = draw(element, event, () => latest.current)
    }
    function preventDrag(event: DragEvent): void {
      if (event.shiftKey) event.preventDefault()
    }
    element.addEventListener('pointerdown', press, { signal })
    element.addEventListener('dragstart', preventDrag, { capture: true, signal })
    return () => {
      stop?.()
      leaving.abort()
    }
  }, [scroller])
}

/** Follows the pointer from press to release. The returned function ends it early. */
function draw(scroller: HTMLElement, first: PointerEvent, ground: () => RubberBandGround): () => void {
  const adds = first.ctrlKey || first.metaKey
  const before: Ranges = adds ? ground().listing.getState().selection.ranges : NO_RANGES
  const start = contentPoint(first)
  let last = first
  let isDrawn = false
  let frame = 0

  /** From the grid's start edge and the content's upper end. */
  function contentPoint(event: PointerEvent): Point {
    const box = scroller.getBoundingClientRect()
    const isMirrored = getComputedStyle(scroller).direction === 'rtl'
    const x = isMirrored ? box.right - event.clientX : event.clientX - box.left
    return { x, y: event.clientY - box.top + ground().grid.window.position() }
  }
  function update(): void {
    const { band, grid, rows, aspects, listing } = ground()
    const end = contentPoint(last)
    const area = {
      left: Math.min(start.x, end.x),
      right: Math.max(start.x, end.x),
      top: Math.min(start.y, end.y),
      bottom: Math.max(start.y, end.y),
    }
    if (band.current !== null) {
      const { style } = band.current
      style.insetInlineStart = `${area.left}px`
      style.inlineSize = `${area.right - area.left}px`
      const top = Math.max(-2, area.top - grid.window.position())
      style.insetBlockStart = `${top}px`
      style.blockSize = `${Math.min(scroller.clientHeight + 2, area.bottom - grid.window.position()) - top}px`
    }
    listing.selectRanges(rangesOf(valuesOf(itemsIn(rows, aspects, area))), before)
  }
  function scrollOn(): void {
    const box = scroller.getBoundingClientRect()
    const over =
      Math.max(0, last.clientY - (box.bottom - EDGE_PX)) - Math.max(0, box.top + EDGE_PX - last.clientY)
    if (over !== 0) {
      scroller.scrollTop += Math.sign(over) * Math.min(FASTEST_PX_PER_FRAME, Math.abs(over) / 2)
      update()
    }
    frame = requestAnimationFrame(scrollOn)
  }
  function move(event: PointerEvent): void {
    last = event
    const isFar = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > SLACK_PX
    if (!isDrawn && !isFar) return
    if (!isDrawn) {
      isDrawn = true
      ground().band.current?.toggleAttribute('hidden', false)
      frame = requestAnimationFrame(scrollOn)
    }
    update()
  }
  const leaving = new AbortController()
  const { signal } = leaving
  function end(): void {
    leaving.abort()
    cancelAnimationFrame(frame)
    ground().band.current?.toggleAttribute('hidden', true)
    // The click that ends the drawing chooses nothing.
    if (isDrawn) window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
  return end
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

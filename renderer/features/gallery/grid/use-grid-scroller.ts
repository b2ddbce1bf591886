/** Connects the grid's scroller to its element, the thumbnails, the date scale and the details of what is in sight. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { idAt, indexOf, type Order } from '../order.ts'
import { countOf } from '../ranges.ts'
import { useGallery } from '../gallery.ts'
import type { DateScaleHandle } from './date-scale.tsx'
import { createGridScroller, type GridScroller } from './grid-scroller.ts'
import type { GridContent, ShownRows } from './grid-window.ts'
import { firstOf } from '#renderer/ui/justified-rows.ts'

/** Details are asked for after rows stay in sight this long. */
const SETTLED_MS = 60

export function useGridScroller(
  scroller: RefObject<HTMLElement | null>,
  dates: RefObject<DateScaleHandle | null>,
  { rows, order, queryNumber, view }: GridContent,
): { readonly grid: GridScroller; readonly shown: ShownRows } {
  const { details, painter } = useGallery()
  const [grid] = useState(createGridScroller)
  const shown = useSyncExternalStore(grid.subscribe, grid.shown)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    return grid.attach(scroller.current, (state) => {
      const { from, to, isHeadingUp } = grid.window.visible()
      const isScrolling = state === 'scrolling'
      painter.setVisible({ from, to, heading: isScrolling ? (isHeadingUp ? 'up' : 'down') : null })
      if (isScrolling) dates.current?.show(grid)
      else dates.current?.hide()
    })
  }, [grid, painter, scroller, dates])
  useLayoutEffect(() => grid.take({ rows, order, queryNumber, view }), [grid, rows, order, queryNumber, view])
  useEffect(() => {
    const [from, to] = [firstOf(rows, shown.from), firstOf(rows, Math.min(shown.to, rows.count))]
    const timer = setTimeout(
      () => details.want(Array.from({ length: to - from }, (_, place) => idAt(order, from + place))),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [details, order, rows, shown.from, shown.to])
  return { grid, shown }
}

/** When the viewer closes, the cursor goes to the asset that it showed last. */
export function useCursorAfterViewer(
  openId: string | null,
  grid: GridScroller,
  scroller: RefObject<HTMLElement | null>,
): void {
  const { listing } = useGallery()
  const lastOpen = useRef(openId)
  useEffect(() => {
    const seen = lastOpen.current
    lastOpen.current = openId
    const index = seen === null || openId !== null ? -1 : indexOf(listing.getState().order, seen)
    if (index < 0) return
    if (countOf(listing.getState().selection.ranges) > 1) listing.moveCursor(index)
    else listing.select(index)
    revealCell(grid, scroller.current, index)
  }, [openId, listing, grid, scroller])
}

/** The grid takes the focus that nothing has: after a key that led here, and where the cell with the focus went away. */
export function useFreeFocus(scroller: RefObject<HTMLElement | null>, isReady: boolean, order: Order): void {
  useEffect(() => {
    if (!isReady || order.count === 0 || document.activeElement !== document.body) return
    scroller.current
      ?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
      ?.focus({ preventScroll: true })
  }, [scroller, isReady, order])
}

/** Scrolls to a cell and focuses it. */
export function revealCell(grid: GridScroller, scroller: HTMLElement | null, index: number): void {
  flushSync(() => grid.reveal(index))
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}

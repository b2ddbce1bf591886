/**
 * The justified grid over the whole result set: a true scrollbar, and only the rows near the window in the page.
 *
 * Clicks, keys and drags are heard here, once, and find their picture by its place in the order.
 */
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { hasCapability } from '../../../bridge/stores/app-status.ts'
import { useWords } from '../../../ui/text.ts'
import { rowHeightAt } from '../display.ts'
import { idAt, indexOf } from '../order.ts'
import { countOf } from '../ranges.ts'
import { idsOf, isSelected } from '../selection.ts'
import { useGallery, useListing, useDisplay } from '../use-gallery.ts'
import { DateScale, type DateScaleHandle } from './date-scale.tsx'
import { setDragLabel } from './drag-picture.ts'
import { GalleryRow } from './gallery-row.tsx'
import styles from './gallery-grid.module.css'
import { moved } from './grid-moves.ts'
import { createGridScroller } from './grid-scroller.ts'
import { HoverScrub } from './hover-scrub.tsx'
import { firstOf, layRows, rowAt, rowOf } from './rows.ts'
import { useElementSize } from './use-element-size.ts'
import { useRubberBand } from './use-rubber-band.ts'

const GAP = 6
/** What stays in sight so long is worth asking for its details. */
const SETTLED_MS = 60
/** Files that the system is given in one drag. */
const MOST_FILES = 500

export interface GalleryGridProps {
  /** What the viewer shows over the grid; when it closes, the cursor is on what was seen last. */
  readonly openId: string | null
  onOpen(assetId: string): void
}

export function GalleryGrid({ openId, onOpen }: GalleryGridProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const canDragOut = useHostState('status', (state) => hasCapability(state, 'dragOut'))
  const { listing, details, drag, painter } = useGallery()
  const scroller = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  const dates = useRef<DateScaleHandle>(null)
  const { width, height: view } = useElementSize(scroller)
  const order = useListing((state) => state.order)
  const queryNumber = useListing((state) => state.queryNumber)
  const isByDate = useListing((state) => state.sort === 'newest' || state.sort === 'oldest')
  const { ranges, focused } = useListing((state) => state.selection)
  const rowHeight = rowHeightAt(useDisplay((look) => look.zoom))
  const { aspects } = order
  const rows = useMemo(() => layRows(aspects, width, rowHeight, GAP), [aspects, width, rowHeight])

  const [grid] = useState(createGridScroller)
  const shown = useSyncExternalStore(grid.subscribe, grid.shown)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    return grid.attach(scroller.current, (state) => {
      const { from, to, isHeadingUp } = grid.visible()
      const isScrolling = state === 'scrolling'
      painter.look({ from, to, heading: isScrolling ? (isHeadingUp ? 'up' : 'down') : null })
      if (isScrolling) dates.current?.show(grid)
      else dates.current?.hide()
    })
  }, [grid, painter])
  useLayoutEffect(() => grid.take({ rows, order, queryNumber, view }), [grid, rows, order, queryNumber, view])
  useRubberBand({ scroller, band, grid, rows, aspects, listing })

  useEffect(() => {
    const [from, to] = [firstOf(rows, shown.from), firstOf(rows, Math.min(shown.to, rows.count))]
    // Not for what is scrolled past: it is gone before it could be read.
    const timer = setTimeout(
      () => details.want(Array.from({ length: to - from }, (_, place) => idAt(order, from + place))),
      SETTLED_MS,
    )
    return () => clearTimeout(timer)
  }, [details, order, rows, shown.from, shown.to])

  const lastOpen = useRef(openId)
  useEffect(() => {
    const seen = lastOpen.current
    lastOpen.current = openId
    const index = seen === null || openId !== null ? -1 : indexOf(listing.getState().order, seen)
    if (index < 0) return
    const { selection, select, moveCursor } = listing.getState()
    if (countOf(selection.ranges) > 1) moveCursor(index)
    else select(index, { isRange: false, isToggle: false })
    flushSync(() => grid.reveal(index))
    focusCell(scroller.current, index)
  }, [openId, listing, grid])

  const firstInSight = firstOf(rows, rowAt(rows, grid.position()))
  const tabbable = focused ?? firstInSight
  const shownRows = Array.from(
    { length: Math.min(shown.to, rows.count) - shown.from },
    (_, at) => shown.from + at,
  )
  // The row with the cursor stays in the page, or the keyboard would lose its place by scrolling.
  const cursorRow = focused === null || rows.count === 0 ? -1 : rowOf(rows, focused)
  if (cursorRow >= 0 && !shownRows.includes(cursorRow)) shownRows.push(cursorRow)

  function press(event: KeyboardEvent): void {
    if (event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    const here = indexAt(event.target) ?? focused ?? firstInSight
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (isCtrl) listing.getState().select(here, { isRange: false, isToggle: true })
      else onOpen(idAt(order, here))
      return
    }
    const isMirrored = document.documentElement.dir === 'rtl'
    const next = moved(event.key, here, { rows, aspects, view, isMirrored })
    if (next === null) return
    event.preventDefault()
    // With Ctrl the cursor moves alone, to add what it comes to with Ctrl+Space.
    if (isCtrl) listing.getState().moveCursor(next)
    else listing.getState().select(next, { isRange: event.shiftKey, isToggle: false })
    flushSync(() => grid.reveal(next))
    focusCell(scroller.current, next)
  }
  function click(event: MouseEvent): void {
    const index = indexAt(event.target)
    if (index === null) listing.getState().clearSelection()
    else
      listing.getState().select(index, { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey })
  }
  function open(event: MouseEvent): void {
    const index = indexAt(event.target)
    if (index !== null) onOpen(idAt(order, index))
  }
  function startDrag(event: DragEvent): void {
    const index = indexAt(event.target)
    if (index === null) return
    const { select, selection } = listing.getState()
    if (!isSelected(selection, index)) select(index, { isRange: false, isToggle: false })
    const ids = idsOf(order, listing.getState().selection.ranges)
    // A drag of files carries nothing that the page's own places could take.
    if (event.shiftKey && canDragOut && ids.length <= MOST_FILES) {
      event.preventDefault()
      return void bridge.call('library.dragOut', { ids: [...ids] })
    }
    drag.hold(event.dataTransfer, ids)
    setDragLabel(event.dataTransfer, text('gallery.dragged', { count: ids.length }))
  }

  return (
    <div className={styles.place}>
      <div ref={scroller} className={styles.scroller} tabIndex={-1}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the cells take the focus in turn */}
        <div
          role="grid"
          aria-label={text('place.gallery')}
          aria-multiselectable
          aria-rowcount={rows.count}
          className={styles.holder}
          style={{ blockSize: shown.height }}
          onClick={click}
          onDoubleClick={open}
          onKeyDown={press}
          onDragStart={startDrag}
        >
          <div role="presentation" className={styles.rows} style={{ insetBlockStart: shown.top }}>
            {shownRows.map((row) => (
              <GalleryRow
                key={row}
                rows={rows}
                order={order}
                row={row}
                origin={shown.origin}
                selected={ranges}
                tabbable={rowOf(rows, tabbable) === row ? tabbable : -1}
                untitled={text('gallery.untitled')}
              />
            ))}
          </div>
        </div>
      </div>
      <div ref={band} className={styles.band} hidden />
      <HoverScrub scroller={scroller} order={order} />
      {isByDate && <DateScale handle={dates} order={order} rows={rows} view={view} />}
    </div>
  )
}

function indexAt(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return cell === null ? null : Number(cell.dataset['index'])
}

function focusCell(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
}

/** The justified grid over the whole result set: a true scrollbar, and only the rows near the window in the page. */
import { useMemo, useRef } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useElementSize } from '../../../ui/use-element-size.ts'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { rowHeightAt } from '../display.ts'
import { useDisplay, useGallery, useListing } from '../gallery.ts'
import { DateScale, type DateScaleHandle } from './date-scale.tsx'
import { GalleryRow } from './gallery-row.tsx'
import styles from './gallery-grid.module.css'
import type { ShownRows } from './grid-window.ts'
import { HoverScrub } from './hover-scrub.tsx'
import { firstOf, layRows, rowAt, rowOf, type Rows } from '#renderer/ui/justified-rows.ts'
import { useAssetMenu, type AssetMenuTargets } from './use-asset-menu.tsx'
import { useGridHandlers } from './use-grid-handlers.ts'
import { useCursorAfterViewer, useFreeFocus, useGridScroller } from './use-grid-scroller.ts'
import { useRubberBand } from './use-rubber-band.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const GAP = 6
const NO_SIZE = { width: 0, height: 0 }

export interface GalleryGridProps extends AssetMenuTargets {
  /** The asset in the viewer over the grid. */
  readonly openId: string | null
}

export function GalleryGrid({ openId, ...uses }: GalleryGridProps) {
  const { onOpen } = uses
  const { text } = useFormatter()
  const { listing } = useGallery()
  const scroller = useRef<HTMLDivElement>(null)
  const band = useRef<HTMLDivElement>(null)
  const dates = useRef<DateScaleHandle>(null)
  const { width, height: view } = useElementSize(scroller) ?? NO_SIZE
  const order = useListing((state) => state.order)
  const queryNumber = useListing((state) => state.queryNumber)
  const isByDate = useListing((state) => state.sort === 'newest' || state.sort === 'oldest')
  const { ranges, focused } = useListing((state) => state.selection)
  const rowHeight = rowHeightAt(useDisplay(({ zoom }) => zoom))
  const { aspects } = order
  const rows = useMemo(() => layRows(aspects, width, rowHeight, GAP), [aspects, width, rowHeight])
  const { grid, shown } = useGridScroller(scroller, dates, { rows, order, queryNumber, view })
  useRubberBand({ scroller, band, grid, rows, aspects, listing })
  useCursorAfterViewer(openId, grid, scroller)
  useFreeFocus(scroller, openId === null && shown.to > shown.from, order)
  const cursor = focused ?? firstOf(rows, rowAt(rows, grid.window.position()))
  const { menu, openAt } = useAssetMenu(uses)
  const handlers = useGridHandlers({ grid, scroller, rows, order, view, cursor, onOpen, onMenu: openAt })
  return (
    <div className={classNames(u.relative, u.tall)}>
      <div ref={scroller} className={classNames(u.tall, u.scrollDown, styles.scroller)} tabIndex={-1}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the cells take the focus in turn */}
        <div
          role="grid"
          aria-label={text('place.gallery')}
          aria-multiselectable
          aria-rowcount={rows.count}
          className={styles.holder}
          style={{ blockSize: shown.height }}
          {...handlers}
        >
          <div role="presentation" className={styles.rows} style={{ insetBlockStart: shown.top }}>
            {rowsInPage(rows, shown, focused).map((row) => (
              <GalleryRow
                key={row}
                rows={rows}
                order={order}
                row={row}
                origin={shown.origin}
                selected={ranges}
                tabbable={rowOf(rows, cursor) === row ? cursor : -1}
                untitled={text('gallery.untitled')}
              />
            ))}
          </div>
        </div>
      </div>
      {menu}
      <div ref={band} className={styles.band} hidden />
      <HoverScrub scroller={scroller} order={order} />
      {isByDate && <DateScale handle={dates} order={order} rows={rows} view={view} />}
    </div>
  )
}

/** Those near the window, and the row with the cursor: without it the keyboard would lose its place by scrolling. */
function rowsInPage(rows: Rows, shown: ShownRows, focused: number | null): readonly number[] {
  const { from, to } = shown
  const inPage = Array.from({ length: Math.min(to, rows.count) - from }, (_, at) => from + at)
  const cursorRow = focused === null || rows.count === 0 ? -1 : rowOf(rows, focused)
  return cursorRow < 0 || inPage.includes(cursorRow) ? inPage : [...inPage, cursorRow]
}

const SKELETON_WIDTHS = [200, 300, 150, 266, 200, 200, 356, 150, 200, 266, 300, 200, 150, 200, 356]

/** The grid's shape while the first page is on its way. */
export function GridSkeleton() {
  const isShown = useDelayed(true)
  if (!isShown) return null
  return (
    <div className={classNames(u.flex, u.wrap, u.gap6, u.clip, u.tall)}>
      {SKELETON_WIDTHS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes
        <Skeleton key={index} width={width} height={200} />
      ))}
    </div>
  )
}

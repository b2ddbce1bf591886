/** The justified grid: only the rows near the window are in the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useWords } from '../../ui/text.ts'
import { useElementWidth } from '../../ui/use-element-width.ts'
import { GalleryCell } from './gallery-cell.tsx'
import styles from './gallery-grid.module.css'
import { ROW_HEIGHTS, type GalleryStore } from './gallery-store.ts'
import { justify, rowOf, verticalNeighbour } from './justify.ts'

const GAP = 6
/** Rows before the end at which the next page is asked for. */
const AHEAD = 12

export interface GalleryGridProps {
  readonly gallery: GalleryStore
  onOpen(assetId: string): void
}

export function GalleryGrid({ gallery, onOpen }: GalleryGridProps) {
  const { text } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useElementWidth(scroller)
  const assets = useStore(gallery, (state) => state.assets)
  const zoom = useStore(gallery, (state) => state.zoom)
  const focused = useStore(gallery, (state) => state.selection.focused)
  const rows = useMemo(() => {
    const shapes = assets.map((asset) => (asset.width ?? 1) / (asset.height ?? 1))
    return justify(shapes, width, ROW_HEIGHTS[zoom] ?? ROW_HEIGHTS[2], GAP)
  }, [assets, width, zoom])
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    gap: GAP,
    overscan: 3,
  })
  useEffect(() => virtual.measure(), [rows, virtual])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) void gallery.getState().loadMore()
  }, [gallery, last, rows.length])

  const focusedIndex = focused === null ? -1 : assets.findIndex(({ id }) => id === focused)
  const tabbable = focusedIndex >= 0 ? focusedIndex : (rows[items[0]?.index ?? 0]?.first ?? 0)

  function press(event: KeyboardEvent): void {
    const from = Math.max(0, focusedIndex)
    const to = nextIndex(event.key, from)
    if (to === null) return
    event.preventDefault()
    const target = assets[Math.min(assets.length - 1, Math.max(0, to))]
    if (target === undefined) return
    gallery.getState().select(target.id, { isRange: event.shiftKey, isToggle: false })
    virtual.scrollToIndex(rowOf(rows, to), { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-asset="${CSS.escape(target.id)}"]`)?.focus(),
    )
  }

  function nextIndex(key: string, from: number): number | null {
    const isMirrored = document.documentElement.dir === 'rtl'
    switch (key) {
      case 'ArrowRight':
        return isMirrored ? from - 1 : from + 1
      case 'ArrowLeft':
        return isMirrored ? from + 1 : from - 1
      case 'ArrowDown':
        return verticalNeighbour(rows, from, 1)
      case 'ArrowUp':
        return verticalNeighbour(rows, from, -1)
      case 'Home':
        return 0
      case 'End':
        return assets.length - 1
      default:
        return null
    }
  }

  return (
    <div className={styles.scroller} ref={scroller}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the cells take the focus in turn */}
      <div
        role="grid"
        aria-label={text('place.gallery')}
        aria-multiselectable
        aria-rowcount={rows.length}
        className={styles.grid}
        style={{ blockSize: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {items.map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be windowed row by row
              role="row"
              aria-rowindex={item.index + 1}
              className={styles.row}
              style={{ transform: `translateY(${item.start}px)`, blockSize: row.height }}
            >
              {row.widths.map((cellWidth, index) => {
                const asset = assets[row.first + index]
                return (
                  asset !== undefined && (
                    <GalleryCell
                      key={asset.id}
                      gallery={gallery}
                      asset={asset}
                      width={cellWidth}
                      isTabbable={row.first + index === tabbable}
                      onOpen={onOpen}
                    />
                  )
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

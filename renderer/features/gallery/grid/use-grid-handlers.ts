/** Clicks, keys and drags of the whole grid: each finds its asset by the cell's place in the order. */
import type { DragEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useCapability, useHost } from '#renderer/bridge/host.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { type Rows, rowOf, topOf, verticalNeighbour } from '#renderer/ui/justified-rows.ts'
import styles from './gallery-grid.module.css'
import { idAt, type Order } from '../order.ts'
import { idsOf, isSelected } from '../selection.ts'
import { useGallery } from '../gallery.ts'
import type { GridScroller } from './grid-scroller.ts'
import { revealCell } from './use-grid-scroller.ts'

/** Files that the system is given in one drag. */
const MAX_FILES = 500

interface GridTarget {
  readonly grid: GridScroller
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: Rows
  readonly order: Order
  /** Height of the window in pixels. */
  readonly view: number
  /** Where keys start when no cell has the focus. */
  readonly cursor: number
  onOpen(assetId: string): void
  onMenu(event: MouseEvent, index: number): void
}

export function useGridHandlers(target: GridTarget) {
  const { grid, scroller, rows, order, view, cursor, onOpen, onMenu } = target
  const { text } = useFormatter()
  const { bridge } = useHost()
  const canDragOut = useCapability('dragOut')
  const { listing, drag } = useGallery()
  return {
    onClick(event: MouseEvent): void {
      const index = indexAt(event.target)
      if (index === null) listing.clearSelection()
      else listing.select(index, { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey })
    },
    onDoubleClick(event: MouseEvent): void {
      const index = indexAt(event.target)
      if (index !== null) onOpen(idAt(order, index))
    },
    onContextMenu(event: MouseEvent): void {
      const index = indexAt(event.target)
      if (index !== null) onMenu(event, index)
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.altKey) return
      const isCtrl = event.ctrlKey || event.metaKey
      const here = indexAt(event.target) ?? cursor
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        if (isCtrl) listing.select(here, { isRange: false, isToggle: true })
        else onOpen(idAt(order, here))
        return
      }
      const isMirrored = document.documentElement.dir === 'rtl'
      const next = moved(event.key, here, { rows, aspects: order.aspects, view, isMirrored })
      if (next === null) return
      event.preventDefault()
      // With Ctrl only the cursor moves; Ctrl+Space then adds its cell to the selection.
      if (isCtrl) listing.moveCursor(next)
      else listing.select(next, { isRange: event.shiftKey, isToggle: false })
      revealCell(grid, scroller.current, next)
    },
    onDragStart(event: DragEvent): void {
      const index = indexAt(event.target)
      if (index === null) return
      if (!isSelected(listing.getState().selection, index)) listing.select(index)
      const ids = idsOf(order, listing.getState().selection.ranges)
      // A drag of files cannot be dropped on places of the page.
      if (event.shiftKey && canDragOut && ids.length <= MAX_FILES) {
        event.preventDefault()
        return void bridge.call('library.dragOut', { ids: [...ids] })
      }
      drag.hold(event.dataTransfer, ids)
      setDragLabel(event.dataTransfer, text('gallery.dragged', { count: ids.length }))
    },
  }
}

function indexAt(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return cell === null ? null : Number(cell.dataset['index'])
}

/** Shows at the pointer how many assets are dragged. */
function setDragLabel(transfer: DataTransfer, text: string): void {
  const label = document.createElement('div')
  label.className = styles.dragLabel ?? ''
  label.textContent = text
  document.body.append(label)
  transfer.setDragImage(label, -12, -4)
  // The browser has drawn it by the next frame.
  requestAnimationFrame(() => label.remove())
}

/** Where the cursor goes with each key of the grid. */
interface Ground {
  readonly rows: Rows
  readonly aspects: Uint16Array
  /** Height of the window in pixels. */
  readonly view: number
  readonly isMirrored: boolean
}

/** The item that `key` leads to from item `from`; null where the key means nothing here. */
function moved(key: string, from: number, { rows, aspects, view, isMirrored }: Ground): number | null {
  const last = aspects.length - 1
  if (last < 0) return null
  const to = (index: number): number => Math.max(0, Math.min(last, index))
  switch (key) {
    case 'ArrowRight':
      return to(from + (isMirrored ? -1 : 1))
    case 'ArrowLeft':
      return to(from + (isMirrored ? 1 : -1))
    case 'ArrowDown':
      return verticalNeighbour(rows, aspects, from, 1)
    case 'ArrowUp':
      return verticalNeighbour(rows, aspects, from, -1)
    case 'PageDown':
      return byPixels(rows, aspects, from, view)
    case 'PageUp':
      return byPixels(rows, aspects, from, -view)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** As many rows up or down as fit into `pixels`, at least one. */
function byPixels(rows: Rows, aspects: Uint16Array, from: number, pixels: number): number {
  const step = pixels > 0 ? 1 : -1
  const target = topOf(rows, rowOf(rows, from)) + pixels
  let index = from
  for (;;) {
    const next = verticalNeighbour(rows, aspects, index, step)
    if (next === index) return index
    const top = topOf(rows, rowOf(rows, next))
    const isTooFar = step > 0 ? top > target : top < target
    if (isTooFar && index !== from) return index
    index = next
    if (isTooFar) return index
  }
}

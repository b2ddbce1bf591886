/** Dragging what waits to another place of the list. */
import { useRef, useState, type DragEvent } from 'react'
import type { Row } from './queue-rows.ts'
import { tasksOf } from './queue-rows.ts'
import { dropTarget } from './waiting-order.ts'

const TYPE = 'application/x-atelier-tasks'

export interface RowDrag {
  /** Where the dragged tasks would go. */
  readonly over: { readonly index: number; readonly side: 'before' | 'after' } | null
  start(event: DragEvent, row: Row): void
  end(): void
  readonly handlers: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
}

export function useRowDrag(
  rows: readonly Row[],
  selected: ReadonlySet<string>,
  onMove: (ids: ReadonlySet<string>, before: string | null) => void,
): RowDrag {
  const [over, setOver] = useState<RowDrag['over']>(null)
  const moved = useRef<ReadonlySet<string>>(new Set())
  function placeAt(event: DragEvent): RowDrag['over'] {
    if (!event.dataTransfer.types.includes(TYPE)) return null
    const element = event.target instanceof Element ? event.target.closest('[data-index]') : null
    const index = Number(element?.getAttribute('data-index') ?? NaN)
    if (element === null || rows[index]?.section !== 'next') return null
    const { top, height } = element.getBoundingClientRect()
    // In front of the first means behind its heading.
    const isHeading = rows[index].kind === 'section'
    return { index, side: isHeading || event.clientY > top + height / 2 ? 'after' : 'before' }
  }
  return {
    over,
    start(event, row) {
      const own = tasksOf(row).map(({ id }) => id)
      moved.current = own.every((id) => selected.has(id)) ? selected : new Set(own)
      event.dataTransfer.setData(TYPE, own.join())
      event.dataTransfer.effectAllowed = 'move'
      const shown = event.target instanceof Element ? event.target.closest('[data-index]') : null
      if (shown !== null) event.dataTransfer.setDragImage(shown, 16, 28)
    },
    end: () => setOver(null),
    handlers: {
      onDragOver(event) {
        const place = placeAt(event)
        if (place?.index !== over?.index || place?.side !== over?.side) setOver(place)
        if (place === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragLeave(event) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null)
      },
      onDrop(event) {
        const place = placeAt(event)
        setOver(null)
        if (place === null) return
        event.preventDefault()
        onMove(moved.current, dropTarget(rows, moved.current, place.index, place.side))
      },
    },
  }
}

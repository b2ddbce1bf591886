/** What the reader sees stays in its place while rows above it are laid out anew; at the very top the newest comes in sight. */
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { FeedRow } from './feed-rows.ts'

export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  rows: readonly FeedRow[],
): void {
  const anchor = useRef<{ readonly key: string; readonly offset: number } | null>(null)
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
    const element = scroller.current
    if (element === null || anchor.current === null) return
    const { key, offset } = anchor.current
    const start = virtual.measurementsCache[rows.findIndex((row) => holds(row, key))]?.start
    if (start !== undefined && Math.abs(start + offset - element.scrollTop) >= 1)
      element.scrollTo({ top: start + offset })
  }, [rows, scroller, virtual])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const remember = (): void => {
      const { scrollTop } = element
      const item = scrollTop <= 0 ? undefined : virtual.getVirtualItemForOffset(scrollTop)
      const row = item === undefined ? undefined : latest.current[item.index]
      const key = row?.kind === 'tiles' ? row.cells[0]?.key : row?.key
      anchor.current =
        item === undefined || key === undefined ? null : { key, offset: scrollTop - item.start }
    }
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, virtual])
}

function holds(row: FeedRow, key: string): boolean {
  return row.kind === 'tiles' ? row.cells.some((cell) => cell.key === key) : row.key === key
}

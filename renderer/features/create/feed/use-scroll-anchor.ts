/**
 * What the reader is at stays in its place while rows above it are laid out anew: what the keyboard is at, or else what is at
 * the top of the window. At the very top the newest comes in sight.
 */
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type FeedRow, holdsKey } from './feed-rows.ts'

type FeedVirtualizer = Virtualizer<HTMLDivElement, Element>

interface Anchor {
  readonly key: string
  /** From the start of its row to the top of the window, in pixels. */
  readonly offset: number
}

export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  virtual: FeedVirtualizer,
  rows: readonly FeedRow[],
): void {
  const anchor = useRef<Anchor | null>(null)
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
    const element = scroller.current
    if (element === null || anchor.current === null) return
    const { key, offset } = anchor.current
    const start = startOf(virtual, rows, key)
    if (start !== undefined && Math.abs(start + offset - element.scrollTop) >= 1)
      element.scrollTo({ top: start + offset })
  }, [rows, scroller, virtual])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const remember = (): void => {
      const focused = keyOf(element.querySelector(':focus-visible'))
      anchor.current =
        focused === undefined
          ? anchorAtTop(virtual, latest.current, element.scrollTop)
          : anchorOf(virtual, latest.current, element.scrollTop, focused)
    }
    element.addEventListener('scroll', remember, { passive: true })
    document.addEventListener('focusin', remember)
    return () => {
      element.removeEventListener('scroll', remember)
      document.removeEventListener('focusin', remember)
    }
  }, [scroller, virtual])
}

/** The key of the part of the feed that an element is in. */
export function keyOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-key]')?.dataset['key']
}

function anchorAtTop(virtual: FeedVirtualizer, rows: readonly FeedRow[], scrollTop: number): Anchor | null {
  const item = scrollTop <= 0 ? undefined : virtual.getVirtualItemForOffset(scrollTop)
  const row = item === undefined ? undefined : rows[item.index]
  const key = row?.kind === 'tiles' ? row.cells[0]?.key : row?.key
  return item === undefined || key === undefined ? null : { key, offset: scrollTop - item.start }
}

function anchorOf(
  virtual: FeedVirtualizer,
  rows: readonly FeedRow[],
  scrollTop: number,
  key: string,
): Anchor | null {
  const start = startOf(virtual, rows, key)
  return start === undefined ? null : { key, offset: scrollTop - start }
}

function startOf(virtual: FeedVirtualizer, rows: readonly FeedRow[], key: string): number | undefined {
  return virtual.measurementsCache[rows.findIndex((row) => holdsKey(row, key))]?.start
}

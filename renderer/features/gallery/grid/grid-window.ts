/**
 * Which rows of the grid are in the page, and where the page stands: the first item in sight stays in its place through
 * zoom, resizing and changes of the library, and a new question starts at the top.
 *
 * Owns the arithmetic and the memory of where the reader was. The element that scrolls is its user's.
 */
import { placeOf, type Order } from '../order.ts'
import { firstOf, heightOf, rowAt, rowHeight, rowOf, topOf, type Rows } from './rows.ts'
import { createScrollSpace, placed, scrolled, type ScrollSpace } from './scroll-space.ts'

export interface GridContent {
  readonly rows: Rows
  readonly order: Order
  /** Another number is another result set. */
  readonly queryNumber: number
  /** Height of the window in pixels. */
  readonly view: number
}

export interface ShownRows {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Height of the element that is scrolled. */
  readonly height: number
  /** Where the content's pixel `origin` stands in that element: positions near it are small and exact. */
  readonly top: number
  readonly origin: number
}

export interface GridWindow {
  /** Takes other content; answers where the page is to be scrolled to, or null where it stays. */
  take(content: GridContent): number | null
  /** The page stands at `scrollTop`; false where it was put there by what is told here, and not by the reader. */
  scrolledTo(scrollTop: number): boolean
  /** Where the page is to be scrolled to so that item `index` is in sight; null where it is. */
  reveal(index: number): number | null
  /** The page rests: where it is to be scrolled to so that the scrollbar is in proportion, without anything moving. */
  rest(): number | null
  shown(): ShownRows
  /** The items in sight, and where the reader is heading. */
  visible(): { readonly from: number; readonly to: number; readonly isHeadingUp: boolean }
  /** The content's position at the upper edge of the window, in pixels. */
  position(): number
  /** Share of the way down, 0 to 1. */
  progress(): number
}

/** Rows beyond the window's edges, as a share of its height: where the reader is heading, and where they come from. */
const AHEAD = 0.75
const BEHIND = 0.25
/** Below the last row, so that what floats at the foot of the grid hides nothing. */
export const FOOT_PX = 64
const ORIGIN_STEP = 65_536

export function createGridWindow(): GridWindow {
  let content: GridContent | null = null
  let space: ScrollSpace = createScrollSpace(0)
  let scrollTop = 0
  let isHeadingUp = false
  /** The first item in sight, and how far its row reaches above the window. */
  let anchor = { index: 0, above: 0 }

  const at = (): number => scrollTop + space.shift
  const view = (): number => content?.view ?? 0

  function place(position: number): number {
    const next = placed(space, position, view())
    space = next.space
    scrollTop = next.scrollTop
    return scrollTop
  }
  function remember(): void {
    if (content === null) return
    const { rows } = content
    let row = rowAt(rows, at())
    if (topOf(rows, row) + rowHeight(rows, row) <= at() && row + 1 < rows.count) row += 1
    anchor = { index: firstOf(rows, row), above: at() - topOf(rows, row) }
  }
  function anchorIn(before: GridContent, next: GridContent): number {
    if (before.order === next.order) return anchor.index
    for (let index = anchor.index; index < before.order.count; index++) {
      const found = placeOf(next.order, before.order, index)
      if (found >= 0) return found
    }
    return Math.max(0, next.order.count - 1)
  }

  return {
    take(next) {
      const before = content
      content = next
      const isSamePlace =
        before?.rows === next.rows && before.view === next.view && before.order.words === next.order.words
      if (isSamePlace) return null
      const fresh = createScrollSpace(heightOf(next.rows) + FOOT_PX)
      if (before === null || before.queryNumber !== next.queryNumber || before.rows.count === 0) {
        space = fresh
        anchor = { index: 0, above: 0 }
        return place(0)
      }
      // At the very top the reader looks at what is newest, whatever that is.
      const wasAtTop = at() < 1
      const index = wasAtTop ? 0 : anchorIn(before, next)
      const above = wasAtTop ? 0 : Math.min(anchor.above, rowHeight(next.rows, rowOf(next.rows, index)) - 1)
      anchor = { index, above: anchor.above }
      space = fresh
      return place(topOf(next.rows, rowOf(next.rows, index)) + above)
    },
    scrolledTo(now) {
      // Browsers round what they are told.
      if (Math.abs(now - scrollTop) < 1) return false
      isHeadingUp = now < scrollTop
      space = scrolled(space, scrollTop, now, view())
      scrollTop = now
      remember()
      return true
    },
    reveal(index) {
      if (content === null) return null
      const { rows } = content
      const row = rowOf(rows, index)
      const [top, height] = [topOf(rows, row), rowHeight(rows, row)]
      const isAbove = top < at()
      const isBelow = top + height > at() + view() - FOOT_PX
      if (!isAbove && !isBelow) return null
      const target = isAbove || height > view() - FOOT_PX ? top : top + height - view() + FOOT_PX
      const next = place(target)
      remember()
      return next
    },
    rest() {
      if (space.shown === space.height) return null
      const before = scrollTop
      return place(at()) === before ? null : scrollTop
    },
    shown() {
      if (content === null || content.rows.count === 0)
        return { from: 0, to: 0, height: 0, top: 0, origin: 0 }
      const { rows } = content
      const [above, below] = isHeadingUp ? [AHEAD, BEHIND] : [BEHIND, AHEAD]
      const from = rowAt(rows, at() - above * view())
      const to = rowAt(rows, at() + (1 + below) * view()) + 1
      const origin = Math.floor(topOf(rows, from) / ORIGIN_STEP) * ORIGIN_STEP
      return { from, to, height: space.shown, origin, top: origin - space.shift }
    },
    visible() {
      if (content === null || content.rows.count === 0) return { from: 0, to: 0, isHeadingUp }
      const { rows } = content
      const last = rowAt(rows, at() + view() - 1)
      return { from: firstOf(rows, rowAt(rows, at())), to: firstOf(rows, last + 1), isHeadingUp }
    },
    position: at,
    progress: () => (space.height > view() ? at() / (space.height - view()) : 0),
  }
}

/**
 * Which rows of the grid are in the page, and where the page stands: the first item in sight stays in its place through
 * zoom, resizing and changes of the library, and a new query starts at the top.
 *
 * Owns the arithmetic and the memory of where the reader was. The element that scrolls is its user's.
 */
import { placeOf, type Order } from '../order.ts'
import { firstOf, heightOf, rowAt, rowHeight, rowOf, topOf, type Rows } from '#renderer/ui/justified-rows.ts'
import { createScrollSpace, placed, scrolled, type ScrollSpace } from './scroll-space.ts'

export interface GridContent {
  readonly rows: Rows
  readonly order: Order
  /** Another number is another query. */
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
  /** The position of the content's pixel `origin` in that element: positions near it are small and exact. */
  readonly top: number
  readonly origin: number
}

/** Rows beyond the window's edges, as a share of its height: where the reader is heading, and where they come from. */
const AHEAD = 0.75
const BEHIND = 0.25
/** Below the last row, so that what floats at the foot of the grid hides nothing. */
export const FOOT_PX = 64
const ORIGIN_STEP = 65_536

export class GridWindow {
  #content: GridContent | null = null
  #space: ScrollSpace = createScrollSpace(0)
  #scrollTop = 0
  #isHeadingUp = false
  /** The first item in sight, and how far its row reaches above the window. */
  #anchor = { index: 0, above: 0 }

  get #view(): number {
    return this.#content?.view ?? 0
  }

  /** The content's position at the upper edge of the window, in pixels. */
  position(): number {
    return this.#scrollTop + this.#space.shift
  }

  /** Share of the way down, 0 to 1. */
  progress(): number {
    const way = this.#space.height - this.#view
    return way > 0 ? this.position() / way : 0
  }

  /** Takes other content. Returns where to scroll to, or null where the page stays. */
  take(next: GridContent): number | null {
    const before = this.#content
    this.#content = next
    const isSamePlace =
      before?.rows === next.rows && before.view === next.view && before.order.words === next.order.words
    if (isSamePlace) return null
    const fresh = createScrollSpace(heightOf(next.rows) + FOOT_PX)
    if (before === null || before.queryNumber !== next.queryNumber || before.rows.count === 0) {
      this.#space = fresh
      this.#anchor = { index: 0, above: 0 }
      return this.#place(0)
    }
    // A reader at the very top stays there and sees what is newest.
    const wasAtTop = this.position() < 1
    const index = wasAtTop ? 0 : this.#anchorIn(before, next)
    const rowLimit = rowHeight(next.rows, rowOf(next.rows, index)) - 1
    const above = wasAtTop ? 0 : Math.min(this.#anchor.above, rowLimit)
    this.#anchor = { index, above: this.#anchor.above }
    this.#space = fresh
    return this.#place(topOf(next.rows, rowOf(next.rows, index)) + above)
  }

  /** The page stands at `now`. False where this object put it there, not the reader. */
  scrolledTo(now: number): boolean {
    // Browsers round what they are told.
    if (Math.abs(now - this.#scrollTop) < 1) return false
    this.#isHeadingUp = now < this.#scrollTop
    this.#space = scrolled(this.#space, this.#scrollTop, now, this.#view)
    this.#scrollTop = now
    this.#remember()
    return true
  }

  /** Where to scroll to so that item `index` is in sight; null where it is. */
  reveal(index: number): number | null {
    if (this.#content === null) return null
    const { rows } = this.#content
    const row = rowOf(rows, index)
    const [top, height] = [topOf(rows, row), rowHeight(rows, row)]
    const [at, room] = [this.position(), this.#view - FOOT_PX]
    const isAbove = top < at
    const isBelow = top + height > at + room
    if (!isAbove && !isBelow) return null
    const next = this.#place(isAbove || height > room ? top : top + height - room)
    this.#remember()
    return next
  }

  /** After scrolling: where to scroll to so that the scrollbar is in proportion, with nothing moving. Null where it is. */
  rest(): number | null {
    if (this.#space.shown === this.#space.height) return null
    const before = this.#scrollTop
    return this.#place(this.position()) === before ? null : this.#scrollTop
  }

  shown(): ShownRows {
    if (this.#content === null || this.#content.rows.count === 0)
      return { from: 0, to: 0, height: 0, top: 0, origin: 0 }
    const { rows } = this.#content
    const [above, below] = this.#isHeadingUp ? [AHEAD, BEHIND] : [BEHIND, AHEAD]
    const from = rowAt(rows, this.position() - above * this.#view)
    const to = rowAt(rows, this.position() + (1 + below) * this.#view) + 1
    const origin = Math.floor(topOf(rows, from) / ORIGIN_STEP) * ORIGIN_STEP
    return { from, to, height: this.#space.shown, origin, top: origin - this.#space.shift }
  }

  /** The items in sight, and where the reader is heading. */
  visible(): { readonly from: number; readonly to: number; readonly isHeadingUp: boolean } {
    const isHeadingUp = this.#isHeadingUp
    if (this.#content === null || this.#content.rows.count === 0) return { from: 0, to: 0, isHeadingUp }
    const { rows } = this.#content
    const last = rowAt(rows, this.position() + this.#view - 1)
    return { from: firstOf(rows, rowAt(rows, this.position())), to: firstOf(rows, last + 1), isHeadingUp }
  }

  #place(position: number): number {
    const next = placed(this.#space, position, this.#view)
    this.#space = next.space
    this.#scrollTop = next.scrollTop
    return this.#scrollTop
  }

  #remember(): void {
    if (this.#content === null) return
    const { rows } = this.#content
    const at = this.position()
    let row = rowAt(rows, at)
    if (topOf(rows, row) + rowHeight(rows, row) <= at && row + 1 < rows.count) row += 1
    this.#anchor = { index: firstOf(rows, row), above: at - topOf(rows, row) }
  }

  #anchorIn(before: GridContent, next: GridContent): number {
    const { index: first } = this.#anchor
    if (before.order === next.order) return first
    for (let index = first; index < before.order.count; index++) {
      const found = placeOf(next.order, before.order, index)
      if (found >= 0) return found
    }
    return Math.max(0, next.order.count - 1)
  }
}

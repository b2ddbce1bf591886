import { describe, expect, it } from 'vitest'
import { GridWindow, FOOT_PX, type GridContent } from '#renderer/features/gallery/grid/grid-window.ts'
import { heightOf, layRows, rowHeight, rowOf, topOf } from '#renderer/ui/justified-rows.ts'
import { idAt, indexOf, type Order } from '#renderer/features/gallery/order.ts'
import { orderOf } from '../layouts.ts'

const VIEW = 700
/** Several rows of items that were not there before. */
const ARRIVED = Array.from({ length: 56 }, (_, index) => `item ${9_002 + index}`)
const names = Array.from({ length: 2_000 }, (_, index) => `item ${index}`)
const orderNamed = (list: readonly string[]) =>
  orderOf(list.map((name) => ({ name, width: 100 + (Number(name.slice(5)) % 7) * 30, height: 150 })))
const ORDER = orderNamed(names)

function contentOf(
  order: Order,
  more: Partial<GridContent> & { width?: number; rowHeight?: number } = {},
): GridContent {
  const { width = 1_000, rowHeight = 150, ...rest } = more
  return { rows: layRows(order.aspects, width, rowHeight, 6), order, queryNumber: 1, view: VIEW, ...rest }
}

/** The distance from the window's upper edge to the row of an item. */
function placeIn(window: GridWindow, { rows, order }: GridContent, id: string): number {
  return topOf(rows, rowOf(rows, indexOf(order, id))) - window.position()
}

function scrolledTo(position: number) {
  const window = new GridWindow()
  const content = contentOf(ORDER)
  window.take(content)
  window.scrolledTo(position)
  const row = content.rows.tops.findIndex((top, at) => top + rowHeight(content.rows, at) > position)
  return { window, content, first: idAt(ORDER, content.rows.firsts[row] ?? 0) }
}

describe('the window on the grid', () => {
  it('has only rows near it in the page, more of them where the reader is heading', () => {
    const { window, content } = scrolledTo(20_000)
    const down = window.shown()
    expect(topOf(content.rows, down.from)).toBeGreaterThan(20_000 - VIEW)
    expect(topOf(content.rows, down.to)).toBeLessThan(20_000 + 2.5 * VIEW)
    expect(topOf(content.rows, down.to)).toBeGreaterThan(20_000 + 1.7 * VIEW)
    window.scrolledTo(19_990)
    const up = window.shown()
    expect(20_000 - topOf(content.rows, up.from)).toBeGreaterThan(0.7 * VIEW)
    expect(down.height).toBe(heightOf(content.rows) + FOOT_PX)
  })
  it('keeps the first item in sight in its place through zoom and resizing, there and back', () => {
    const { window, content, first } = scrolledTo(20_013)
    const before = placeIn(window, content, first)
    for (const change of [
      { width: 1_400 },
      { rowHeight: 280 },
      { rowHeight: 64 },
      { width: 640 },
      { view: 300 },
      {},
    ]) {
      const next = contentOf(ORDER, change)
      window.take(next)
      expect(placeIn(window, next, first)).toBeLessThanOrEqual(0)
      expect(placeIn(window, next, first)).toBeGreaterThan(-280)
    }
    expect(placeIn(window, contentOf(ORDER), first)).toBe(before)
  })
  it('keeps it when items arrive above it and go away below it', () => {
    const { window, content, first } = scrolledTo(20_013)
    const before = placeIn(window, content, first)
    const changed = orderNamed([...ARRIVED, ...names.slice(0, 1_500)])
    const next = contentOf(changed)
    expect(window.take(next)).not.toBeNull()
    expect(placeIn(window, next, first)).toBe(before)
  })
  it('goes on with the next item where the first in sight is gone', () => {
    const { window, content, first } = scrolledTo(20_000)
    const at = indexOf(ORDER, first)
    const next = contentOf(orderNamed(names.filter((_, index) => index !== at)))
    window.take(next)
    const { rows, order } = next
    expect(rowOf(rows, indexOf(order, idAt(ORDER, at + 1)))).toBe(rowOf(rows, at))
    expect(
      Math.abs(
        placeIn(window, next, idAt(ORDER, at + 1)) - placeIn(scrolledTo(20_000).window, content, first),
      ),
    ).toBeLessThan(1)
  })
  it('stays at the top where the reader is at the top, so that what is new is seen', () => {
    const window = new GridWindow()
    window.take(contentOf(ORDER))
    expect(window.take(contentOf(orderNamed([...ARRIVED, ...names])))).toBe(0)
  })
  it('starts at the top with another question', () => {
    const { window } = scrolledTo(20_000)
    expect(window.take(contentOf(orderNamed(names.slice(500)), { queryNumber: 2 }))).toBe(0)
  })
  it('is not moved by what changes no place', () => {
    const { window, content } = scrolledTo(20_000)
    expect(window.take({ ...content, order: { ...ORDER, marks: ORDER.marks.slice() } })).toBeNull()
  })
  it('brings an item into sight by the shortest way', () => {
    const { window, content } = scrolledTo(20_000)
    const { rows } = content
    const inSight = rows.firsts[rows.tops.findIndex((top) => top > 20_100)] ?? 0
    expect(window.reveal(inSight)).toBeNull()
    expect(window.reveal(0)).toBe(0)
    const end = window.reveal(1_999)
    expect(end).toBe(heightOf(rows) + FOOT_PX - VIEW)
  })
  it('tells the page apart from the reader', () => {
    const { window } = scrolledTo(20_000)
    expect(window.scrolledTo(20_000.4)).toBe(false)
    expect(window.scrolledTo(20_020)).toBe(true)
  })
})

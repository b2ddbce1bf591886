/**
 * What is selected in the grid, and how clicks and keys change it: by place in the order, so that everything of a large
 * library costs no more than one item.
 */
import { idAt, placeOf, type Order } from './order.ts'
import {
  contains,
  NO_RANGES,
  rangesOf,
  union,
  valuesOf,
  withoutRange,
  withRange,
  type Ranges,
} from './ranges.ts'

export interface Selection {
  readonly ranges: Ranges
  /** Where a Shift range starts. */
  readonly anchor: number | null
  /** The item that has the cursor. */
  readonly focused: number | null
}

export const NOTHING_SELECTED: Selection = { ranges: NO_RANGES, anchor: null, focused: null }

export interface SelectionKeys {
  /** Shift: from the anchor to here. */
  readonly isRange: boolean
  /** Ctrl or Cmd: in addition to the selection. */
  readonly isToggle: boolean
}

/** The selection after item `index` was chosen by click or by moving the cursor onto it. */
export function choose(selection: Selection, index: number, keys: SelectionKeys): Selection {
  const { ranges, anchor } = selection
  if (keys.isRange && anchor !== null) {
    const [from, to] = [Math.min(anchor, index), Math.max(anchor, index) + 1]
    return { ranges: withRange(keys.isToggle ? ranges : NO_RANGES, from, to), anchor, focused: index }
  }
  if (!keys.isToggle) return { ranges: withRange(NO_RANGES, index, index + 1), anchor: index, focused: index }
  const change = contains(ranges, index) ? withoutRange : withRange
  return { ranges: change(ranges, index, index + 1), anchor: index, focused: index }
}

export function chooseAll(selection: Selection, count: number): Selection {
  return { ...selection, ranges: withRange(NO_RANGES, 0, count) }
}

/** Selects what a rectangle touches, in addition to `before`. */
export function chooseRanges(selection: Selection, touched: Ranges, before: Ranges): Selection {
  const last = touched.at(-1)
  const focused = last === undefined ? selection.focused : last.to - 1
  return { ranges: union(before, touched), anchor: touched[0]?.from ?? selection.anchor, focused }
}

export function isSelected({ ranges }: Selection, index: number): boolean {
  return contains(ranges, index)
}

/** What an action is about: the selection, or else the item with the cursor. */
export function targetsOf({ ranges, focused }: Selection): Ranges {
  if (ranges.length > 0 || focused === null) return ranges
  return [{ from: focused, to: focused + 1 }]
}

export function idsOf(order: Order, ranges: Ranges): readonly string[] {
  return Array.from(valuesOf(ranges), (index) => idAt(order, index))
}

/**
 * The same selection in another order. Missing items are dropped; the cursor moves to the neighbour that took
 * their place, and is selected where nothing else is left.
 */
export function carried(selection: Selection, before: Order, after: Order): Selection {
  const { ranges, anchor, focused } = selection
  const place = (index: number): number => placeOf(after, before, index)
  const found = Int32Array.from(valuesOf(ranges), place)
    .filter((index) => index >= 0)
    .toSorted()
  const kept = rangesOf(found)
  const cursor = focused === null ? null : survivor(focused, before, after)
  const lost = ranges.length > 0 && kept.length === 0 && cursor !== null
  const start = anchor === null ? -1 : place(anchor)
  return {
    ranges: lost ? withRange(NO_RANGES, cursor, cursor + 1) : kept,
    anchor: start >= 0 ? start : cursor,
    focused: cursor,
  }
}

/** The place of item `index`, or of the nearest item behind it, else before it, that is still there. */
function survivor(index: number, before: Order, after: Order): number | null {
  if (after.count === 0) return null
  for (let next = index; next < before.count; next++) {
    const place = placeOf(after, before, next)
    if (place >= 0) return place
  }
  for (let previous = index - 1; previous >= 0; previous--) {
    const place = placeOf(after, before, previous)
    if (place >= 0) return place
  }
  return null
}

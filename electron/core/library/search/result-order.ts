/** Puts what was found into the asked order, and finds in it where a page begins. */
import { LAYOUT_MARKS } from '#contract/layout.ts'
import type { LibrarySort } from '#contract/library.ts'
import type { Columns } from './columns.ts'

/** What was found, in order. */
export interface Found {
  readonly slots: Uint32Array
  /** By what is ordered before time, by slot: rating or how well it fits; null for time alone. */
  readonly ranks: ((slot: number) => number) | null
  /** Whether the oldest come first. */
  readonly ascending: boolean
}

/**
 * The place behind an asset in its order: what it was ordered by, not how many were before it, so that it holds while
 * assets come and go.
 */
export interface Cursor {
  readonly rank: number
  readonly createdAt: number
  readonly seq: number
}

const MOST_RANK = 255

/** The slots of `byTime` (oldest first) that fail nothing, in the asked order. `scores` are those of the text, if any. */
export function orderFound(
  columns: Columns,
  byTime: Uint32Array,
  failed: Uint16Array,
  sort: LibrarySort,
  scores: Uint8Array | null,
): Found {
  const slots = new Uint32Array(byTime.length)
  let count = 0
  if (sort === 'oldest') {
    for (let at = 0; at < byTime.length; at++) {
      const slot = byTime[at] ?? 0
      if (failed[slot] === 0) slots[count++] = slot
    }
    return { slots: slots.subarray(0, count), ranks: null, ascending: true }
  }
  for (let at = byTime.length - 1; at >= 0; at--) {
    const slot = byTime[at] ?? 0
    if (failed[slot] === 0) slots[count++] = slot
  }
  const newest = slots.subarray(0, count)
  const ranks = ranksOf(columns, sort, scores)
  return { slots: ranks ? sortByRank(newest, ranks) : newest, ranks, ascending: false }
}

/** Where the slots behind the cursor begin. */
export function placeAfter({ slots, ranks, ascending }: Found, { arrays }: Columns, cursor: Cursor): number {
  const isBehind = (slot: number): boolean => {
    const rank = ranks ? ranks(slot) : 0
    if (rank !== cursor.rank) return rank < cursor.rank
    const difference =
      (arrays.createdAt[slot] ?? 0) - cursor.createdAt || (arrays.seqs[slot] ?? 0) - cursor.seq
    return ascending ? difference > 0 : difference < 0
  }
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBehind(slots[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** The cursor of a slot in the order. */
export function cursorAt({ ranks }: Found, { arrays }: Columns, slot: number): Cursor {
  return {
    rank: ranks ? ranks(slot) : 0,
    createdAt: arrays.createdAt[slot] ?? 0,
    seq: arrays.seqs[slot] ?? 0,
  }
}

export function formatCursor({ rank, createdAt, seq }: Cursor): string {
  return Buffer.from(`${rank} ${createdAt} ${seq}`, 'latin1').toString('base64url')
}

/** The cursor, or null where the text is not one. */
export function parseCursor(text: string): Cursor | null {
  const numbers = Buffer.from(text, 'base64url').toString('latin1').split(' ').map(Number)
  const [rank, createdAt, seq] = numbers
  if (rank === undefined || createdAt === undefined || seq === undefined || numbers.length > 3) return null
  return numbers.every(Number.isSafeInteger) ? { rank, createdAt, seq } : null
}

function ranksOf(
  { arrays }: Columns,
  sort: LibrarySort,
  scores: Uint8Array | null,
): ((slot: number) => number) | null {
  if (sort === 'rating') return (slot) => (arrays.marks[slot] ?? 0) >> LAYOUT_MARKS.ratingShift
  return sort === 'relevance' && scores ? (slot) => scores[slot] ?? 0 : null
}

/** Highest rank first; those of the same rank stay in their order. */
function sortByRank(slots: Uint32Array, ranks: (slot: number) => number): Uint32Array {
  const places = new Uint32Array(MOST_RANK + 2)
  for (let at = 0; at < slots.length; at++) {
    const place = MOST_RANK - ranks(slots[at] ?? 0) + 1
    places[place] = (places[place] ?? 0) + 1
  }
  for (let place = 1; place < places.length; place++) {
    places[place] = (places[place] ?? 0) + (places[place - 1] ?? 0)
  }
  const sorted = new Uint32Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const rank = MOST_RANK - ranks(slot)
    const place = places[rank] ?? 0
    sorted[place] = slot
    places[rank] = place + 1
  }
  return sorted
}

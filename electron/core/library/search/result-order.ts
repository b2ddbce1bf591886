/** Sorts what was found, and finds where a page begins. */
import type { LibrarySort } from '#contract/library.ts'
import { LAYOUT_MARKS } from '#contract/rules/layout.ts'
import type { Columns } from './columns.ts'

/** What was found, in order. */
export interface Found {
  readonly slots: Uint32Array<ArrayBuffer>
  /** The rating or score of each slot, which sorts before time; null for time alone. */
  readonly ranks: Uint8Array | null
  /** Whether the oldest come first. */
  readonly ascending: boolean
}

/** The position after an asset: its sort keys, not its index, so that it stays valid while assets come and go. */
export interface Cursor {
  readonly rank: number
  readonly createdAt: number
  readonly seq: number
}

const MOST_RANK = 255

/**
 * The slots of `byTime` (oldest first) that fail nothing, sorted. `scores` are those of the text, if any; `scratch` is an array
 * of as many numbers to work in, `evicted` a result whose arrays may be reused.
 */
export function orderFound(
  columns: Columns,
  byTime: Uint32Array,
  failed: Uint16Array,
  sort: LibrarySort,
  scores: Uint8Array | null,
  scratch: Uint32Array,
  evicted?: Found,
): Found {
  const rankOf = rankedBy(columns, sort, scores)
  const place = placeFor(byTime.length, evicted)
  const slots = rankOf ? scratch : place
  const ascending = sort === 'oldest'
  const last = byTime.length - 1
  let count = 0
  for (let at = 0; at <= last; at++) {
    const slot = byTime[ascending ? at : last - at] ?? 0
    if (failed[slot] === 0) slots[count++] = slot
  }
  if (!rankOf) return { slots: place.subarray(0, count), ranks: null, ascending }
  const ranks = sortByRank(scratch.subarray(0, count), rankOf, place)
  return { slots: place.subarray(0, count), ranks, ascending }
}

/** The first results, and the total. */
export interface FirstFound {
  readonly found: Found
  readonly total: number
}

/**
 * The first `most` of what `orderFound` returns: what a page needs while somebody types. Only how many there are of each rank
 * is counted over all slots; those of lower ranks than are needed are left alone.
 */
export function orderFirst(
  columns: Columns,
  byTime: Uint32Array,
  failed: Uint16Array,
  sort: LibrarySort,
  scores: Uint8Array | null,
  most: number,
): FirstFound {
  const rankOf = rankedBy(columns, sort, scores)
  const counts = new Uint32Array(MOST_RANK + 1)
  let total = 0
  for (let slot = 0; slot < failed.length; slot++) {
    if (failed[slot] !== 0) continue
    const rank = rankOf ? rankOf(slot) : 0
    counts[rank] = (counts[rank] ?? 0) + 1
    total++
  }
  // Where the next slot of a rank goes, and where those of the rank end: higher ranks come first.
  const places = new Uint32Array(MOST_RANK + 1)
  const ends = new Uint32Array(MOST_RANK + 1)
  let length = 0
  for (let rank = MOST_RANK; rank >= 0; rank--) {
    places[rank] = length
    length = Math.min(most, length + (counts[rank] ?? 0))
    ends[rank] = length
  }
  const slots = new Uint32Array(length)
  const ranks = rankOf ? new Uint8Array(length) : null
  const ascending = sort === 'oldest'
  const last = byTime.length - 1
  let left = length
  for (let at = 0; left > 0 && at <= last; at++) {
    const slot = byTime[ascending ? at : last - at] ?? 0
    if (failed[slot] !== 0) continue
    const rank = rankOf ? rankOf(slot) : 0
    const place = places[rank] ?? 0
    if (place === ends[rank]) continue
    slots[place] = slot
    if (ranks) ranks[place] = rank
    places[rank] = place + 1
    left--
  }
  return { found: { slots, ranks, ascending }, total }
}

/** Where the slots behind the cursor begin. */
export function placeAfter({ slots, ranks, ascending }: Found, { arrays }: Columns, cursor: Cursor): number {
  const isBehind = (place: number): boolean => {
    const slot = slots[place] ?? 0
    const rank = ranks?.[place] ?? 0
    if (rank !== cursor.rank) return rank < cursor.rank
    const difference =
      (arrays.createdAt[slot] ?? 0) - cursor.createdAt || (arrays.seqs[slot] ?? 0) - cursor.seq
    return ascending ? difference > 0 : difference < 0
  }
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBehind(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The cursor of the asset at a place of the order. */
export function cursorAt({ slots, ranks }: Found, { arrays }: Columns, place: number): Cursor {
  const slot = slots[place] ?? 0
  return { rank: ranks?.[place] ?? 0, createdAt: arrays.createdAt[slot] ?? 0, seq: arrays.seqs[slot] ?? 0 }
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

function rankedBy(
  { arrays }: Columns,
  sort: LibrarySort,
  scores: Uint8Array | null,
): ((slot: number) => number) | null {
  if (sort === 'rating') return (slot) => (arrays.marks[slot] ?? 0) >> LAYOUT_MARKS.ratingShift
  return sort === 'relevance' && scores ? (slot) => scores[slot] ?? 0 : null
}

function placeFor(length: number, evicted: Found | undefined): Uint32Array<ArrayBuffer> {
  const whole = evicted && new Uint32Array(evicted.slots.buffer)
  return whole?.length === length ? whole : new Uint32Array(length)
}

/** Puts the slots into `sorted`, highest rank first, those of the same rank in their order. LibraryQueries their ranks. */
function sortByRank(slots: Uint32Array, rankOf: (slot: number) => number, sorted: Uint32Array): Uint8Array {
  const places = new Uint32Array(MOST_RANK + 2)
  for (let at = 0; at < slots.length; at++) {
    const place = MOST_RANK - rankOf(slots[at] ?? 0) + 1
    places[place] = (places[place] ?? 0) + 1
  }
  for (let place = 1; place < places.length; place++) {
    places[place] = (places[place] ?? 0) + (places[place - 1] ?? 0)
  }
  const ranks = new Uint8Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const rank = rankOf(slot)
    const place = places[MOST_RANK - rank] ?? 0
    sorted[place] = slot
    ranks[place] = rank
    places[MOST_RANK - rank] = place + 1
  }
  return ranks
}

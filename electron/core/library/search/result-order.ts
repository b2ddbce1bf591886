/** Sorts what was found, and finds where a page begins. */
import type { LibrarySort } from '#contract/library.ts'
import { compareNamesIn } from '#contract/rules/compare-names.ts'
import type { Language } from '#contract/rules/languages.ts'
import type { Columns } from './columns.ts'

/** What was found, in order. */
export interface Found {
  readonly slots: Uint32Array<ArrayBuffer>
  /** What sorts before time, of each slot, highest first; null for time alone. */
  readonly ranks: Uint32Array<ArrayBuffer> | null
  /** Whether the oldest come first. */
  readonly ascending: boolean
}

/** The position after an asset: its sort keys, not its index, so that it stays valid while assets come and go. */
export interface Cursor {
  readonly rank: number
  readonly createdAt: number
  readonly seq: number
}

export interface SortKeys {
  readonly sort: LibrarySort
  /** Of names. */
  readonly language: Language
  /** Of the text, if any. */
  readonly scores: Uint8Array | null
  /** By slot, where `sort` is by name. */
  readonly nameRanks?: Uint32Array
}

const MAX_RANK = 255

/** Whether the ranks of a sort are too many to count how many assets have each. */
export function isWide(sort: LibrarySort): boolean {
  return sort === 'name' || sort === 'model' || sort === 'size' || sort === 'length'
}

interface OrderMemory {
  /** Of twice as many numbers as there are slots. */
  readonly scratch: Uint32Array
  /** A result whose arrays may be reused. */
  readonly evicted?: Found | undefined
}

/** The slots of `byTime` (oldest first) that fail nothing, sorted. */
export function orderFound(
  columns: Columns,
  byTime: Uint32Array,
  failed: Uint16Array,
  keys: SortKeys,
  { scratch, evicted }: OrderMemory,
): Found {
  const rankOf = rankedBy(columns, keys)
  const place = placeFor(byTime.length, evicted?.slots)
  const slots = rankOf ? scratch : place
  const ascending = keys.sort === 'oldest'
  const last = byTime.length - 1
  let count = 0
  for (let at = 0; at <= last; at++) {
    const slot = byTime[ascending ? at : last - at] ?? 0
    if (failed[slot] === 0) slots[count++] = slot
  }
  const sorted = place.subarray(0, count)
  if (!rankOf) return { slots: sorted, ranks: null, ascending }
  const ranks = placeFor(byTime.length, evicted?.ranks).subarray(0, count)
  const found = { slots: scratch.subarray(0, count), ranks: scratch.subarray(count, 2 * count) }
  sortByRank(found, rankOf, { slots: sorted, ranks })
  return { slots: sorted, ranks, ascending }
}

export interface FirstFound {
  readonly found: Found
  readonly total: number
}

/**
 * The first `most` of what `orderFound` returns: what a page needs while somebody types. Only how many there are of each rank
 * is counted over all slots; those of lower ranks than are needed are left alone. Not for a sort that `isWide`.
 */
export function orderFirst(
  columns: Columns,
  byTime: Uint32Array,
  failed: Uint16Array,
  keys: SortKeys,
  most: number,
): FirstFound {
  const rankOf = rankedBy(columns, keys)
  const counts = new Uint32Array(MAX_RANK + 1)
  let total = 0
  for (let slot = 0; slot < failed.length; slot++) {
    if (failed[slot] !== 0) continue
    const rank = rankOf ? rankOf(slot) : 0
    counts[rank] = (counts[rank] ?? 0) + 1
    total++
  }
  // Where the next slot of a rank goes, and where those of the rank end: higher ranks come first.
  const places = new Uint32Array(MAX_RANK + 1)
  const ends = new Uint32Array(MAX_RANK + 1)
  let length = 0
  for (let rank = MAX_RANK; rank >= 0; rank--) {
    places[rank] = length
    length = Math.min(most, length + (counts[rank] ?? 0))
    ends[rank] = length
  }
  const slots = new Uint32Array(length)
  const ranks = rankOf ? new Uint32Array(length) : null
  const ascending = keys.sort === 'oldest'
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

/** What a slot is sorted by before its time; null where that is all. */
export function rankedBy(columns: Columns, keys: SortKeys): ((slot: number) => number) | null {
  const { arrays, nameIds } = columns
  switch (keys.sort) {
    case 'newest':
    case 'oldest':
      return null
    case 'relevance':
      return keys.scores && ranksIn(keys.scores)
    case 'name':
      return ranksIn(keys.nameRanks ?? new Uint32Array())
    case 'rating':
    case 'size':
    case 'length':
      return ranksIn(arrays[keys.sort])
    case 'model': {
      const rankOf = ranksOfNames(nameIds.models.names, keys.language)
      return (slot) => rankOf[arrays.models[slot] ?? 0] ?? 0
    }
  }
}

function ranksIn(ranks: Uint8Array | Uint32Array): (slot: number) => number {
  return (slot) => ranks[slot] ?? 0
}

/** By number of the name: the first in the alphabet has the highest rank. */
function ranksOfNames(names: readonly string[], language: Language): Uint32Array {
  const ranks = new Uint32Array(names.length)
  const sorted = Array.from(names.keys()).toSorted((one, other) =>
    compareNamesIn(language, names[one] ?? '', names[other] ?? ''),
  )
  for (const [place, number] of sorted.entries()) ranks[number] = names.length - place
  return ranks
}

function placeFor(length: number, evicted: Found['ranks'] | undefined): Uint32Array<ArrayBuffer> {
  return evicted?.buffer.byteLength === length * 4 ? new Uint32Array(evicted.buffer) : new Uint32Array(length)
}

const HALF_BITS = 16
const HALF = 1 << HALF_BITS
/** Of one pass, where the next of each half goes: a new one for each would be half a megabyte for every search. */
const places = new Uint32Array(HALF + 1)

interface Ranked {
  readonly slots: Uint32Array
  readonly ranks: Uint32Array
}

/** Sorts into `sorted`, highest rank first, those of the same rank in their order. Overwrites `found`, whose ranks are not yet known. */
function sortByRank(found: Ranked, rankOf: (slot: number) => number, sorted: Ranked): void {
  const { slots, ranks } = found
  let most = 0
  for (let at = 0; at < slots.length; at++) {
    const rank = rankOf(slots[at] ?? 0)
    ranks[at] = rank
    if (rank > most) most = rank
  }
  sortByHalf(found, sorted, 0)
  if (most < HALF) return
  sortByHalf(sorted, found, HALF_BITS)
  sorted.slots.set(slots)
  sorted.ranks.set(ranks)
}

function sortByHalf(from: Ranked, to: Ranked, shift: number): void {
  places.fill(0)
  const keyOf = (rank: number): number => HALF - 1 - ((rank >>> shift) & (HALF - 1))
  const { length } = from.ranks
  for (let at = 0; at < length; at++) {
    const key = keyOf(from.ranks[at] ?? 0) + 1
    places[key] = (places[key] ?? 0) + 1
  }
  for (let key = 1; key <= HALF; key++) places[key] = (places[key] ?? 0) + (places[key - 1] ?? 0)
  for (let at = 0; at < length; at++) {
    const rank = from.ranks[at] ?? 0
    const key = keyOf(rank)
    const place = places[key] ?? 0
    to.slots[place] = from.slots[at] ?? 0
    to.ranks[place] = rank
    places[key] = place + 1
  }
}

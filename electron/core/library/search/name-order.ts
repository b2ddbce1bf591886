/**
 * The slots in the order of their names, for those who sort by name: made from the rows when it is first asked for, then kept
 * up to date, and saved with the index. It holds no names, which would take more memory than the index: they are read where they are compared.
 */
import { Buffer } from 'node:buffer'
import type { Columns } from './columns.ts'
import { foldText } from './fold.ts'
import type { SearchRows } from './search-rows.ts'
import { createTextSort } from './text-sort.ts'

/** With more changes than this it is made anew. */
const MOST_CHANGES = 1_000

const NOT_MADE = new Uint32Array()

interface Named {
  readonly slot: number
  /** Folded. */
  readonly name: string
}

export type NameOrder = ReturnType<typeof createNameOrder>

/** `saved` is empty where nobody has asked for it. */
export function createNameOrder(
  columns: Columns,
  rows: Pick<SearchRows, 'namesAfter' | 'nameOf'>,
  saved: Uint32Array<ArrayBuffer> = NOT_MADE,
) {
  let order = saved.length > 0 ? saved : null
  let ranks: Uint32Array | null = null
  let isUnsaved = false
  const changed = new Set<number>()

  const named = (slot: number): Named => ({
    slot,
    name: keyOf(rows.nameOf(columns.arrays.seqs[slot] ?? 0)),
  })
  const current = (): Uint32Array<ArrayBuffer> => {
    if (order !== null && changed.size === 0) return order
    ranks = null
    if (order === null || changed.size > MOST_CHANGES) {
      order = orderAll(columns, rows)
      isUnsaved = true
    } else order = withChanged(order, changed, named)
    changed.clear()
    return order
  }
  return {
    /** Notes that a slot is new, or may have another name. */
    put: (slot: number): void => {
      if (order !== null && changed.size <= MOST_CHANGES) changed.add(slot)
    },
    /** By slot: the first name has the highest rank, and who has none has 0. Good until the next call. */
    ranks: (): Uint32Array => {
      const slots = current()
      if (ranks !== null) return ranks
      ranks = new Uint32Array(columns.count)
      for (let place = 0; place < slots.length; place++) ranks[slots[place] ?? 0] = slots.length - place
      return ranks
    },
    /** Whether all names were read since it was saved. */
    isUnsaved: (): boolean => isUnsaved,
    /** What is saved between starts. */
    state: (): Uint32Array<ArrayBuffer> => {
      const state = order === null ? NOT_MADE : current()
      isUnsaved = false
      return state
    },
  }
}

function orderAll(
  { slotOf, count }: Columns,
  rows: Pick<SearchRows, 'namesAfter'>,
): Uint32Array<ArrayBuffer> {
  const texts = createTextSort(count)
  for (let read = rows.namesAfter(0); read.length > 0; read = rows.namesAfter(Number(read.at(-1)?.[0]))) {
    for (const [seq, name] of read) {
      const [slot, key] = [slotOf(Number(seq)), keyOf(String(name))]
      if (slot !== -1 && key !== '') texts.add(slot, key)
    }
  }
  return texts.sorted()
}

/** Takes out what has changed, and puts each where its name belongs: a search for the place reads some twenty rows. */
function withChanged(
  order: Uint32Array,
  changed: ReadonlySet<number>,
  namedAt: (slot: number) => Named,
): Uint32Array<ArrayBuffer> {
  const kept = order.filter((slot) => !changed.has(slot))
  const fresh = Array.from(changed, namedAt)
    .filter(({ name }) => name !== '')
    .toSorted(compare)
  const merged = new Uint32Array(kept.length + fresh.length)
  let from = 0
  for (const [at, one] of fresh.entries()) {
    const place = placeOf(kept, one, namedAt)
    merged.set(kept.subarray(from, place), from + at)
    merged[place + at] = one.slot
    from = place
  }
  merged.set(kept.subarray(from), from + fresh.length)
  return merged
}

/** How many of the slots stand before this one. */
function placeOf(slots: Uint32Array, one: Named, namedAt: (slot: number) => Named): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(namedAt(slots[middle] ?? 0), one) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function keyOf(name: string): string {
  return foldText(name).trim()
}

/** By the bytes of the names, as all are ordered. Of the same name, the last that came first. */
function compare(one: Named, other: Named): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)) || other.slot - one.slot
}

/**
 * The slots in the order of their names, for those who sort by name: made from the rows when it is first asked for, then kept
 * up to date. It holds no names, which would take more memory than the index: they are read where they are compared.
 */
import { Buffer } from 'node:buffer'
import type { Columns } from './columns.ts'
import { foldText } from './fold.ts'
import type { SearchRows } from './search-rows.ts'

/** With more changes than this it is made anew. */
const MOST_CHANGES = 1_000

const FIRST_BYTES = 1024 ** 2
/** UTF-8 of one unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3

interface Named {
  readonly slot: number
  /** Folded. */
  readonly name: string
}

export type NameOrder = ReturnType<typeof createNameOrder>

export function createNameOrder(columns: Columns, rows: Pick<SearchRows, 'namesAfter' | 'nameOf'>) {
  let order: Uint32Array | null = null
  let ranks = new Uint32Array()
  const changed = new Set<number>()

  const named = (slot: number): Named => ({
    slot,
    name: keyOf(rows.nameOf(columns.arrays.seqs[slot] ?? 0)),
  })
  return {
    /** Notes that a slot is new, or may have another name. */
    put: (slot: number): void => {
      if (order !== null && changed.size <= MOST_CHANGES) changed.add(slot)
    },
    /** By slot: the first name has the highest rank, and who has none has 0. Good until the next call. */
    ranks: (): Uint32Array => {
      if (order !== null && changed.size === 0) return ranks
      order =
        order === null || changed.size > MOST_CHANGES
          ? orderAll(columns, rows)
          : withChanged(order, changed, named)
      changed.clear()
      ranks = new Uint32Array(columns.count)
      for (let place = 0; place < order.length; place++) ranks[order[place] ?? 0] = order.length - place
      return ranks
    },
  }
}

function orderAll({ slotOf, count }: Columns, rows: Pick<SearchRows, 'namesAfter'>): Uint32Array {
  // As the bytes of one buffer: a text for each would take three times as much for as long as they are sorted.
  let bytes = Buffer.alloc(FIRST_BYTES)
  let end = 0
  const starts = new Uint32Array(count)
  const ends = new Uint32Array(count)
  const slots = new Uint32Array(count)
  let named = 0
  for (let read = rows.namesAfter(0); read.length > 0; read = rows.namesAfter(read.at(-1)?.seq ?? 0)) {
    for (const { seq, name } of read) {
      const [slot, key] = [slotOf(seq), keyOf(name)]
      if (slot === -1 || key === '') continue
      if (end + key.length * MOST_BYTES_A_UNIT > bytes.length) {
        bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, end + key.length * MOST_BYTES_A_UNIT))
      }
      starts[slot] = end
      end += bytes.write(key, end)
      ends[slot] = end
      slots[named++] = slot
    }
  }
  return slots
    .subarray(0, named)
    .toSorted(
      (one, other) =>
        bytes.compare(bytes, starts[other] ?? 0, ends[other] ?? 0, starts[one] ?? 0, ends[one] ?? 0) ||
        other - one,
    )
}

/** Takes out what has changed, and puts each where its name belongs: a search for the place reads some twenty rows. */
function withChanged(
  order: Uint32Array,
  changed: ReadonlySet<number>,
  namedAt: (slot: number) => Named,
): Uint32Array {
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

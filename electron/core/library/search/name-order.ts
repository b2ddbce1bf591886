/**
 * The slots in the order of their names, for those who sort by name: made from the rows when it is first asked for, then kept
 * up to date, and saved with the index. It holds no names, which would take more memory than the index: they are read where they are compared.
 */
import { Buffer } from 'node:buffer'
import type { Columns } from './columns.ts'
import { foldText } from './fold.ts'
import type { SearchRows } from './search-rows.ts'

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

/** Of a text at once: as a number in front of the text's own it is sorted without a call of ours. */
const WORD_BYTES = 4
const CHUNK_BITS = 20
const CHUNK_BYTES = 1 << CHUNK_BITS
/** UTF-8 of one unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3

/** Sorts very many short texts by their UTF-8 bytes, without an object or a comparison for each. */
export function createTextSort(most: number) {
  const starts = new Uint32Array(most)
  const lengths = new Uint32Array(most)
  /** The number's complement below four bytes of its text. Every machine that runs Atelier is little-endian. */
  const keys = new BigUint64Array(most)
  const halves = new Uint32Array(keys.buffer)
  /** The texts, each with a word of zeros behind it. */
  const chunks: Buffer<ArrayBuffer>[] = []
  let at = CHUNK_BYTES
  let count = 0
  const wordAt = (number: number, depth: number): number => {
    if (depth >= (lengths[number] ?? 0)) return 0
    const start = (starts[number] ?? 0) + depth
    return chunks[start >>> CHUNK_BITS]?.readUInt32BE(start & (CHUNK_BYTES - 1)) ?? 0
  }
  const sort = (from: number, to: number, depth: number): void => {
    for (let key = from; key < to; key++) halves[2 * key + 1] = wordAt(~(halves[2 * key] ?? 0) >>> 0, depth)
    keys.subarray(from, to).sort()
    for (let end = from; from < to; from = end) {
      const word = halves[2 * from + 1] ?? 0
      while (end < to && halves[2 * end + 1] === word) end++
      if (end - from > 1 && word !== 0) sort(from, end, depth + WORD_BYTES)
    }
  }
  return {
    /** Each number once, and lower than `most`. A text that no chunk holds is cut. */
    add: (number: number, text: string): void => {
      if (at + text.length * MOST_BYTES_A_UNIT + WORD_BYTES > CHUNK_BYTES) {
        // Not from Node's pool, and so that it can be given back.
        chunks.push(Buffer.from(new ArrayBuffer(CHUNK_BYTES)))
        at = 0
      }
      const length = chunks.at(-1)?.write(text, at, CHUNK_BYTES - at - WORD_BYTES) ?? 0
      starts[number] = (chunks.length - 1) * CHUNK_BYTES + at
      lengths[number] = length
      at += length + WORD_BYTES
      halves[2 * count++] = ~number
    },
    /** The numbers in the order of their texts, of the same text the highest first. To be called once, at the end. */
    sorted: (): Uint32Array<ArrayBuffer> => {
      sort(0, count, 0)
      // At once: they would wait for the next look at old memory.
      for (const { buffer } of chunks) buffer.transfer(0)
      return Uint32Array.from({ length: count }, (_, place) => ~(halves[2 * place] ?? 0) >>> 0)
    },
  }
}

/**
 * The slots in the order of their names in one language, for those who sort by name: made from the rows when it is first asked for in that
 * language, then kept up to date, and saved with the index. It holds no names, which would take more memory than the index: they are read
 * where they are compared.
 */
import type { Language } from '#contract/rules/languages.ts'
import type { Columns } from './columns.ts'
import { createKeySort } from './key-sort.ts'
import { createNameKeys, MAX_KEY_BYTES, type NameKeys } from './name-keys.ts'
import type { SearchRows } from './search-rows.ts'

/** With more changes than this it is made anew. */
const MAX_CHANGES = 1_000

/** Whoever has another version may have other rules of a language. */
const RULES = String(process.versions.icu)

export interface NameOrderState {
  readonly language: Language
  readonly rules: string
  readonly slots: Uint32Array<ArrayBuffer>
}

interface Named {
  readonly slot: number
  readonly key: Uint8Array
}

export type NameOrder = ReturnType<typeof createNameOrder>

/** `saved` is null where nobody has asked for it. */
export function createNameOrder(
  columns: Columns,
  rows: Pick<SearchRows, 'namesAfter' | 'nameOf'>,
  saved: NameOrderState | null = null,
) {
  const known = saved?.rules === RULES ? saved : null
  let language = known?.language ?? 'en'
  let keys = createNameKeys(language)
  let order = known?.slots ?? null
  let ranks: Uint32Array | null = null
  let isUnsaved = false
  const changed = new Set<number>()

  const named = (slot: number): Named => ({
    slot,
    key: keyOf(keys, rows.nameOf(columns.arrays.seqs[slot] ?? 0)),
  })
  const current = (): Uint32Array<ArrayBuffer> => {
    if (order !== null && changed.size === 0) return order
    ranks = null
    if (order === null || changed.size > MAX_CHANGES) {
      order = orderAll(columns, rows, keys)
      isUnsaved = true
    } else order = withChanged(order, changed, named, keys)
    changed.clear()
    return order
  }
  return {
    /** Notes that a slot is new, is gone, or may have another name. */
    put: (slot: number): void => {
      if (order !== null && changed.size <= MAX_CHANGES) changed.add(slot)
    },
    /** The one that names were sorted in last. */
    language: (): Language => language,
    /** By slot: the first name has the highest rank, and who has none has 0. Good until the next call. */
    ranks: (wanted: Language): Uint32Array => {
      if (wanted !== language) {
        language = wanted
        keys = createNameKeys(wanted)
        order = null
      }
      const slots = current()
      if (ranks !== null) return ranks
      ranks = new Uint32Array(columns.count)
      for (let place = 0; place < slots.length; place++) ranks[slots[place] ?? 0] = slots.length - place
      return ranks
    },
    /** Whether all names were read since it was saved. */
    isUnsaved: (): boolean => isUnsaved,
    /** What is saved between starts. */
    state: (): NameOrderState | null => {
      const slots = order === null ? null : current()
      isUnsaved = false
      return slots && { language, rules: RULES, slots }
    },
  }
}

function orderAll(
  { slotOf, count }: Columns,
  rows: Pick<SearchRows, 'namesAfter'>,
  keys: NameKeys,
): Uint32Array<ArrayBuffer> {
  const sorting = createKeySort(count, keys)
  for (let read = rows.namesAfter(0); read.length > 0; read = rows.namesAfter(Number(read.at(-1)?.[0]))) {
    for (const [seq, name] of read) {
      const slot = slotOf(Number(seq))
      if (slot !== -1) sorting.add(slot, String(name))
    }
  }
  return sorting.sorted()
}

/** Takes out what has changed, and puts each where its name belongs: a search for the place reads some twenty rows. */
function withChanged(
  order: Uint32Array,
  changed: ReadonlySet<number>,
  namedAt: (slot: number) => Named,
  keys: NameKeys,
): Uint32Array<ArrayBuffer> {
  const compare = (one: Named, other: Named): number =>
    keys.compare(one.key, other.key) || other.slot - one.slot
  const kept = order.filter((slot) => !changed.has(slot))
  const fresh = Array.from(changed, namedAt)
    .filter(({ key }) => key.length > 0)
    .toSorted(compare)
  const merged = new Uint32Array(kept.length + fresh.length)
  let from = 0
  for (const [at, one] of fresh.entries()) {
    const place = placeOf(kept, (slot) => compare(namedAt(slot), one) < 0)
    merged.set(kept.subarray(from, place), from + at)
    merged[place + at] = one.slot
    from = place
  }
  merged.set(kept.subarray(from), from + fresh.length)
  return merged
}

/** How many of the slots stand before another one. */
function placeOf(slots: Uint32Array, isBefore: (slot: number) => boolean): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(slots[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

function keyOf(keys: NameKeys, name: string): Uint8Array {
  const bytes = new Uint8Array(MAX_KEY_BYTES)
  return bytes.slice(0, keys.write(name, bytes, 0))
}

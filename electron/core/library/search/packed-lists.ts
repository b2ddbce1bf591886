/**
 * A list of numbers for each slot, all in one array, without an object each.
 *
 * A list that is put again leaves a gap; when half of the array is gaps, it is packed.
 */

export interface PackedLists<Kind extends Numbers> {
  /** All lists; the one of a slot begins at `starts[slot]` and is `lengths[slot]` long. Replaced by `put`. */
  readonly values: Kind
  readonly starts: Uint32Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** Keeps the first `length` numbers of `source` as the slot's list. */
  put(slot: number, source: Kind, length: number): void
  /** What is saved between starts. */
  readonly state: PackedListsState<Kind>
}

export interface PackedListsState<Kind extends Numbers> {
  readonly values: Kind
  readonly starts: Uint32Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly used: number
  readonly waste: number
}

/** Less waste is not packed. */
const MIN_WASTE = 1 << 16

export function createPackedLists<Kind extends Numbers>(saved: PackedListsState<Kind>): PackedLists<Kind> {
  let { values, starts, lengths, used, waste } = saved
  const pack = (): void => {
    const packed = values.slice(0, used - waste) as Kind
    let at = 0
    for (let slot = 0; slot < starts.length; slot++) {
      const from = starts[slot] ?? 0
      const length = lengths[slot] ?? 0
      packed.set(values.subarray(from, from + length), at)
      starts[slot] = at
      at += length
    }
    values = packed
    used = at
    waste = 0
  }
  return {
    get values() {
      return values
    },
    get starts() {
      return starts
    },
    get lengths() {
      return lengths
    },
    put: (slot, source, length) => {
      starts = ensureLength(starts, slot + 1)
      lengths = ensureLength(lengths, slot + 1)
      waste += lengths[slot] ?? 0
      values = ensureLength(values, used + length)
      for (let index = 0; index < length; index++) values[used + index] = source[index] ?? 0
      starts[slot] = used
      lengths[slot] = length
      used += length
      if (waste > MIN_WASTE && waste > used / 2) pack()
    },
    get state() {
      return { values, starts, lengths, used, waste }
    },
  }
}

/** No lists, of the kind of `values`. */
export function emptyPackedLists<Kind extends Numbers>(values: Kind): PackedListsState<Kind> {
  return { values, starts: new Uint32Array(), lengths: new Uint32Array(), used: 0, waste: 0 }
}

export type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

const GROWTH = 1.25
const LEAST = 1_024

/** The array itself where it holds `length` numbers, else a longer copy; what is added is zero. */
export function ensureLength<Kind extends Numbers>(array: Kind, length: number): Kind {
  if (array.length >= length) return array
  const Kind = array.constructor as new (length: number) => Kind
  const longer = new Kind(Math.max(LEAST, length, Math.ceil(array.length * GROWTH)))
  longer.set(array)
  return longer
}

/**
 * A list of numbers for each slot, all in one array: what differs in length from asset to asset, without an object each.
 *
 * A list that is put again leaves its former place empty; when half of the array is such waste, it is packed.
 */
import { grown, type Numbers } from './growing.ts'

export interface SlotLists<Kind extends Numbers> {
  /** All lists; the one of a slot begins at `starts[slot]` and is `lengths[slot]` long. Replaced by `put`. */
  readonly values: Kind
  readonly starts: Uint32Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** Keeps the first `length` numbers of `source` as the slot's list. */
  put(slot: number, source: Kind, length: number): void
  /** What is kept between starts. */
  readonly state: SlotListsState<Kind>
}

export interface SlotListsState<Kind extends Numbers> {
  readonly values: Kind
  readonly starts: Uint32Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly used: number
  readonly waste: number
}

/** Below this packing is not worth the while. */
const LEAST_WASTE = 1 << 16

/** Lists as they were kept, or none. */
export function createSlotLists<Kind extends Numbers>(kept: SlotListsState<Kind>): SlotLists<Kind> {
  let { values, starts, lengths, used, waste } = kept
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
      starts = grown(starts, slot + 1)
      lengths = grown(lengths, slot + 1)
      waste += lengths[slot] ?? 0
      values = grown(values, used + length)
      for (let index = 0; index < length; index++) values[used + index] = source[index] ?? 0
      starts[slot] = used
      lengths[slot] = length
      used += length
      if (waste > LEAST_WASTE && waste > used / 2) pack()
    },
    get state() {
      return { values, starts, lengths, used, waste }
    },
  }
}

/** No lists, of the kind of `values`. */
export function noSlotLists<Kind extends Numbers>(values: Kind): SlotListsState<Kind> {
  return { values, starts: new Uint32Array(), lengths: new Uint32Array(), used: 0, waste: 0 }
}

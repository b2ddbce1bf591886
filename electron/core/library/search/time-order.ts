/** The slots in the order of creation: by time, then by slot. */
import type { ColumnArrays } from './columns.ts'

export interface TimeOrder {
  /** Adds a slot, or moves it after its time changed. */
  put(slot: number, isFresh: boolean): void
  /** All slots, oldest first. Good until the next `put`. */
  sorted(): Uint32Array
}

/** `arrays` gives the columns as they are. */
export function createTimeOrder(
  arrays: () => ColumnArrays,
  saved: Uint32Array = new Uint32Array(),
): TimeOrder {
  let order = saved
  let fresh: number[] = []
  let isStale = false
  const byTime = (one: number, other: number): number => {
    const { createdAt } = arrays()
    return (createdAt[one] ?? 0) - (createdAt[other] ?? 0) || one - other
  }
  return {
    put: (slot, isFresh) => {
      if (isFresh) fresh.push(slot)
      else isStale = true
    },
    sorted: () => {
      if (fresh.length > 0) order = merge(order, Uint32Array.from(fresh).toSorted(byTime), byTime)
      if (isStale) order = order.toSorted(byTime)
      fresh = []
      isStale = false
      return order
    },
  }
}

function merge(
  old: Uint32Array,
  fresh: Uint32Array,
  compare: (one: number, other: number) => number,
): Uint32Array {
  const merged = new Uint32Array(old.length + fresh.length)
  let oldAt = old.length - 1
  let at = merged.length - 1
  // From the end: what is new is mostly the newest.
  for (let freshAt = fresh.length - 1; freshAt >= 0; at--) {
    const slot = fresh[freshAt] ?? 0
    if (oldAt >= 0 && compare(old[oldAt] ?? 0, slot) > 0) merged[at] = old[oldAt--] ?? 0
    else {
      merged[at] = slot
      freshAt--
    }
  }
  merged.set(old.subarray(0, oldAt + 1))
  return merged
}

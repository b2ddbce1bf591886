export type Numbers =
  Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

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

/**
 * Reads CBOR, as far as manifests use it, from bytes that may be anything: bounded in depth and number, and never resolved.
 *
 * Source: RFC 8949, 3 and Appendix B. Tags are passed over, and stand for what they hold.
 */

const DEEPEST = 24
const MAX_VALUES = 20_000

/** Of a map, entries with a text or a number as their key. */
export type CborMap = ReadonlyMap<string | number, unknown>

interface Cursor {
  readonly bytes: Buffer
  position: number
  values: number
}

/** Marks the end of what has no length. */
const BREAK = Symbol('break')

/** The first value; undefined where the bytes are none. Byte strings are Buffers, maps CborMaps. */
export function readCbor(bytes: Buffer): unknown {
  try {
    const value = readValue({ bytes, position: 0, values: 0 }, 0)
    return value === BREAK ? undefined : value
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** @throws RangeError where the bytes end too early, or hold too much. */
function readValue(cursor: Cursor, depth: number): unknown {
  if (depth > DEEPEST || ++cursor.values > MAX_VALUES) throw new RangeError('Too much.')
  const head = cursor.bytes.readUInt8(cursor.position++)
  const [major, info] = [head >> 5, head & 31]
  if (major === 7) return readSimple(cursor, info)
  const length = info === 31 && major >= 2 ? null : readLength(cursor, info)
  switch (major) {
    case 0:
      return length
    case 1:
      return length === null ? null : -1 - length
    case 2:
      return length === null ? Buffer.concat(readParts(cursor, depth)) : readBytes(cursor, length)
    case 3:
      return (
        length === null ? Buffer.concat(readParts(cursor, depth)) : readBytes(cursor, length)
      ).toString()
    case 4:
      return readItems(cursor, length, depth)
    case 5:
      return readMap(cursor, length, depth)
    default:
      return readValue(cursor, depth + 1)
  }
}

function readSimple(cursor: Cursor, info: number): unknown {
  const { bytes } = cursor
  if (info === 20 || info === 21) return info === 21
  if (info === 31) return BREAK
  if (info < 24) return null
  const at = cursor.position
  cursor.position += 2 ** (info - 24)
  if (info === 26) return bytes.readFloatBE(at)
  if (info === 27) return bytes.readDoubleBE(at)
  if (info > 27) throw new RangeError('No such value.')
  // Other simple values, and numbers of half precision, which no manifest uses.
  return null
}

function readLength(cursor: Cursor, info: number): number {
  if (info < 24) return info
  const { bytes, position } = cursor
  if (info > 27) throw new RangeError('No such length.')
  cursor.position += 2 ** (info - 24)
  if (info === 24) return bytes.readUInt8(position)
  if (info === 25) return bytes.readUInt16BE(position)
  return info === 26 ? bytes.readUInt32BE(position) : Number(bytes.readBigUInt64BE(position))
}

function readBytes(cursor: Cursor, length: number): Buffer {
  const end = cursor.position + length
  if (end > cursor.bytes.length) throw new RangeError('Too short.')
  const bytes = cursor.bytes.subarray(cursor.position, end)
  cursor.position = end
  return bytes
}

function readParts(cursor: Cursor, depth: number): Buffer[] {
  return readItems(cursor, null, depth).map((part) =>
    Buffer.isBuffer(part) ? part : Buffer.from(typeof part === 'string' ? part : ''),
  )
}

/** `length` null: up to the mark of their end. */
function readItems(cursor: Cursor, length: number | null, depth: number): unknown[] {
  const items: unknown[] = []
  while (length === null || items.length < length) {
    const item = readValue(cursor, depth + 1)
    if (item === BREAK) break
    items.push(item)
  }
  return items
}

function readMap(cursor: Cursor, length: number | null, depth: number): CborMap {
  const map = new Map<string | number, unknown>()
  for (let count = 0; length === null || count < length; count++) {
    const key = readValue(cursor, depth + 1)
    if (key === BREAK) break
    const value = readValue(cursor, depth + 1)
    if (typeof key === 'string' || typeof key === 'number') map.set(key, value)
  }
  return map
}

/**
 * The whole result set in the order it is shown: up to hundreds of thousands of assets, as columns of the host's one binary
 * answer. `electron/contract/rules/layout.ts` describes the bytes; looking at a part copies nothing.
 */
import type { AssetKind } from '#contract/rules/media.ts'
import { contains, countOf, type Ranges } from './ranges.ts'

export interface Order {
  readonly count: number
  /** Four words of an id for each asset. */
  readonly words: Uint32Array
  /** When it was made, in seconds since the epoch. */
  readonly seconds: Uint32Array
  /** Width divided by height, in thousandths; 0 where that is not known. */
  readonly aspects: Uint16Array
  /** Kind, favourite and rating in bits. */
  readonly marks: Uint8Array
}

const MAGIC = 0x59_4c_54_41
const VERSION = 1
const HEADER_BYTES = 16
const ITEM_BYTES = 23
const WORDS = 4
const ID_PREFIX = 'asset_'
const ID = /^asset_[0-9a-f]{32}$/
/** In the order of the contract's ASSET_KINDS. */
const KINDS = ['image', 'video', 'audio', 'text', 'model3d', 'other'] as const satisfies readonly AssetKind[]

export const NO_ORDER: Order = {
  count: 0,
  words: new Uint32Array(),
  seconds: new Uint32Array(),
  aspects: new Uint16Array(),
  marks: new Uint8Array(),
}

/**
 * The order in a layout's bytes. Every machine that runs Atelier keeps numbers in the order of the layout, little-endian.
 *
 * @throws Error when the bytes are not a whole layout of this version.
 */
export function readOrder(bytes: ArrayBuffer): Order {
  const view = new DataView(bytes)
  if (
    bytes.byteLength < HEADER_BYTES ||
    view.getUint32(0, true) !== MAGIC ||
    view.getUint16(4, true) !== VERSION
  )
    throw new Error('The layout is not one that this page can read.')
  const count = view.getUint32(8, true)
  if (bytes.byteLength !== HEADER_BYTES + count * ITEM_BYTES) throw new Error('The layout is not whole.')
  const secondsAt = HEADER_BYTES + count * WORDS * 4
  const aspectsAt = secondsAt + count * 4
  return {
    count,
    words: new Uint32Array(bytes, HEADER_BYTES, count * WORDS),
    seconds: new Uint32Array(bytes, secondsAt, count),
    aspects: new Uint16Array(bytes, aspectsAt, count),
    marks: new Uint8Array(bytes, aspectsAt + count * 2, count),
  }
}

/** Empty outside of the order. */
export function idAt(order: Order, index: number): string {
  if (index < 0 || index >= order.count) return ''
  let id = ID_PREFIX
  for (let word = index * WORDS; word < (index + 1) * WORDS; word++) {
    const value = order.words[word] ?? 0
    id += hex(value & 255) + hex((value >>> 8) & 255) + hex((value >>> 16) & 255) + hex(value >>> 24)
  }
  return id
}

/** -1 where it is not in the order. */
export function indexOf(order: Order, id: string): number {
  if (!ID.test(id)) return -1
  const words = Array.from({ length: WORDS }, (_, word) => {
    const byte = (place: number): number => {
      const at = ID_PREFIX.length + word * 8 + place * 2
      return Number.parseInt(id.slice(at, at + 2), 16)
    }
    return (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0
  })
  return find(order, words, 0)
}

/** The place in `order` of what stands at `index` in another one, or -1. */
export function placeOf(order: Order, other: Order, index: number): number {
  return index < 0 || index >= other.count ? -1 : find(order, other.words, index * WORDS)
}

export function timeAt(order: Order, index: number): number {
  return (order.seconds[index] ?? 0) * 1_000
}

export function kindAt(order: Order, index: number): AssetKind {
  return KINDS[(order.marks[index] ?? 5) & 0b111] ?? 'other'
}

export function isFavoriteAt(order: Order, index: number): boolean {
  return ((order.marks[index] ?? 0) & 0b1000) !== 0
}

/** 0 (none) to 5. */
export function ratingAt(order: Order, index: number): number {
  return ((order.marks[index] ?? 0) >> 4) & 0b111
}

/** The order without what stands in `ranges`. */
export function without(order: Order, ranges: Ranges): Order {
  const count = order.count - countOf(ranges)
  const left: Order = {
    count,
    words: new Uint32Array(count * WORDS),
    seconds: new Uint32Array(count),
    aspects: new Uint16Array(count),
    marks: new Uint8Array(count),
  }
  let to = 0
  for (let from = 0; from < order.count; from++) {
    if (contains(ranges, from)) continue
    left.words.set(order.words.subarray(from * WORDS, (from + 1) * WORDS), to * WORDS)
    left.seconds[to] = order.seconds[from] ?? 0
    left.aspects[to] = order.aspects[from] ?? 0
    left.marks[to] = order.marks[from] ?? 0
    to += 1
  }
  return left
}

/** The order with other marks for one kind of them: shown before the host has answered. */
export function remarked(
  order: Order,
  ranges: Ranges,
  { rating, favorite }: { readonly rating?: number | undefined; readonly favorite?: boolean | undefined },
): Order {
  const marks = order.marks.slice()
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      let bits = marks[index] ?? 0
      if (rating !== undefined) bits = (bits & 0b1111) | (rating << 4)
      if (favorite !== undefined) bits = (bits & ~0b1000) | (favorite ? 0b1000 : 0)
      marks[index] = bits
    }
  }
  const next = { ...order, marks }
  shareIndex(order, next)
  return next
}

/**
 * Ids are hashes, so their first word spreads evenly over a table of twice their number: the place of an id is found in a
 * step or two. Made when first asked for; 250,000 take some milliseconds.
 */
const tables = new WeakMap<Order, Int32Array>()

function tableOf(order: Order): Int32Array {
  const known = tables.get(order)
  if (known !== undefined) return known
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, order.count * 2)))
  const table = new Int32Array(size).fill(-1)
  for (let index = 0; index < order.count; index++) {
    let slot = (order.words[index * WORDS] ?? 0) & (size - 1)
    while (table[slot] !== -1) slot = (slot + 1) & (size - 1)
    table[slot] = index
  }
  tables.set(order, table)
  return table
}

function shareIndex(from: Order, to: Order): void {
  const table = tables.get(from)
  if (table !== undefined) tables.set(to, table)
}

function find(order: Order, words: ArrayLike<number>, at: number): number {
  if (order.count === 0) return -1
  const table = tableOf(order)
  const mask = table.length - 1
  for (let slot = (words[at] ?? 0) & mask; ; slot = (slot + 1) & mask) {
    const index = table[slot] ?? -1
    if (index === -1) return -1
    let word = 0
    while (word < WORDS && order.words[index * WORDS + word] === words[at + word]) word += 1
    if (word === WORDS) return index
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hex(byte: number): string {
  return HEX[byte] ?? '00'
}

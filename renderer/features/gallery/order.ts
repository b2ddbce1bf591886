/**
 * The whole result set in the order it is shown: up to hundreds of thousands of assets, as columns of the host's binary
 * response (`electron/contract/rules/layout.ts`).
 */
import type { Asset } from '#contract/library.ts'
import {
  formatAssetId,
  isFavoriteMarks,
  kindOfMarks,
  layoutAspect,
  layoutColumns,
  layoutMarks,
  parseAssetId,
  ratingOfMarks,
  type LayoutColumns,
} from '#contract/rules/layout.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import { contains, countOf, type Ranges } from './ranges.ts'

export type Order = LayoutColumns

/** Of an id. */
const WORDS = 4

export const NO_ORDER: Order = {
  count: 0,
  words: new Uint32Array(),
  seconds: new Uint32Array(),
  aspects: new Uint16Array(),
  marks: new Uint8Array(),
}

/** @throws Error when the bytes are not a whole layout of this version. */
export function readOrder(bytes: ArrayBuffer): Order {
  return layoutColumns(bytes)
}

export function orderOf(assets: readonly Asset[]): Order {
  const placed = assets.flatMap((asset) => {
    const id = parseAssetId(asset.id)
    return id === null ? [] : [{ ...asset, words: new Uint32Array(id.buffer) }]
  })
  return {
    count: placed.length,
    words: Uint32Array.from(placed.flatMap(({ words }) => [...words])),
    seconds: Uint32Array.from(placed, ({ createdAt }) => createdAt / 1_000),
    aspects: Uint16Array.from(placed, ({ width = 0, height = 0 }) => layoutAspect(width, height)),
    marks: Uint8Array.from(placed, ({ kind, favorite, rating }) => layoutMarks(kind, favorite, rating)),
  }
}

/** Empty outside of the order. */
export function idAt(order: Order, index: number): string {
  if (index < 0 || index >= order.count) return ''
  const { buffer, byteOffset } = order.words
  return formatAssetId(new Uint8Array(buffer, byteOffset + index * WORDS * 4, WORDS * 4))
}

/** -1 where it is not in the order. */
export function indexOf(order: Order, id: string): number {
  const bytes = parseAssetId(id)
  return bytes === null ? -1 : find(order, new Uint32Array(bytes.buffer), 0)
}

/** The place in `order` of the asset at `index` in another one, or -1. */
export function placeOf(order: Order, other: Order, index: number): number {
  return index < 0 || index >= other.count ? -1 : find(order, other.words, index * WORDS)
}

export function timeAt(order: Order, index: number): number {
  return (order.seconds[index] ?? 0) * 1_000
}

export function kindAt(order: Order, index: number): AssetKind {
  const marks = order.marks[index]
  return marks === undefined ? 'other' : kindOfMarks(marks)
}

/** Whether a sequence can be made of assets of these kinds. */
export function canBeShots(kinds: readonly AssetKind[]): boolean {
  const fits = kinds.every((kind) => kind === 'image' || kind === 'video' || kind === 'audio')
  return fits && kinds.some((kind) => kind !== 'audio')
}

export function isFavoriteAt(order: Order, index: number): boolean {
  return isFavoriteMarks(order.marks[index] ?? 0)
}

/** 0 (none) to 5. */
export function ratingAt(order: Order, index: number): number {
  return ratingOfMarks(order.marks[index] ?? 0)
}

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

export interface Marks {
  readonly rating?: number | undefined
  readonly favorite?: boolean | undefined
}

/** The order with other marks, shown before the host has responded. */
export function remarked(order: Order, ranges: Ranges, { rating, favorite }: Marks): Order {
  const marks = order.marks.slice()
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) {
      const now = marks[index] ?? 0
      marks[index] = layoutMarks(
        kindOfMarks(now),
        favorite ?? isFavoriteMarks(now),
        rating ?? ratingOfMarks(now),
      )
    }
  }
  const next = { ...order, marks }
  const table = tables.get(order)
  if (table !== undefined) tables.set(next, table)
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

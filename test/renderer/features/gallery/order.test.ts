import { describe, expect, it } from 'vitest'
import { ASSET_KINDS } from '#contract/rules/media.ts'
import {
  idAt,
  indexOf,
  isFavoriteAt,
  kindAt,
  placeOf,
  ratingAt,
  readOrder,
  remarked,
  timeAt,
  without,
} from '#renderer/features/gallery/order.ts'
import { assetIdOf, layoutOf, orderOf } from './layouts.ts'

const ITEMS = Array.from({ length: 500 }, (_, index) => ({
  name: `item ${index}`,
  createdAt: 1_700_000_000_000 + index * 61_000,
  width: 100 + index,
  height: index % 9 === 0 ? 0 : 150,
  kind: ASSET_KINDS[index % ASSET_KINDS.length] ?? 'other',
  favorite: index % 3 === 0,
  rating: index % 6,
}))

describe('the order', () => {
  const bytes = layoutOf(ITEMS)
  const order = readOrder(bytes)

  it('reads every column', () => {
    for (const [index, { name, createdAt, width, height, kind, favorite, rating }] of ITEMS.entries()) {
      expect([
        idAt(order, index),
        timeAt(order, index),
        order.aspects[index],
        kindAt(order, index),
        isFavoriteAt(order, index),
        ratingAt(order, index),
      ]).toEqual([
        assetIdOf(name),
        createdAt,
        height === 0 ? 0 : Math.round((1_000 * width) / height),
        kind,
        favorite,
        rating,
      ])
    }
  })
  it('finds every id, and no other', () => {
    for (let index = 0; index < order.count; index++) expect(indexOf(order, idAt(order, index))).toBe(index)
    expect([indexOf(order, assetIdOf('stranger')), indexOf(order, 'asset_1'), indexOf(order, '')]).toEqual([
      -1, -1, -1,
    ])
    expect([idAt(order, -1), idAt(order, order.count)]).toEqual(['', ''])
  })
  it('finds ids that share their first half', () => {
    const bytes = layoutOf(['a', 'b', 'c'])
    const words = new Uint32Array(bytes, 16, 12)
    words.fill(7, 0, 3).fill(7, 4, 7).fill(7, 8, 11)
    const order = readOrder(bytes)
    expect([0, 1, 2].map((index) => indexOf(order, idAt(order, index)))).toEqual([0, 1, 2])
  })
  it('refuses bytes that are cut, foreign or of another version', () => {
    const foreign = bytes.slice(0)
    new DataView(foreign).setUint16(4, 2, true)
    for (const broken of [
      bytes.slice(0, 100),
      bytes.slice(0, bytes.byteLength - 1),
      foreign,
      new ArrayBuffer(0),
    ])
      expect(() => readOrder(broken)).toThrow(/layout/)
  })
  it('tells where an item of one order stands in another', () => {
    const other = orderOf(['item 3', 'stranger', 'item 499'])
    expect([0, 1, 2, 3].map((index) => placeOf(order, other, index))).toEqual([3, -1, 499, -1])
  })
  it('goes on without some items', () => {
    const left = without(order, [
      { from: 0, to: 10 },
      { from: 200, to: 201 },
    ])
    expect([left.count, idAt(left, 0), indexOf(left, assetIdOf('item 200'))]).toEqual([
      489,
      assetIdOf('item 10'),
      -1,
    ])
    expect([kindAt(left, 190), ratingAt(left, 190), timeAt(left, 190)]).toEqual([
      ITEMS[201]?.kind,
      ITEMS[201]?.rating,
      ITEMS[201]?.createdAt,
    ])
  })
  it('shows another mark and keeps the rest', () => {
    const next = remarked(order, [{ from: 4, to: 6 }], { rating: 2 })
    const loved = remarked(next, [{ from: 5, to: 6 }], { favorite: true })
    expect([ratingAt(loved, 4), ratingAt(loved, 5), isFavoriteAt(loved, 5), kindAt(loved, 5)]).toEqual([
      2,
      2,
      true,
      kindAt(order, 5),
    ])
    expect([ratingAt(loved, 6), ratingAt(order, 4)]).toEqual([0, 4])
  })
})

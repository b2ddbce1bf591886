/** The layout's bytes: what was put in comes out, and nothing is read from what is not whole. */
import { expect, test } from 'vitest'
import {
  createLayout,
  decodeLayout,
  LAYOUT_KINDS,
  layoutAspect,
  layoutMarks,
  parseAssetId,
} from '#contract/rules/layout.ts'
import { ASSET_KINDS } from '#contract/rules/media.ts'

const ITEMS = [
  { id: `asset_${'0123456789abcdef'.repeat(2)}`, createdAt: 1_700_000_000_000, kind: 'image', rating: 5 },
  { id: `asset_${'f'.repeat(32)}`, createdAt: -5_000, kind: 'other', rating: 0 },
  { id: `asset_${'0'.repeat(31)}1`, createdAt: 1e15, kind: 'audio', rating: 3 },
] as const
const SIZES = [
  [1_024, 768],
  [0, 0],
  [1, 1_000_000],
] as const

function encoded(): Uint8Array {
  const layout = createLayout(ITEMS.length)
  for (const [index, { id, createdAt, kind, rating }] of ITEMS.entries()) {
    const bytes = parseAssetId(id) ?? new Uint8Array(16)
    const [width, height] = SIZES[index] ?? [0, 0]
    const marks = layoutMarks(kind, index === 1, rating)
    layout.put(index, new DataView(bytes.buffer), 0, createdAt, layoutAspect(width, height), marks)
  }
  return layout.bytes
}

test('gives back what was put in, wherever the bytes lie', () => {
  const bytes = encoded()
  const shifted = new Uint8Array(bytes.length + 3)
  shifted.set(bytes, 3)
  for (const source of [bytes, shifted.subarray(3)]) {
    const layout = decodeLayout(source)
    const items = ITEMS.map((_, index) => ({
      id: layout.idAt(index),
      createdAt: layout.createdAtAt(index),
      kind: layout.kindAt(index),
      rating: layout.ratingAt(index),
      favorite: layout.favoriteAt(index),
      aspect: layout.aspectAt(index),
    }))
    expect(items).toEqual([
      { ...ITEMS[0], favorite: false, aspect: 1.333 },
      // Before the epoch, and beyond what 32 bits of seconds hold.
      { ...ITEMS[1], createdAt: 0, favorite: true, aspect: null },
      { ...ITEMS[2], createdAt: 0xffff_ffff * 1_000, favorite: false, aspect: 0.001 },
    ])
    expect(ITEMS.map(({ id }) => layout.indexOf(id))).toEqual([0, 1, 2])
  }
})

test('knows no item outside, and no id of another form', () => {
  const layout = decodeLayout(encoded())
  for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => layout.idAt(index)).toThrow(RangeError)
  for (const id of ['', 'asset_1', `asset_${'A'.repeat(32)}`, `asset_${'e'.repeat(32)}`, 'f'.repeat(32)])
    expect(layout.indexOf(id)).toBe(-1)
})

test('refuses bytes that are not a whole layout of this version', () => {
  const valid = encoded()
  const changed = (at: number, byte: number): Uint8Array => {
    const bytes = Uint8Array.from(valid)
    bytes[at] = byte
    return bytes
  }
  const wrong = [
    new Uint8Array(),
    valid.subarray(0, 15),
    valid.subarray(0, -1),
    changed(0, 0),
    changed(4, 2),
    changed(8, 9),
  ]
  for (const bytes of wrong) expect(() => decodeLayout(bytes)).toThrow(/layout/)
  expect(decodeLayout(createLayout(0).bytes).count).toBe(0)
})

test('keeps a shape within what its 16 bits hold', () => {
  expect([
    layoutAspect(1_000_000, 1),
    layoutAspect(1, 1_000_000),
    layoutAspect(0, 5),
    layoutAspect(16, 9),
  ]).toEqual([65_535, 1, 0, 1_778])
})

test('has a place for every kind that an asset can be', () => {
  expect(LAYOUT_KINDS).toEqual(ASSET_KINDS)
})

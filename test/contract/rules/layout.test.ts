/** The layout's bytes: what was put in comes out, and nothing is read from what is not whole. */
import { expect, test } from 'vitest'
import {
  createLayout,
  LAYOUT_KINDS,
  layoutAspect,
  layoutColumns,
  layoutMarks,
  parseAssetId,
} from '#contract/rules/layout.ts'
import { ASSET_KINDS } from '#contract/rules/media.ts'
import { readLayout } from '#test/stand-ins/read-layout.ts'
import { createThumbnailSplitter, thumbnailPart } from '#contract/rules/thumbnails.ts'

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
    layout.putId(index, new DataView(bytes.buffer), 0)
    layout.put(index, createdAt, layoutAspect(width, height), marks)
  }
  return layout.bytes
}

test('gives back what was put in', () => {
  expect(readLayout(encoded())).toEqual([
    { ...ITEMS[0], favorite: false, aspect: 1.333 },
    // Before the epoch, and beyond what 32 bits of seconds hold.
    { ...ITEMS[1], createdAt: 0, favorite: true, aspect: null },
    { ...ITEMS[2], createdAt: 0xffff_ffff * 1_000, favorite: false, aspect: 0.001 },
  ])
})

test('reads no id of another form', () => {
  for (const id of ['', 'asset_1', `asset_${'A'.repeat(32)}`, 'f'.repeat(32)])
    expect(parseAssetId(id)).toBeNull()
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
  for (const bytes of wrong) expect(() => layoutColumns(bytes.slice().buffer)).toThrow(/layout/)
  expect(readLayout(createLayout(0).bytes)).toEqual([])
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

test('takes many thumbnails out of one response, however it is cut', () => {
  const images = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(300).fill(7)]
  const response = Uint8Array.from(images.flatMap((image, place) => [...thumbnailPart(5 - place, image)]))
  for (let size = 1; size <= response.length; size++) {
    const taken: unknown[] = []
    const split = createThumbnailSplitter((place, image) => taken.push([place, Array.from(image)]))
    for (let at = 0; at < response.length; at += size) split(response.subarray(at, at + size))
    expect(taken).toEqual(images.map((image, place) => [5 - place, Array.from(image)]))
  }
})

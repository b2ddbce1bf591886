/**
 * The layout of a result set: what a grid needs to place every asset of it, in one binary response.
 *
 * `POST /library/layout` takes `layoutQuerySchema` of library.ts as JSON and answers `LAYOUT_CONTENT_TYPE`: the assets in the
 * order of the same `library.query`, as columns, so that nothing has to be parsed and no object is made for an asset. One whose
 * id is not of the form that Atelier gives is left out. Everything is little-endian. For `count` assets:
 *
 * | Offset              | Size       | What                                                                     |
 * |---------------------|------------|--------------------------------------------------------------------------|
 * | 0                   | 4          | the letters `ATLY`                                                       |
 * | 4                   | 2          | version, 1                                                               |
 * | 6                   | 2          | zero                                                                     |
 * | 8                   | 4          | `count`                                                                  |
 * | 12                  | 4          | zero                                                                     |
 * | 16                  | 16 x count | ids: the 32 hexadecimal digits of `asset_…` as bytes                     |
 * | then                | 4 x count  | when it was made, in seconds since the epoch                             |
 * | then                | 2 x count  | width / height x 1,000, 0 where it is not known                          |
 * | then                | 1 x count  | bits 0 to 2 the kind (place in `LAYOUT_KINDS`), 3 favorite, 4 to 6 rating |
 */
import type { AssetKind } from './media.ts'

export const LAYOUT_PATH = '/library/layout'
export const LAYOUT_CONTENT_TYPE = 'application/octet-stream'
export const LAYOUT_KINDS = [
  'image',
  'video',
  'audio',
  'text',
  'model3d',
  'other',
] as const satisfies readonly AssetKind[]

const MAGIC = 0x59_4c_54_41
const VERSION = 1
const HEADER_BYTES = 16
const ID_BYTES = 16
const ITEM_BYTES = ID_BYTES + 4 + 2 + 1
const ID_PREFIX = 'asset_'
const MAX_SECONDS = 0xffff_ffff
const MAX_ASPECT = 0xffff
/** How kind, favorite and rating share a byte. */
const LAYOUT_MARKS = { kind: 0b111, favorite: 0b1000, ratingShift: 4 } as const

export type LayoutColumns = ReturnType<typeof layoutColumns>

/**
 * The columns of a layout as views of its bytes. Every machine that runs Atelier is little-endian, as the layout is.
 *
 * @throws Error when the bytes are not a whole layout of this version.
 */
export function layoutColumns(bytes: ArrayBuffer) {
  const count = readCount(new DataView(bytes))
  const at = columnOffsets(count)
  return {
    count,
    /** Four words of an id for each asset, little-endian. */
    words: new Uint32Array(bytes, at.ids, (count * ID_BYTES) / 4),
    /** Seconds since the epoch. */
    seconds: new Uint32Array(bytes, at.seconds, count),
    /** Width divided by height in thousandths; 0 where it is not known. */
    aspects: new Uint16Array(bytes, at.aspects, count),
    /** Kind, favorite and rating; see `kindOfMarks` and its like. */
    marks: new Uint8Array(bytes, at.marks, count),
  }
}

function readCount(view: DataView): number {
  if (
    view.byteLength < HEADER_BYTES ||
    view.getUint32(0, true) !== MAGIC ||
    view.getUint16(4, true) !== VERSION
  )
    throw new Error('The layout is not one that this version of Atelier can read.')
  const count = view.getUint32(8, true)
  if (view.byteLength !== HEADER_BYTES + count * ITEM_BYTES) throw new Error('The layout is not whole.')
  return count
}

export function kindOfMarks(marks: number): AssetKind {
  return LAYOUT_KINDS[marks & LAYOUT_MARKS.kind] ?? 'other'
}

export function isFavoriteMarks(marks: number): boolean {
  return (marks & LAYOUT_MARKS.favorite) !== 0
}

/** 0 (none) to 5. */
export function ratingOfMarks(marks: number): number {
  return marks >> LAYOUT_MARKS.ratingShift
}

/** A layout of `count` assets that is being written. */
export function createLayout(count: number) {
  const bytes = new Uint8Array(HEADER_BYTES + count * ITEM_BYTES)
  const view = new DataView(bytes.buffer)
  const at = columnOffsets(count)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, VERSION, true)
  view.setUint32(8, count, true)
  return {
    /** The whole layout; complete once every index has its id and was put. */
    bytes,
    /** `ids` holds the 16 bytes at `offset`. */
    putId: (index: number, ids: DataView, offset: number): void => {
      const start = at.ids + index * ID_BYTES
      for (let place = 0; place < ID_BYTES; place += 4)
        view.setUint32(start + place, ids.getUint32(offset + place))
    },
    /** `createdAt` in ms; `aspect` and `marks` as the functions below make them. */
    put: (index: number, createdAt: number, aspect: number, marks: number): void => {
      const seconds = Math.min(MAX_SECONDS, Math.max(0, Math.floor(createdAt / 1_000)))
      view.setUint32(at.seconds + index * 4, seconds, true)
      view.setUint16(at.aspects + index * 2, aspect, true)
      bytes[at.marks + index] = marks
    },
  }
}

/** Width / height x 1,000 within 1 and 65,535; 0 where either is not known. */
export function layoutAspect(width: number, height: number): number {
  if (width <= 0 || height <= 0) return 0
  return Math.min(MAX_ASPECT, Math.max(1, Math.round((width / height) * 1_000)))
}

/** Kind, favorite and rating (0 to 5) as bits. */
export function layoutMarks(kind: AssetKind, favorite: boolean, rating: number): number {
  return (
    LAYOUT_KINDS.indexOf(kind) | (favorite ? LAYOUT_MARKS.favorite : 0) | (rating << LAYOUT_MARKS.ratingShift)
  )
}

/** The 16 bytes of an asset's id, or null where it is not `asset_` and 32 hexadecimal digits in lower case. */
export function parseAssetId(id: string): Uint8Array<ArrayBuffer> | null {
  if (!/^asset_[0-9a-f]{32}$/.test(id)) return null
  const bytes = new Uint8Array(ID_BYTES)
  for (let index = 0; index < ID_BYTES; index++) {
    const at = ID_PREFIX.length + index * 2
    bytes[index] = hexDigit(id.charCodeAt(at)) * 16 + hexDigit(id.charCodeAt(at + 1))
  }
  return bytes
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The id that 16 bytes stand for. */
export function formatAssetId(bytes: Uint8Array): string {
  let id = ID_PREFIX
  for (const byte of bytes) id += HEX[byte] ?? ''
  return id
}

function columnOffsets(count: number) {
  const seconds = HEADER_BYTES + count * ID_BYTES
  const aspects = seconds + count * 4
  return { ids: HEADER_BYTES, seconds, aspects, marks: aspects + count * 2 }
}

/** Of `0` to `9` and `a` to `f`. */
function hexDigit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57
}

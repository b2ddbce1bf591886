/**
 * Finds rows in the pages of a damaged database, each page for itself: no schema, no root and no neighbour is needed, so a
 * row is found as long as its own page is.
 *
 * Formats: https://sqlite.org/fileformat2.html#b_tree_pages and #record_format.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { PAGE_BYTES, type PageFile } from './page-file.ts'

const TABLE_LEAF = 0x0d
const FILE_HEADER_BYTES = 100
/** How much of a payload stays in the page; the rest is in a chain of overflow pages. */
const MOST_LOCAL = PAGE_BYTES - 35
const LEAST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23
const LARGEST_PAYLOAD = 64 * 1024 * 1024
const STEP_MS = 15

export type CarvedValue = null | number | string

export interface CarvedRow {
  readonly rowid: number
  readonly values: readonly CarvedValue[]
  /** Whether all of it could be read. What could not is null: what lies behind a break in its chain of pages, for example. */
  readonly isWhole: boolean
}

/** Every row whose beginning can be read. Never holds the event loop for long. */
export async function* carveRows(file: PageFile): AsyncGenerator<CarvedRow> {
  let begunAt = performance.now()
  for (const { number, bytes } of file.pages()) {
    for (const row of rowsOf(bytes, number === 1 ? FILE_HEADER_BYTES : 0, file)) yield row
    if (performance.now() - begunAt > STEP_MS) {
      await breathe()
      begunAt = performance.now()
    }
  }
}

function* rowsOf(page: Buffer, start: number, file: PageFile): Generator<CarvedRow> {
  if (page[start] !== TABLE_LEAF) return
  const cells = Math.min(page.readUInt16BE(start + 3), Math.floor((PAGE_BYTES - start - 8) / 2))
  for (let index = 0; index < cells; index++) {
    const row = readCell(page, page.readUInt16BE(start + 8 + 2 * index), file)
    if (row) yield row
  }
}

function readCell(page: Buffer, at: number, file: PageFile): CarvedRow | null {
  try {
    const size = readVarint(page, at)
    const rowid = readVarint(page, size.end)
    if (size.value < 2 || size.value > LARGEST_PAYLOAD) return null
    const payload = readPayload(page, rowid.end, size.value, file)
    const record = payload && readRecord(payload, size.value)
    return record && { rowid: rowid.value, ...record }
  } catch (error) {
    // It points outside of its page.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** As much of it as the chain of pages gives. */
function readPayload(page: Buffer, at: number, size: number, file: PageFile): Buffer | null {
  const local = localBytes(size)
  if (at + local > PAGE_BYTES) return null
  if (local === size) return page.subarray(at, at + size)
  const parts = [page.subarray(at, at + local)]
  let missing = size - local
  for (let next = page.readUInt32BE(at + local); missing > 0;) {
    const overflow = next === 0 ? null : file.page(next)
    if (!overflow) break
    const part = overflow.subarray(4, 4 + Math.min(missing, PAGE_BYTES - 4))
    parts.push(part)
    missing -= part.length
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function localBytes(size: number): number {
  if (size <= MOST_LOCAL) return size
  const local = LEAST_LOCAL + ((size - LEAST_LOCAL) % (PAGE_BYTES - 4))
  return local <= MOST_LOCAL ? local : LEAST_LOCAL
}

/** What the header promises, as far as a body of `size` bytes has it; null when the header itself is none. */
function readRecord(payload: Buffer, size: number): Omit<CarvedRow, 'rowid'> | null {
  const header = readVarint(payload, 0)
  if (header.value > payload.length) return null
  const types: number[] = []
  let at = header.end
  while (at < header.value) {
    const type = readVarint(payload, at)
    types.push(type.value)
    at = type.end
  }
  if (at !== header.value) return null
  let isWhole = true
  const values = types.map((type): CarvedValue => {
    const bytes = sizeOf(type)
    const value = at + bytes > payload.length ? undefined : readValue(payload, at, type, bytes)
    at += bytes
    isWhole &&= value !== undefined
    return value ?? null
  })
  return { values, isWhole: isWhole && at === size }
}

/** By the type's number; 10 and 11 mean nothing. */
const SIZES: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

function sizeOf(type: number): number {
  return SIZES[type] ?? Math.floor((type - 12) / 2)
}

/** undefined for what no column of Atelier's holds: a blob, or a number that JavaScript cannot. */
function readValue(payload: Buffer, at: number, type: number, bytes: number): CarvedValue | undefined {
  if (type >= 12) return type % 2 === 1 ? payload.toString('utf8', at, at + bytes) : undefined
  if (type === 0) return null
  if (type === 7) return payload.readDoubleBE(at)
  if (type >= 10) return undefined
  if (type >= 8) return type - 8
  if (type < 6) return payload.readIntBE(at, bytes)
  const value = Number(payload.readBigInt64BE(at))
  return Number.isSafeInteger(value) ? value : undefined
}

/** @throws RangeError when it reaches over the end, or is larger than any that Atelier writes. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let end = at; ; end++) {
    const byte = bytes.readUInt8(end)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: end + 1 }
    if (!Number.isSafeInteger(value * 128 + 127)) throw new RangeError('A number out of bounds.')
  }
}

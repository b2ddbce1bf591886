/**
 * Reads zip archives from outside: what is in one, and one entry of it at a time.
 *
 * Runs where a file can be killed for what it does. Names in an archive are only what its files are called; no path is made of
 * one. Archives that claim more than they hold, or whose entries lie over one another, are refused.
 *
 * Not by yauzl: it does not tell where the directory lies, which the bounds here need, gives up on a whole archive for one
 * strongly encrypted entry, and would take the place of less than a third of this file.
 *
 * Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3 and 4.5.3 (ZIP64). Deflate and CRC-32 are Node's.
 */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { withFileSource, type ByteSource } from '../provenance/byte-source.ts'
import { writeFresh } from '../provenance/spans.ts'

/** What an export of the largest library makes, with a sidecar beside each file. They have to fit into the memory of who reads them. */
const MAX_ENTRIES = 500_000
const MAX_DIRECTORY_BYTES = 128 * 1024 ** 2
/** Media hardly become smaller. What swells more than this was made to fill a disk. */
const MAX_RATIO = 200
/** Less than this may be packed as tightly as it likes: drawings and recipes are. */
const SMALL_BYTES = 4 * 1024 ** 2
/** So may all that an archive holds together: it fills no disk. */
const SMALL_ARCHIVE_BYTES = 64 * 1024 ** 2
const MAX_BYTES = 64 * 1024 ** 3

export interface ZipEntry {
  /** As the archive says it, with slashes. */
  readonly name: string
  readonly sizeBytes: number
  readonly packedBytes: number
  readonly isPacked: boolean
  readonly crc: number
  /** Where its own header lies in the archive. */
  readonly at: number
  /** In ms since the epoch. */
  readonly modifiedAt: number
}

export type ZipRefusal = 'unreadable' | 'damaged' | 'incomplete' | 'tooManyFiles' | 'tooTight' | 'tooLarge'

/** `limit`: how many files, or GB, one may have at most. */
export type ZipListing =
  | { readonly kind: 'listed'; readonly entries: readonly ZipEntry[]; readonly skipped: number }
  | { readonly kind: 'refused'; readonly why: ZipRefusal; readonly limit: number }

const END = 0x0605_4b50
const END_BYTES = 22
const LOCATOR = 0x0706_4b50
const LOCATOR_BYTES = 20
const END_64 = 0x0606_4b50
const END_64_BYTES = 56
const ENTRY = 0x0201_4b50
const ENTRY_BYTES = 46
const LOCAL = 0x0403_4b50
const LOCAL_BYTES = 30
const MAX_COMMENT = 0xffff
const IN_EXTRA = 0xffff_ffff
const ENCRYPTED = 1
const UTF8 = 0x0800
const STORED = 0
const DEFLATED = 8

/** Files alone, by name; encrypted ones and those packed in another way than everybody's are counted as left out. */
export async function listZip(path: string): Promise<ZipListing> {
  try {
    return await withFileSource(path, listSource)
  } catch (error) {
    // What is said of a place beyond the end.
    if (error instanceof RangeError) return refused('damaged')
    throw error
  }
}

/** The same for one that is open. @throws RangeError where it is damaged in a way. */
export async function listSource(source: ByteSource): Promise<ZipListing> {
  const directory = await findDirectory(source)
  if (directory === null) return refused('incomplete')
  const { count, sizeBytes, offset } = directory
  if (count > MAX_ENTRIES) return refused('tooManyFiles', MAX_ENTRIES)
  if (sizeBytes > MAX_DIRECTORY_BYTES || offset + sizeBytes > source.sizeBytes) return refused('incomplete')
  const bytes = view(await source.read(offset, sizeBytes))
  const all = readEntries(bytes, count)
  if (all === null || liesOverAnother(all, offset)) return refused('damaged')
  const files = all.filter(({ name }) => !name.endsWith('/'))
  const entries = files.filter(({ isReadable }) => isReadable)
  if (isSwollen(entries)) return refused('tooTight')
  // One that is as large itself has filled the disk already, as an export does that packs nothing.
  if (sum(entries, 'sizeBytes') > Math.max(MAX_BYTES, source.sizeBytes))
    return refused('tooLarge', MAX_BYTES / 1024 ** 3)
  return { kind: 'listed', entries, skipped: files.length - entries.length }
}

function refused(why: ZipRefusal, limit = 0): ZipListing {
  return { kind: 'refused', why, limit }
}

/** Writes one entry to `target`, which must not be there yet. False where it is not what the archive says; nothing is left then. */
export async function extractEntry(
  path: string,
  entry: ZipEntry,
  target: string,
  signal: AbortSignal,
): Promise<boolean> {
  const from = await withFileSource(path, async (source) => {
    const local = view(await source.read(entry.at, LOCAL_BYTES))
    if (local.byteLength < LOCAL_BYTES || local.getUint32(0, true) !== LOCAL) return null
    const start = entry.at + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
    return start + entry.packedBytes > source.sizeBytes ? null : start
  })
  if (from === null) return false
  const packed: Readable =
    entry.packedBytes === 0
      ? new PassThrough().end()
      : createReadStream(path, { start: from, end: from + entry.packedBytes - 1 })
  try {
    const bytes = entry.isPacked ? inflated(packed) : packed
    await writeFresh(checked(bytes, entry), target, { signal, flush: false })
    return true
  } catch (error) {
    await rm(target, { force: true })
    signal.throwIfAborted()
    if (error instanceof Error && 'syscall' in error) throw error
    return false
  } finally {
    packed.destroy()
  }
}

function inflated(packed: Readable): Readable {
  const inflate = createInflateRaw()
  packed.once('error', (error) => inflate.destroy(error))
  return packed.pipe(inflate)
}

/** Not a byte more than the archive says, and all of them right. */
async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { sizeBytes, crc }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  let sum = 0
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    if (read > sizeBytes) throw new Error('The entry is longer than it says.')
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (read !== sizeBytes || sum !== crc) throw new Error('The entry is not what it says.')
}

interface Directory {
  readonly count: number
  readonly sizeBytes: number
  readonly offset: number
}

async function findDirectory(source: ByteSource): Promise<Directory | null> {
  const tailBytes = Math.min(source.sizeBytes, END_BYTES + MAX_COMMENT)
  const tailAt = source.sizeBytes - tailBytes
  const tail = view(await source.read(tailAt, tailBytes))
  for (let at = tailBytes - END_BYTES; at >= 0; at--) {
    const isEnd =
      tail.getUint32(at, true) === END && tail.getUint16(at + 20, true) === tailBytes - at - END_BYTES
    if (!isEnd) continue
    const directory = {
      count: tail.getUint16(at + 10, true),
      sizeBytes: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    }
    const isLarge =
      directory.count === 0xffff || directory.sizeBytes === IN_EXTRA || directory.offset === IN_EXTRA
    return isLarge ? findDirectory64(source, tailAt + at - LOCATOR_BYTES) : directory
  }
  return null
}

async function findDirectory64(source: ByteSource, locatorAt: number): Promise<Directory | null> {
  if (locatorAt < 0) return null
  const locator = view(await source.read(locatorAt, LOCATOR_BYTES))
  if (locator.getUint32(0, true) !== LOCATOR) return null
  const at = uint64(locator, 8)
  if (at + END_64_BYTES > locatorAt) return null
  const end = view(await source.read(at, END_64_BYTES))
  if (end.getUint32(0, true) !== END_64) return null
  return { count: uint64(end, 32), sizeBytes: uint64(end, 40), offset: uint64(end, 48) }
}

type ReadEntry = ZipEntry & { readonly isReadable: boolean }

/** null where the directory does not hold so many. */
function readEntries(bytes: DataView, count: number): readonly ReadEntry[] | null {
  const entries: ReadEntry[] = []
  for (let at = 0; entries.length < count;) {
    if (at + ENTRY_BYTES > bytes.byteLength || bytes.getUint32(at, true) !== ENTRY) return null
    const nameBytes = bytes.getUint16(at + 28, true)
    const extraBytes = bytes.getUint16(at + 30, true)
    const extraAt = at + ENTRY_BYTES + nameBytes
    const next = extraAt + extraBytes + bytes.getUint16(at + 32, true)
    if (next > bytes.byteLength) return null
    const flags = bytes.getUint16(at + 8, true)
    const method = bytes.getUint16(at + 10, true)
    const name = new Uint8Array(bytes.buffer, bytes.byteOffset + at + ENTRY_BYTES, nameBytes)
    const large = largeNumbers(bytes, extraAt, extraBytes)
    const number = (place: number): number => {
      const small = bytes.getUint32(at + place, true)
      return small === IN_EXTRA ? (large.shift() ?? small) : small
    }
    // In the order in which the extra field holds those that are there.
    const [sizeBytes, packedBytes, local] = [number(24), number(20), number(42)] as const
    entries.push({
      name: nameOf(name, (flags & UTF8) !== 0),
      sizeBytes,
      packedBytes,
      isPacked: method === DEFLATED,
      crc: bytes.getUint32(at + 16, true),
      at: local,
      modifiedAt: dosTime(bytes.getUint16(at + 14, true), bytes.getUint16(at + 12, true)),
      isReadable:
        (flags & ENCRYPTED) === 0 &&
        (method === DEFLATED || (method === STORED && packedBytes === sizeBytes)),
    })
    at = next
  }
  return entries
}

const LARGE_NUMBERS = 1

function largeNumbers(bytes: DataView, from: number, length: number): number[] {
  const end = from + length
  for (let at = from; at + 4 <= end;) {
    const fieldEnd = at + 4 + bytes.getUint16(at + 2, true)
    if (bytes.getUint16(at, true) === LARGE_NUMBERS && fieldEnd <= end) {
      const count = Math.min(3, Math.floor((fieldEnd - at - 4) / 8))
      return Array.from({ length: count }, (_, place) => uint64(bytes, at + 4 + place * 8))
    }
    at = fieldEnd
  }
  return []
}

/** Some archives say the same bytes are the content of many entries. */
function liesOverAnother(entries: readonly ZipEntry[], directoryAt: number): boolean {
  const sorted = entries.toSorted((one, other) => one.at - other.at)
  return sorted.some(
    ({ at, packedBytes }, place) =>
      at + LOCAL_BYTES + packedBytes > Math.min(directoryAt, sorted[place + 1]?.at ?? directoryAt),
  )
}

/**
 * One large file, or all together. No entry is unpacked further than it says here, and none lies over another, so that these sums
 * bound what is written whatever an entry holds.
 */
function isSwollen(entries: readonly ZipEntry[]): boolean {
  const isTight = (sizeBytes: number, packedBytes: number) => sizeBytes > packedBytes * MAX_RATIO
  const isOneSwollen = entries.some(
    ({ sizeBytes, packedBytes }) => sizeBytes > SMALL_BYTES && isTight(sizeBytes, packedBytes),
  )
  return isOneSwollen || isTight(sum(entries, 'sizeBytes') - SMALL_ARCHIVE_BYTES, sum(entries, 'packedBytes'))
}

function sum(entries: readonly ZipEntry[], what: 'sizeBytes' | 'packedBytes'): number {
  return entries.reduce((total, entry) => total + entry[what], 0)
}

function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  const text = isUtf8 ? new TextDecoder().decode(bytes) : legacyName(bytes)
  return text.replaceAll('\\', '/')
}

/** Many programs write UTF-8 without saying so. */
function legacyName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** Local time, to two seconds, since 1980. */
function dosTime(date: number, time: number): number {
  const day = [(date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31] as const
  return new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}

function uint64(bytes: DataView, at: number): number {
  return Number(bytes.getBigUint64(at, true))
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/**
 * The pages of an Ogg file: pieces of packets under a head with a number and a checksum.
 *
 * Source: RFC 3533, 6.
 */
import type { ByteSource } from '../byte-source.ts'

export const PAGE_HEAD_BYTES = 27
const MOST_SEGMENTS = 255
const SEGMENT_BYTES = 255
const CONTINUED = 1
const NO_PACKET_ENDS = 0xffff_ffff_ffff_ffffn
const POLYNOMIAL = 0x04c1_1db7

export interface OggPage {
  readonly start: number
  readonly end: number
  readonly serial: number
  readonly number: number
  /** How many bytes each segment has; a packet ends with one of fewer than 255. */
  readonly segments: Uint8Array
  /** Where the packets' bytes begin. */
  readonly content: number
}

/** The page at a place, or null where there is no whole one. */
export async function readPage(source: ByteSource, start: number): Promise<OggPage | null> {
  const head = await source.read(start, PAGE_HEAD_BYTES + MOST_SEGMENTS)
  if (head.length < PAGE_HEAD_BYTES || head.toString('latin1', 0, 4) !== 'OggS' || head[4] !== 0) return null
  const count = head.readUInt8(26)
  const content = start + PAGE_HEAD_BYTES + count
  const segments = Uint8Array.from(head.subarray(PAGE_HEAD_BYTES, PAGE_HEAD_BYTES + count))
  const end = content + segments.reduce((sum, bytes) => sum + bytes, 0)
  if (segments.length < count || end > source.sizeBytes) return null
  return { start, end, serial: head.readUInt32LE(14), number: head.readUInt32LE(18), segments, content }
}

/** Pages with these packets of a stream's head, filled one after the other; none of them has a time. */
export function makePages(packets: readonly Uint8Array[], serial: number, firstNumber: number): Buffer[] {
  const content = Buffer.concat(packets)
  const lengths = packets.flatMap((packet) => [
    ...Array.from({ length: Math.floor(packet.length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
    packet.length % SEGMENT_BYTES,
  ])
  const pages: Buffer[] = []
  let position = 0
  for (let at = 0; at < lengths.length; at += MOST_SEGMENTS) {
    const segments = lengths.slice(at, at + MOST_SEGMENTS)
    const isContinued = at > 0 && lengths[at - 1] === SEGMENT_BYTES
    const hasEnd = segments.some((bytes) => bytes < SEGMENT_BYTES)
    const head = Buffer.alloc(PAGE_HEAD_BYTES)
    head.write('OggS', 0, 'latin1')
    head.writeUInt8(isContinued ? CONTINUED : 0, 5)
    head.writeBigUInt64LE(hasEnd ? 0n : NO_PACKET_ENDS, 6)
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(firstNumber + pages.length, 18)
    head.writeUInt8(segments.length, 26)
    const end = position + segments.reduce((sum, bytes) => sum + bytes, 0)
    pages.push(withChecksum(Buffer.concat([head, Buffer.from(segments), content.subarray(position, end)])))
    position = end
  }
  return pages
}

/** The head of a page under another number; its segments and content stay. */
export async function renumbered(source: ByteSource, page: OggPage, number: number): Promise<Buffer> {
  const copy = Buffer.from(await source.read(page.start, page.end - page.start))
  copy.writeUInt32LE(number, 18)
  return withChecksum(copy).subarray(0, PAGE_HEAD_BYTES)
}

function withChecksum(page: Buffer): Buffer {
  page.writeUInt32LE(0, 22)
  page.writeUInt32LE(checksum(page), 22)
  return page
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0)
  return value >>> 0
})

/** Not the checksum of zip and PNG: its bits are not reflected. */
function checksum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = (value << 8) ^ (TABLE[(value >>> 24) ^ byte] ?? 0)
  return value >>> 0
}

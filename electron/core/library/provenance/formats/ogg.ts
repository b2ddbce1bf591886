/**
 * Ogg with Vorbis or Opus: XMP as a line of the comments, which are the second packet.
 *
 * Sources: Xiph.Org, "Vorbis I specification", 4.2 and A.2; RFC 7845, 5.2. Where the comments come to need more pages or fewer,
 * those behind are given another number. Other codecs, and several streams at once, are left alone.
 */
import type { ByteSource } from '../byte-source.ts'
import { MAX_PARTS, MAX_TEXT_BYTES, type Container } from '../container.ts'
import { joinSpans, type Span } from '../spans.ts'
import { editComment, makeComment, parseComment, textsIn, type VorbisComment } from './vorbis-comment.ts'

interface Codec {
  /** What the first packet begins with. */
  readonly head: string
  readonly comment: string
  /** Packets before the music, the first included. */
  readonly packets: number
}

const CODECS: readonly Codec[] = [
  { head: 'OpusHead', comment: 'OpusTags', packets: 2 },
  { head: '\u0001vorbis', comment: '\u0003vorbis', packets: 3 },
]

interface StreamHead {
  readonly codec: Codec
  readonly first: OggPage
  readonly comment: VorbisComment
  /** Packets behind the comments. */
  readonly others: readonly Buffer[]
  /** Pages of the comments and what is behind them. */
  readonly pages: number
  readonly musicStart: number
}

export const ogg: Container = {
  readTexts: async (source) => {
    const head = await readHead(source)
    return head ? textsIn(head.comment) : {}
  },

  rewrite: async (source, edit) => {
    const head = await readHead(source)
    if (!head) return null
    const { codec, comment, first, others } = head
    const changed = makeComment(editComment(comment, edit))
    const packets = [Buffer.concat([Buffer.from(codec.comment, 'latin1'), changed]), ...others]
    const pages = makePages(packets, first.serial, 1)
    const music = await musicSpans(source, head, pages.length - head.pages)
    return music && joinSpans([first, ...pages, ...music])
  },
}

async function readHead(source: ByteSource): Promise<StreamHead | null> {
  const first = await readPage(source, 0)
  if (!first || first.number !== 0) return null
  const start = await source.read(first.content, 8)
  const codec = CODECS.find(({ head }) => start.toString('latin1').startsWith(head))
  if (!codec || first.segments.findIndex((bytes) => bytes < 255) !== first.segments.length - 1) return null
  const packets: Buffer[] = []
  let open: Buffer[] = []
  let position = first.end
  let sizeBytes = 0
  for (let number = 1; ; number++) {
    const page = await readPage(source, position)
    sizeBytes += page ? page.end - page.content : 0
    if (!page || page.serial !== first.serial || page.number !== number || sizeBytes > MAX_TEXT_BYTES)
      return null
    let at = page.content
    for (const bytes of page.segments) {
      open.push(Buffer.from(await source.read(at, bytes)))
      at += bytes
      if (bytes === 255) continue
      packets.push(Buffer.concat(open))
      open = []
    }
    position = page.end
    if (packets.length < codec.packets - 1) continue
    // Music begins on a page of its own.
    if (packets.length > codec.packets - 1 || open.length > 0) return null
    const [written, ...others] = packets
    const magic = written?.toString('latin1', 0, codec.comment.length)
    const comment =
      written && magic === codec.comment ? parseComment(written.subarray(codec.comment.length)) : null
    return comment && { codec, first, comment, others, pages: number, musicStart: position }
  }
}

/** The pages behind the head, each under a number higher by `shift`; null where one is damaged or has no such number. */
async function musicSpans(
  source: ByteSource,
  { first, musicStart }: StreamHead,
  shift: number,
): Promise<readonly Span[] | null> {
  if (shift === 0) return [{ start: musicStart, end: source.sizeBytes }]
  const spans: Span[] = []
  for (let position = musicStart; position < source.sizeBytes;) {
    const page = await readPage(source, position)
    if (!page || spans.length > 2 * MAX_PARTS) return null
    if (page.serial === first.serial) {
      const number = page.number + shift
      if (number < 0 || number > LAST_PAGE) return null
      spans.push(await renumbered(source, page, number))
      spans.push({ start: page.start + PAGE_HEAD_BYTES, end: page.end })
    } else spans.push(page)
    position = page.end
  }
  return spans
}

/**
 * The pages of an Ogg file: spans of packets under a head with a number and a checksum.
 *
 * Source: RFC 3533, 6.
 */
const PAGE_HEAD_BYTES = 27
const LAST_PAGE = 0xffff_ffff
const MAX_SEGMENTS = 255
const SEGMENT_BYTES = 255
const CONTINUED = 1
const NO_PACKET_ENDS = 0xffff_ffff_ffff_ffffn
const POLYNOMIAL = 0x04c1_1db7

interface OggPage {
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
async function readPage(source: ByteSource, start: number): Promise<OggPage | null> {
  const head = await source.read(start, PAGE_HEAD_BYTES + MAX_SEGMENTS)
  if (head.length < PAGE_HEAD_BYTES || head.toString('latin1', 0, 4) !== 'OggS' || head[4] !== 0) return null
  const count = head.readUInt8(26)
  const content = start + PAGE_HEAD_BYTES + count
  const segments = Uint8Array.from(head.subarray(PAGE_HEAD_BYTES, PAGE_HEAD_BYTES + count))
  const end = content + segments.reduce((sum, bytes) => sum + bytes, 0)
  if (segments.length < count || end > source.sizeBytes) return null
  return { start, end, serial: head.readUInt32LE(14), number: head.readUInt32LE(18), segments, content }
}

/** Pages with these packets of a stream's head, filled one after the other; none of them has a time. */
function makePages(packets: readonly Uint8Array[], serial: number, firstNumber: number): Buffer[] {
  const content = Buffer.concat(packets)
  const lengths = packets.flatMap((packet) => [
    ...Array.from({ length: Math.floor(packet.length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
    packet.length % SEGMENT_BYTES,
  ])
  const pages: Buffer[] = []
  let position = 0
  for (let at = 0; at < lengths.length; at += MAX_SEGMENTS) {
    const segments = lengths.slice(at, at + MAX_SEGMENTS)
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
async function renumbered(source: ByteSource, page: OggPage, number: number): Promise<Buffer> {
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

/**
 * Ogg with Vorbis or Opus: XMP as a line of the comments, which are the second packet.
 *
 * Sources: Xiph.Org, "Vorbis I specification", 4.2 and A.2; RFC 7845, 5.2. Where the comments come to need more pages or fewer,
 * those behind are given another number. Other codecs, and several streams at once, are left alone.
 */
import type { ByteSource } from '../byte-source.ts'
import { MOST_PARTS, MOST_TEXT_BYTES, type Container } from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { joinPieces, type Piece } from '../pieces.ts'
import { makePages, PAGE_HEAD_BYTES, readPage, renumbered, type OggPage } from './ogg-pages.ts'
import {
  makeComment,
  packetIn,
  parseComment,
  textsIn,
  withPacket,
  type VorbisComment,
} from './vorbis-comment.ts'

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
    const existing = packetIn(comment)
    const packet = editedPacket(edit, existing)
    const changed = withPacket(edit.kind === 'strip' ? { ...comment, lines: [] } : comment, packet)
    const packets = [Buffer.concat([Buffer.from(codec.comment, 'latin1'), makeComment(changed)]), ...others]
    const pages = makePages(packets, first.serial, 1)
    const music = await musicPieces(source, head, pages.length - head.pages)
    return music && joinPieces([first, ...pages, ...music])
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
    if (!page || page.serial !== first.serial || page.number !== number || sizeBytes > MOST_TEXT_BYTES)
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

/** The pages behind the head, each under a number higher by `shift`; null where one is damaged. */
async function musicPieces(
  source: ByteSource,
  { first, musicStart }: StreamHead,
  shift: number,
): Promise<readonly Piece[] | null> {
  if (shift === 0) return [{ start: musicStart, end: source.sizeBytes }]
  const pieces: Piece[] = []
  for (let position = musicStart; position < source.sizeBytes;) {
    const page = await readPage(source, position)
    if (!page || pieces.length > 2 * MOST_PARTS) return null
    if (page.serial === first.serial) {
      pieces.push(await renumbered(source, page, page.number + shift))
      pieces.push({ start: page.start + PAGE_HEAD_BYTES, end: page.end })
    } else pieces.push(page)
    position = page.end
  }
  return pieces
}

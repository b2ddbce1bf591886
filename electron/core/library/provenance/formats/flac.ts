/**
 * FLAC: XMP as a line of the comment block.
 *
 * Source: RFC 9639, 8 (metadata blocks).
 */
import type { ByteSource } from '../byte-source.ts'
import { MAX_TEXT_BYTES, type Container } from '../container.ts'
import { joinSpans, sizeOf, type Span } from '../spans.ts'
import { betweenTags } from './tags.ts'
import { editComment, makeComment, parseComment, textsIn, type VorbisComment } from './vorbis-comment.ts'

const SIGNATURE = Buffer.from('fLaC', 'latin1')
const STREAM_INFO = 0
const SEEK_TABLE = 3
const COMMENT = 4
const MAX_BLOCK_BYTES = 0xff_ffff
const MAX_BLOCKS = 1_000
/** The vendor of a comment that was not there before, by which it is known as ours. */
const OWN_VENDOR = Buffer.from('Atelier')
const EMPTY: VorbisComment = { vendor: OWN_VENDOR, lines: [], rest: Buffer.alloc(0) }

interface Block {
  readonly type: number
  readonly content: Span
}

interface Blocks {
  readonly blocks: readonly Block[]
  readonly comment: VorbisComment | null
  readonly musicStart: number
}

export const flac: Container = {
  readTexts: async (source) => {
    const comment = (await readBlocks(source))?.comment
    return comment ? textsIn(comment) : {}
  },

  rewrite: async (source, edit) => {
    const file = await readBlocks(source)
    if (!file) return null
    if (edit.kind === 'strip') {
      const kept = file.blocks.filter(({ type }) => type === STREAM_INFO || type === SEEK_TABLE)
      const { end } = await betweenTags(source)
      return joinSpans([SIGNATURE, ...allBlocks(kept), { start: file.musicStart, end }])
    }
    const comment = file.comment ?? EMPTY
    const changed = editComment(comment, edit)
    const isOurs = changed.lines.length === 0 && changed.vendor.equals(OWN_VENDOR)
    const block = isOurs ? [] : [{ type: COMMENT, content: makeComment(changed) }]
    const others = file.blocks.filter(({ type }) => type !== COMMENT)
    const place = file.blocks.findIndex(({ type }) => type === COMMENT)
    const blocks = others.toSpliced(place < 0 ? 1 : place, 0, ...block)
    if (blocks.some(({ content }) => sizeOf(content) > MAX_BLOCK_BYTES)) return null
    return joinSpans([SIGNATURE, ...allBlocks(blocks), { start: file.musicStart, end: source.sizeBytes }])
  },
}

async function readBlocks(source: ByteSource): Promise<Blocks | null> {
  if (!(await source.read(0, 4)).equals(SIGNATURE)) return null
  const blocks: Block[] = []
  let comment: VorbisComment | null = null
  let position = SIGNATURE.length
  for (;;) {
    const head = await source.read(position, 4)
    if (head.length < 4 || blocks.length >= MAX_BLOCKS) return null
    const type = head.readUInt8(0) & 0x7f
    const start = position + 4
    const end = start + head.readUIntBE(1, 3)
    if (end > source.sizeBytes || (blocks.length === 0 && type !== STREAM_INFO)) return null
    blocks.push({ type, content: { start, end } })
    if (type === COMMENT) {
      if (comment || end - start > MAX_TEXT_BYTES) return null
      comment = parseComment(Buffer.from(await source.read(start, end - start)))
      if (!comment) return null
    }
    position = end
    if (head.readUInt8(0) >= 0x80) return { blocks, comment, musicStart: position }
  }
}

function allBlocks(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((one, index) => blockSpans(one, index === blocks.length - 1))
}

function blockSpans({ type, content }: Block, isLast: boolean): Span[] {
  const head = Buffer.alloc(4)
  head.writeUInt8(type | (isLast ? 0x80 : 0), 0)
  head.writeUIntBE(Math.min(sizeOf(content), MAX_BLOCK_BYTES), 1, 3)
  return [head, content]
}

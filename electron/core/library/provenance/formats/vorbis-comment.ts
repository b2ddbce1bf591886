/**
 * The comments of FLAC, Vorbis and Opus: a vendor, and lines of `NAME=text`. XMP stands under the name XMP.
 *
 * Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification". No standard says where XMP
 * belongs; programs show a name that they do not know as it is.
 */
import { decodeText, isTextName, type CarriedTexts, type MetadataEdit } from '../container.ts'
import { editedPacket } from '../xmp.ts'

const PACKET_LINE = /^XMP=/i
const MAX_LINES = 2_000

export interface VorbisComment {
  readonly vendor: Buffer
  readonly lines: readonly Buffer[]
  /** What stands behind the lines: Vorbis ends with a bit that is always set. */
  readonly rest: Buffer
}

/** Null where the lengths do not fit the bytes. */
export function parseComment(bytes: Buffer): VorbisComment | null {
  let position = 0
  const take = (): Buffer | null => {
    if (position + 4 > bytes.length) return null
    const start = position + 4
    const end = start + bytes.readUInt32LE(position)
    if (end > bytes.length) return null
    position = end
    return bytes.subarray(start, end)
  }
  const vendor = take()
  if (!vendor || position + 4 > bytes.length) return null
  const count = bytes.readUInt32LE(position)
  position += 4
  if (count > MAX_LINES) return null
  const lines: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const line = take()
    if (!line) return null
    lines.push(line)
  }
  return { vendor, lines, rest: bytes.subarray(position) }
}

export function makeComment({ vendor, lines, rest }: VorbisComment): Buffer {
  const withLength = (bytes: Uint8Array) => [number(bytes.length), bytes]
  return Buffer.concat([...withLength(vendor), number(lines.length), ...lines.flatMap(withLength), rest])
}

function packetIn({ lines }: VorbisComment): string | null {
  const line = lines.find(isPacket)
  return line ? decodeText(line.subarray('XMP='.length)) : null
}

export function editComment(comment: VorbisComment, edit: MetadataEdit): VorbisComment {
  const packet = editedPacket(edit, packetIn(comment))
  const others = edit.kind === 'strip' ? [] : comment.lines.filter((line) => !isPacket(line))
  return { ...comment, lines: packet === null ? others : [...others, Buffer.from(`XMP=${packet}`)] }
}

export function textsIn(comment: VorbisComment): CarriedTexts {
  const texts: Record<string, string> = {}
  for (const line of comment.lines) {
    const equals = line.indexOf('=')
    const name = line.toString('latin1', 0, Math.max(0, Math.min(equals, 40))).toLowerCase()
    if (isTextName(name)) texts[name] ??= decodeText(line.subarray(equals + 1))
  }
  return { ...texts, xmp: packetIn(comment) }
}

function isPacket(line: Buffer): boolean {
  return PACKET_LINE.test(line.toString('latin1', 0, 4))
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

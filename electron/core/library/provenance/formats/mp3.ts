/**
 * MP3: XMP in a PRIV frame of the ID3 tag in front, which is made where there is none.
 *
 * Sources: XMP Specification Part 3 (2016), 1.3.3; ID3 tag version 2.4.0, "Main Structure". A tag that is there keeps its
 * version, its frames and its padding.
 */
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  keepsSignature,
  MAX_PARTS,
  MAX_SIGNED_BYTES,
  MAX_TEXT_BYTES,
  type Container,
} from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { joinSpans, totalBytes, type Span } from '../spans.ts'
import { betweenTags, readSevenBits } from './tags.ts'

const HEAD_BYTES = 10
const FOOTER_FLAG = 0x10
/** Four times seven bits. */
const MAX_TAG_BYTES = 0x0fff_ffff
const OWNER = Buffer.from('XMP\0', 'latin1')
/** Content Credentials, older and newer. Source: C2PA Technical Specification 2.1, A.3.5, "Embedding manifests into ID3". */
const SIGNING_TYPES = [
  Buffer.from('application/x-c2pa-manifest-store\0', 'latin1'),
  Buffer.from('application/c2pa\0', 'latin1'),
]
const FRAME_NAME_BYTES = 64

interface Frame {
  readonly id: string
  readonly start: number
  readonly content: number
  readonly end: number
}

interface Tag {
  /** 3 or 4; 4 for a file that has none. */
  readonly version: number
  readonly frames: readonly Frame[]
  /** Where the frames end and the padding begins. */
  readonly paddingStart: number
  /** Where the music begins; 0 where there is no tag. */
  readonly end: number
  /** Whether frames can be added without reading the others. */
  readonly isPlain: boolean
}

export const mp3: Container = {
  readTexts: async (source) => ({ xmp: await readPacket(source, await readTag(source)) }),

  readSigned: async (source) => {
    const [frame] = await framesOf(source, await readTag(source), isSigning)
    if (!frame || frame.end - frame.content > MAX_SIGNED_BYTES) return null
    const content = Buffer.from(await source.read(frame.content, frame.end - frame.content))
    return behindNames(content)
  },

  rewrite: async (source, edit) => {
    if (edit.kind === 'strip') return joinSpans([await betweenTags(source)])
    const tag = await readTag(source)
    if (!tag.isPlain) return null
    if (keepsSignature(edit) && (await framesOf(source, tag, isSigning)).length > 0) return null
    const packet = editedPacket(edit, await readPacket(source, tag))
    const packetFrames = await framesOf(source, tag, isPacket)
    const frames: Span[] = tag.frames.filter((frame) => !packetFrames.includes(frame))
    if (packet !== null) frames.unshift(makeFrame(tag.version, packet))
    const rest: Span = { start: tag.end, end: source.sizeBytes }
    if (frames.length === 0) return joinSpans([rest])
    const parts: Span[] = [...frames, { start: tag.paddingStart, end: tag.end }]
    const sizeBytes = totalBytes(parts)
    return sizeBytes > MAX_TAG_BYTES ? null : joinSpans([makeHead(tag.version, sizeBytes), ...parts, rest])
  },
}

async function readTag(source: ByteSource): Promise<Tag> {
  const head = await source.read(0, HEAD_BYTES)
  const nothing: Tag = { version: 4, frames: [], paddingStart: 0, end: 0, isPlain: true }
  if (head.length < HEAD_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return nothing
  const [version, flags] = [head.readUInt8(3), head.readUInt8(5)]
  const contentEnd = HEAD_BYTES + readSevenBits(head, 6)
  const end = contentEnd + ((flags & FOOTER_FLAG) === 0 ? 0 : HEAD_BYTES)
  const isReadable = (version === 3 || version === 4) && flags === 0
  if (end > source.sizeBytes || !isReadable) {
    return { ...nothing, version, end: Math.min(end, source.sizeBytes), isPlain: false }
  }
  const frames: Frame[] = []
  let position = HEAD_BYTES
  while (position + HEAD_BYTES <= contentEnd && frames.length < MAX_PARTS) {
    const frameHead = await source.read(position, HEAD_BYTES)
    const id = frameHead.toString('latin1', 0, 4)
    const lengthBytes = version === 4 ? readSevenBits(frameHead, 4) : frameHead.readUInt32BE(4)
    const content = position + HEAD_BYTES
    if (!/^[A-Z0-9]{4}$/.test(id) || content + lengthBytes > contentEnd) break
    frames.push({ id, start: position, content, end: content + lengthBytes })
    position = content + lengthBytes
  }
  return { version, frames, paddingStart: position, end, isPlain: true }
}

type IsFrame = (id: string, begins: (text: Buffer) => boolean) => boolean

const isPacket: IsFrame = (id, begins) => id === 'PRIV' && begins(OWNER)

const isSigning: IsFrame = (id, begins) => id === 'GEOB' && SIGNING_TYPES.some(begins)

async function framesOf(source: ByteSource, { frames }: Tag, isFrame: IsFrame): Promise<readonly Frame[]> {
  const found: Frame[] = []
  for (const frame of frames) {
    if (frame.id !== 'PRIV' && frame.id !== 'GEOB') continue
    const head = await source.read(frame.content, Math.min(FRAME_NAME_BYTES, frame.end - frame.content))
    // The encoding of the names stands before the type of an object.
    const name = frame.id === 'GEOB' ? head.subarray(1) : head
    if (isFrame(frame.id, (text) => name.subarray(0, text.length).equals(text))) found.push(frame)
  }
  return found
}

/** The object behind its type and its two names, in the encoding that the first byte tells. Source: ID3 2.4.0, 4.15. */
function behindNames(content: Buffer): Buffer {
  const isWide = content[0] === 1 || content[0] === 2
  let position = content.indexOf(0, 1) + 1
  for (let name = 0; name < 2 && position > 0; name++) {
    let end = content.indexOf(0, position)
    while (isWide && end >= 0 && (content[end + 1] !== 0 || (end - position) % 2 !== 0))
      end = content.indexOf(0, end + 1)
    position = end < 0 ? 0 : end + (isWide ? 2 : 1)
  }
  return content.subarray(position === 0 ? content.length : position)
}

async function readPacket(source: ByteSource, tag: Tag): Promise<string | null> {
  const [frame] = await framesOf(source, tag, isPacket)
  if (!frame || frame.end - frame.content > MAX_TEXT_BYTES) return null
  const start = frame.content + OWNER.length
  return decodeText(await source.read(start, frame.end - start))
}

function makeFrame(version: number, packet: string): Buffer {
  const content = Buffer.concat([OWNER, Buffer.from(packet)])
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('PRIV', 0, 'latin1')
  if (version === 4) writeSevenBits(head, 4, content.length)
  else head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

function makeHead(version: number, sizeBytes: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('ID3', 0, 'latin1')
  head.writeUInt8(version, 3)
  writeSevenBits(head, 6, sizeBytes)
  return head
}

function writeSevenBits(bytes: Buffer, at: number, value: number): void {
  for (let index = 0; index < 4; index++) bytes.writeUInt8((value >>> (7 * (3 - index))) & 0x7f, at + index)
}

/**
 * JPEG: XMP in an APP1 segment, divided where it is larger than one; EXIF in another.
 *
 * Sources: ITU-T T.81, Annex B; XMP Specification Part 3 (2016), 1.1.3 (and 1.1.3.1 for what is larger than 64 kB).
 */
import { createHash } from 'node:crypto'
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  keepsSignature,
  MAX_SIGNED_BYTES,
  MAX_TEXT_BYTES,
  type CarriedTexts,
  type Container,
  type MetadataEdit,
} from '../container.ts'
import { editedPacket, divideRecipe, findRecipeText, noteExtension } from '../xmp.ts'
import { orientationAlone } from '../exif.ts'
import { joinSpans, type Span } from '../spans.ts'
import { scansAlone } from './jpeg-scans.ts'

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const EXTENSION = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
const EXIF = Buffer.from('Exif\0\0', 'latin1')
/** Behind it, a thumbnail may have a segment of its own. Source: ITU-T T.871, 10. */
const JFIF = Buffer.from('JFIF\0', 'latin1')
/** Without these the image has other colours. Sources: ICC.1:2022, B.4; ITU-T T.872, 6.5.3. */
const COLOURS = [
  [0xe2, Buffer.from('ICC_PROFILE\0', 'latin1')],
  [0xee, Buffer.from('Adobe', 'latin1')],
] as const
/** What a segment holds behind its two bytes of length. */
const MAX_SEGMENT_BYTES = 65_533
/** The digest as 32 characters, the length of the whole and the place of this part, 4 bytes each. */
const EXTENSION_HEAD_BYTES = 40
const MAX_SEGMENTS = 5_000

/** Boxes of JUMBF, and in the first of them what they are. Sources: ISO/IEC 19566-5; C2PA Technical Specification 2.1, A.3.1. */
const BOXES = Buffer.from('JP', 'latin1')
const SIGNED = 'c2pa'
const SIGNED_AT = 24
/** `JP`, the number of the box, the place of the part; and the length and type of the box again. */
const BOX_HEAD_BYTES = 16

type Role = 'xmp' | 'extension' | 'exif' | 'jfif' | 'thumbnail' | 'describing' | 'boxes' | 'other'

interface Segment {
  readonly role: Role
  readonly start: number
  readonly end: number
  /** Where the content begins, behind the name of the segment's kind. */
  readonly content: number
}

export const jpeg: Container = {
  readTexts: async (source) => {
    const { segments } = await walk(source)
    const exif = segments.find(({ role }) => role === 'exif')
    const xmp = await readPacket(source, segments)
    return {
      xmp: xmp && `${xmp}${await readExtension(source, segments)}`,
      ...(exif && { exif: Buffer.from(await source.read(exif.content, exif.end - exif.content)) }),
    } satisfies CarriedTexts
  },

  readSigned: async (source) => {
    const { segments } = await walk(source)
    return (await hasCredentials(source, segments)) ? readBoxes(source, segments) : null
  },

  rewrite: async (source, edit) => {
    const { segments, scanStart } = await walk(source)
    if (scanStart === null) return null
    const isSigned = await hasCredentials(source, segments)
    if (isSigned && keepsSignature(edit)) return null
    const extension = await readExtension(source, segments)
    // What another program put into an extension cannot be kept together with ours.
    if (edit.kind !== 'strip' && extension !== '' && findRecipeText(extension) === null) return null
    const made = makePacket(edit, await readPacket(source, segments))
    if (!made) return null
    const spans: Span[] = [{ start: 0, end: 2 }]
    const scans = edit.kind === 'strip' ? await scansAlone(source, scanStart) : null
    if (edit.kind === 'strip' && !scans) return null
    const place = segments.findIndex(({ role }) => !['jfif', 'thumbnail', 'exif'].includes(role))
    for (const [index, segment] of segments.entries()) {
      if (index === place) spans.push(...made)
      if (segment.role === 'xmp' || segment.role === 'extension') continue
      if (edit.kind !== 'strip' || segment.role === 'other' || segment.role === 'jfif') spans.push(segment)
      else if (segment.role === 'exif') spans.push(...(await keptOrientation(source, segment)))
    }
    if (place < 0) spans.push(...made)
    spans.push(...(scans ?? [{ start: scanStart, end: source.sizeBytes }]))
    return joinSpans(spans)
  },
}

/** The segments before the first scan; `scanStart` is null where none was reached. */
async function walk(
  source: ByteSource,
): Promise<{ readonly segments: readonly Segment[]; readonly scanStart: number | null }> {
  const segments: Segment[] = []
  let position = 2
  if ((await source.read(0, 2)).toString('hex') !== 'ffd8') return { segments, scanStart: null }
  while (segments.length < MAX_SEGMENTS) {
    const head = await source.read(position, 4 + EXTENSION.length)
    if (head.length < 4 || head[0] !== 0xff) break
    const marker = head[1] ?? 0
    if (marker === 0xda) return { segments, scanStart: position }
    const end = position + 2 + head.readUInt16BE(2)
    // Fill bytes, markers without a length and lengths that lie: such a file is left alone.
    if (marker === 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || end > source.sizeBytes)
      break
    if (end < position + 4) break
    const { role, nameBytes } = roleOf(marker, head.subarray(4))
    segments.push({ role, start: position, end, content: position + 4 + nameBytes })
    position = end
  }
  return { segments, scanStart: null }
}

function roleOf(marker: number, content: Buffer): { readonly role: Role; readonly nameBytes: number } {
  const begins = (name: Buffer) => content.subarray(0, name.length).equals(name)
  if (marker === 0xe1 && begins(XMP)) return { role: 'xmp', nameBytes: XMP.length }
  if (marker === 0xe1 && begins(EXTENSION)) return { role: 'extension', nameBytes: EXTENSION.length }
  if (marker === 0xe1 && begins(EXIF)) return { role: 'exif', nameBytes: EXIF.length }
  if (marker === 0xe0) return { role: begins(JFIF) ? 'jfif' : 'thumbnail', nameBytes: 0 }
  if (marker === 0xeb && begins(BOXES)) return { role: 'boxes', nameBytes: 0 }
  // Everything else that is no part of the image itself may say something: IPTC, a comment, the notes of a program.
  const isShown = marker < 0xe0 || COLOURS.some(([kind, name]) => marker === kind && begins(name))
  return { role: isShown ? 'other' : 'describing', nameBytes: 0 }
}

async function hasCredentials(source: ByteSource, segments: readonly Segment[]): Promise<boolean> {
  for (const { role, content } of segments) {
    if (role !== 'boxes') continue
    const mark = await source.read(content + SIGNED_AT, SIGNED.length)
    if (mark.toString('latin1') === SIGNED) return true
  }
  return false
}

/** The parts of the box that signs, in their order, each behind a head of its own. */
async function readBoxes(source: ByteSource, segments: readonly Segment[]): Promise<Buffer | null> {
  const parts: { readonly place: number; readonly bytes: Buffer }[] = []
  let instance: number | null = null
  let total = 0
  for (const { role, content, end } of segments) {
    if (role !== 'boxes' || end - content <= BOX_HEAD_BYTES) continue
    const bytes = Buffer.from(await source.read(content, end - content))
    const isSigning = bytes.toString('latin1', SIGNED_AT, SIGNED_AT + SIGNED.length) === SIGNED
    if (isSigning) instance ??= bytes.readUInt16BE(2)
    if (instance !== bytes.readUInt16BE(2)) continue
    total += bytes.length
    if (total > MAX_SIGNED_BYTES) return null
    parts.push({
      place: bytes.readUInt32BE(4),
      bytes: bytes.subarray(parts.length === 0 ? 8 : BOX_HEAD_BYTES),
    })
  }
  const inOrder = parts.toSorted((one, other) => one.place - other.place)
  return inOrder.length === 0 ? null : Buffer.concat(inOrder.map(({ bytes }) => bytes))
}

async function readPacket(source: ByteSource, segments: readonly Segment[]): Promise<string | null> {
  const segment = segments.find(({ role }) => role === 'xmp')
  return segment ? decodeText(await source.read(segment.content, segment.end - segment.content)) : null
}

/** The parts that one digest names, put together; empty where there are none or they are not whole. */
async function readExtension(source: ByteSource, segments: readonly Segment[]): Promise<string> {
  let whole: Buffer | null = null
  let digest = ''
  let arrived = 0
  for (const { content, end } of segments.filter(({ role }) => role === 'extension')) {
    const head = await source.read(content, EXTENSION_HEAD_BYTES)
    if (head.length < EXTENSION_HEAD_BYTES) continue
    const lengthBytes = head.readUInt32BE(32)
    const offset = head.readUInt32BE(36)
    if (lengthBytes > MAX_TEXT_BYTES || (digest !== '' && head.toString('latin1', 0, 32) !== digest)) continue
    digest ||= head.toString('latin1', 0, 32)
    whole ??= Buffer.alloc(lengthBytes)
    const part = await source.read(content + EXTENSION_HEAD_BYTES, end - content - EXTENSION_HEAD_BYTES)
    if (offset + part.length > whole.length) continue
    whole.set(part, offset)
    arrived += part.length
  }
  return whole && arrived === whole.length ? decodeText(whole) : ''
}

/** The segments of the packet that the file is to have; null where it does not fit. */
function makePacket(edit: MetadataEdit, existing: string | null): readonly Span[] | null {
  const packet = editedPacket(edit, existing)
  if (packet === null) return []
  const whole = Buffer.concat([XMP, Buffer.from(packet)])
  if (whole.length <= MAX_SEGMENT_BYTES) return [makeSegment(whole)]
  const divided = divideRecipe(packet)
  if (!divided) return null
  const recipe = Buffer.from(divided.recipe)
  const digest = createHash('md5').update(recipe).digest('hex').toUpperCase()
  const main = Buffer.concat([XMP, Buffer.from(noteExtension(divided.main, digest))])
  if (main.length > MAX_SEGMENT_BYTES) return null
  const spans = [makeSegment(main)]
  const room = MAX_SEGMENT_BYTES - EXTENSION.length - EXTENSION_HEAD_BYTES
  for (let offset = 0; offset < recipe.length; offset += room) {
    const head = Buffer.alloc(EXTENSION_HEAD_BYTES)
    head.write(digest, 0, 'latin1')
    head.writeUInt32BE(recipe.length, 32)
    head.writeUInt32BE(offset, 36)
    spans.push(makeSegment(Buffer.concat([EXTENSION, head, recipe.subarray(offset, offset + room)])))
  }
  return spans
}

async function keptOrientation(source: ByteSource, { content, end }: Segment): Promise<Span[]> {
  const orientation = orientationAlone(await source.read(content, end - content))
  return orientation ? [makeSegment(Buffer.concat([EXIF, orientation]))] : []
}

function makeSegment(content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/**
 * PNG: XMP in an iTXt chunk before the image data; texts in tEXt, zTXt and iTXt. Also APNG.
 *
 * Sources: PNG Specification (Third Edition), 5.3 and 11.3.3; XMP Specification Part 3 (2016), 1.1.5.
 */
import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  keepsSignature,
  isTextName,
  MAX_PARTS,
  MAX_SIGNED_BYTES,
  MAX_TEXT_BYTES,
  type CarriedTexts,
  type Container,
} from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { orientationAlone } from '../exif.ts'
import { joinSpans, sourceOfSpans, type Span } from '../spans.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const XMP_KEYWORD = 'XML:com.adobe.xmp'
const MAX_KEYWORD_BYTES = 79
/** Content Credentials. Source: C2PA Technical Specification 2.1, A.3.2, "Embedding manifests into PNG". */
const SIGNED = 'caBX'
/** What an image is shown with, beside what a decoder cannot do without. Source: PNG Specification (Third Edition), 11.3. */
const SHOWN: ReadonlySet<string> = new Set(
  [
    'tRNS',
    'cHRM',
    'gAMA',
    'iCCP',
    'sBIT',
    'sRGB',
    'cICP',
    'mDCV',
    'cLLI',
    'bKGD',
    'hIST',
    'pHYs',
    'sPLT',
  ].concat(['acTL', 'fcTL', 'fdAT']),
)
/** Of a chunk's type: the first letter of one that a decoder cannot do without. */
const CRITICAL = /^[A-Z]/
const DESCRIBING: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])
/** Texts that are looked into, in the order of the file. */
const MAX_TEXTS = 64

interface Chunk {
  readonly type: string
  readonly start: number
  readonly lengthBytes: number
  readonly end: number
}

export const png: Container = {
  readTexts: async (source) => {
    const texts: Record<string, string> = {}
    let exif: Uint8Array | undefined
    let looked = 0
    let characters = 0
    for (const chunk of (await walk(source)).chunks) {
      if (!DESCRIBING.has(chunk.type) || chunk.lengthBytes > MAX_TEXT_BYTES) continue
      if (++looked > MAX_TEXTS) break
      const data = await source.read(chunk.start + 8, chunk.lengthBytes)
      if (chunk.type === 'eXIf') exif ??= data
      const name = nameOf(data)
      if (name === null || texts[name] !== undefined || characters > MAX_TEXT_BYTES) continue
      texts[name] = await readText(chunk.type, data)
      characters += texts[name].length
    }
    return { ...texts, ...(exif && { exif }) } satisfies CarriedTexts
  },

  readSigned: async (source) => {
    const chunk = (await walk(source)).chunks.find(({ type }) => type === SIGNED)
    if (!chunk || chunk.lengthBytes > MAX_SIGNED_BYTES) return null
    return Buffer.from(await source.read(chunk.start + 8, chunk.lengthBytes))
  },

  rewrite: async (source, edit) => {
    const { chunks, isWhole } = await walk(source)
    const isSigned = chunks.some(({ type }) => type === SIGNED)
    if (!isWhole || (isSigned && keepsSignature(edit))) return null
    let existing: string | null = null
    const packets = new Set<Chunk>()
    for (const chunk of chunks) {
      if (chunk.type !== 'iTXt' || chunk.lengthBytes > MAX_TEXT_BYTES) continue
      const data = await source.read(chunk.start + 8, chunk.lengthBytes)
      if (nameOf(data) !== 'xmp') continue
      existing ??= await readText(chunk.type, data)
      packets.add(chunk)
    }
    const packet = editedPacket(edit, existing)
    const spans: Span[] = [{ start: 0, end: SIGNATURE.length }]
    let isPlaced = packet === null
    for (const chunk of chunks) {
      if (!isPlaced && chunk.type === 'IDAT') {
        spans.push(packetChunk(packet ?? ''))
        isPlaced = true
      }
      if (packets.has(chunk)) continue
      const isShown = SHOWN.has(chunk.type) || CRITICAL.test(chunk.type)
      if (edit.kind !== 'strip' || isShown) spans.push(chunk)
      else if (chunk.type === 'eXIf') spans.push(...(await keptOrientation(source, chunk)))
    }
    const end = chunks.at(-1)?.end ?? 0
    if (edit.kind !== 'strip') spans.push({ start: end, end: source.sizeBytes })
    return joinSpans(spans)
  },
}

/** What an image decoder needs; a text that unfolds to gigabytes would be unfolded by it. */
const PIXELS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Of IHDR's colour type: there is an alpha channel. */
const ALPHA = 4
const COLOUR_TYPE_AT = 25

/** The image alone, without anything that describes it. Null where it has no alpha channel or is not whole. */
export async function imageWithAlpha(source: ByteSource): Promise<Buffer | null> {
  const head = await source.read(0, COLOUR_TYPE_AT + 1)
  if (!((head[COLOUR_TYPE_AT] ?? 0) & ALPHA)) return null
  const { chunks, isWhole } = await walk(source)
  if (!isWhole) return null
  // Encoders divide the data into thousands of chunks: those that touch are read at once.
  const kept = joinSpans(chunks.filter(({ type }) => PIXELS.has(type)))
  const parts = sourceOfSpans(source, kept)
  return Buffer.concat([SIGNATURE, await parts.read(0, parts.sizeBytes)])
}

/** The chunks up to IEND. `isWhole` where IEND was reached and there is image data. */
async function walk(
  source: ByteSource,
): Promise<{ readonly chunks: readonly Chunk[]; readonly isWhole: boolean }> {
  const chunks: Chunk[] = []
  const signature = await source.read(0, SIGNATURE.length)
  let position = SIGNATURE.length
  let hasData = false
  while (signature.equals(SIGNATURE) && chunks.length < MAX_PARTS) {
    const head = await source.read(position, 8)
    if (head.length < 8) break
    const lengthBytes = head.readUInt32BE(0)
    const chunk = {
      type: head.toString('latin1', 4, 8),
      start: position,
      lengthBytes,
      end: position + 12 + lengthBytes,
    }
    if (chunk.end > source.sizeBytes) break
    chunks.push(chunk)
    position = chunk.end
    hasData ||= chunk.type === 'IDAT'
    if (chunk.type === 'IEND') return { chunks, isWhole: hasData }
  }
  return { chunks, isWhole: false }
}

/** The name under which a text is of use here; else null. */
function nameOf(data: Buffer): string | null {
  const keyword = data.toString('latin1', 0, Math.min(MAX_KEYWORD_BYTES, data.indexOf(0)))
  if (keyword === XMP_KEYWORD) return 'xmp'
  return isTextName(keyword.toLowerCase()) ? keyword.toLowerCase() : null
}

/** The text behind the keyword; empty where it cannot be read. */
async function readText(type: string, data: Buffer): Promise<string> {
  const value = await textBytes(type, data, data.indexOf(0) + 1)
  return value ? decodeText(value) : ''
}

async function textBytes(type: string, data: Buffer, start: number): Promise<Uint8Array | null> {
  switch (type) {
    case 'tEXt':
      return data.subarray(start)
    case 'zTXt':
      return data[start] === 0 ? inflateBounded(data.subarray(start + 1)) : null
    case 'iTXt': {
      const isCompressed = data[start] === 1
      const languageEnd = data.indexOf(0, start + 2)
      const translationEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
      if (translationEnd < 0) return null
      const value = data.subarray(translationEnd + 1)
      return isCompressed ? inflateBounded(value) : value
    }
    default:
      return null
  }
}

/** A few kilobytes can unfold to gigabytes: what becomes larger than a text may be is none. */
async function inflateBounded(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await promisify(inflate)(bytes, { maxOutputLength: MAX_TEXT_BYTES })
  } catch {
    return null
  }
}

function packetChunk(packet: string): Buffer {
  return makeChunk(
    'iTXt',
    Buffer.concat([Buffer.from(`${XMP_KEYWORD}\0\0\0\0\0`, 'latin1'), Buffer.from(packet)]),
  )
}

async function keptOrientation(source: ByteSource, chunk: Chunk): Promise<Span[]> {
  if (chunk.lengthBytes > MAX_TEXT_BYTES) return []
  const orientation = orientationAlone(await source.read(chunk.start + 8, chunk.lengthBytes))
  return orientation ? [makeChunk('eXIf', orientation)] : []
}

function makeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

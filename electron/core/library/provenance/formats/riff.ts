/** RIFF, the frame of WebP and WAV: chunks one after the other, each filled up to an even length; and WAV itself. */
import type { ByteSource } from '../byte-source.ts'
import {
  decodeText,
  keepsSignature,
  MAX_PARTS,
  MAX_SIGNED_BYTES,
  MAX_TEXT_BYTES,
  type Container,
} from '../container.ts'
import { joinSpans, totalBytes, type Span } from '../spans.ts'
import { editedPacket } from '../xmp.ts'

const HEAD_BYTES = 12
const MAX_RIFF_BYTES = 0xffff_fffe

export interface RiffChunk {
  readonly id: string
  readonly start: number
  /** Where the content begins. */
  readonly content: number
  readonly lengthBytes: number
  /** Behind the filling byte. */
  readonly end: number
}

/** The chunks of a RIFF file of this form; `isWhole` where they fill it exactly as its head says. */
export async function walkRiff(
  source: ByteSource,
  form: string,
): Promise<{ readonly chunks: readonly RiffChunk[]; readonly isWhole: boolean; readonly end: number }> {
  const chunks: RiffChunk[] = []
  const head = await source.read(0, HEAD_BYTES)
  const isRiff = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === form
  if (!isRiff) return { chunks, isWhole: false, end: 0 }
  const end = 8 + head.readUInt32LE(4)
  let position = HEAD_BYTES
  while (position + 8 <= Math.min(end, source.sizeBytes) && chunks.length < MAX_PARTS) {
    const chunkHead = await source.read(position, 8)
    if (chunkHead.length < 8) break
    const lengthBytes = chunkHead.readUInt32LE(4)
    const content = position + 8
    const chunk = {
      id: chunkHead.toString('latin1', 0, 4),
      start: position,
      content,
      lengthBytes,
      end: content + lengthBytes + (lengthBytes % 2),
    }
    if (content + lengthBytes > source.sizeBytes) break
    chunks.push(chunk)
    position = chunk.end
  }
  return { chunks, isWhole: position === end && end <= source.sizeBytes, end }
}

/** The text of the first chunk of this id; null where there is none that is not too long. */
export async function readRiffText(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  id: string,
): Promise<string | null> {
  const chunk = chunks.find((one) => one.id === id && one.lengthBytes <= MAX_TEXT_BYTES)
  return chunk ? decodeText(await source.read(chunk.content, chunk.lengthBytes)) : null
}

/** Content Credentials. Source: C2PA Technical Specification 2.1, A.3.6, "Embedding manifests into RIFF". */
export const SIGNED = 'C2PA'

/** What signs a RIFF file; null where nothing does, or too much. */
export async function readRiffSigned(source: ByteSource, form: string): Promise<Buffer | null> {
  const { chunks } = await walkRiff(source, form)
  const chunk = chunks.find(({ id }) => id === SIGNED)
  if (!chunk || chunk.lengthBytes > MAX_SIGNED_BYTES) return null
  return Buffer.from(await source.read(chunk.content, chunk.lengthBytes))
}

/** The file with these parts under a head of the right length; null where it would be too long for one. */
export function riffSpans(form: string, parts: readonly Span[], rest: readonly Span[]): Span[] | null {
  const lengthBytes = 4 + totalBytes(parts)
  if (lengthBytes > MAX_RIFF_BYTES) return null
  const head = Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')
  head.writeUInt32LE(lengthBytes, 4)
  return joinSpans([head, ...parts, ...rest])
}

export function makeRiffChunk(id: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2))
  chunk.write(id, 0, 'latin1')
  chunk.writeUInt32LE(content.length, 4)
  chunk.set(content, 8)
  return chunk
}

const FORM = 'WAVE'
const PACKET = '_PMX'
/** What is heard, and where it is looped. Everything else may say something: tags, production notes, what signs the file. */
const HEARD: ReadonlySet<string> = new Set(['fmt ', 'fact', 'data', 'wavl', 'slnt', 'cue ', 'smpl', 'inst'])

/**
 * WAV: XMP in a `_PMX` chunk at the end.
 *
 * Source: XMP Specification Part 3 (2016), 1.3.4. Files of over 4 GB (RF64) and those of unknown length are left alone.
 */
export const wav: Container = {
  readTexts: async (source) => {
    const { chunks } = await walkRiff(source, FORM)
    return { xmp: await readRiffText(source, chunks, PACKET) }
  },

  readSigned: (source) => readRiffSigned(source, FORM),

  rewrite: async (source, edit) => {
    const { chunks, isWhole, end } = await walkRiff(source, FORM)
    if (!isWhole || !chunks.some(({ id }) => id === 'data')) return null
    if (keepsSignature(edit) && chunks.some(({ id }) => id === SIGNED)) return null
    const packet = editedPacket(edit, await readRiffText(source, chunks, PACKET))
    const parts: Span[] = []
    for (const chunk of chunks) {
      if (chunk.id === PACKET) continue
      if (edit.kind !== 'strip' || HEARD.has(chunk.id)) parts.push(chunk)
    }
    if (packet !== null) parts.push(makeRiffChunk(PACKET, Buffer.from(packet)))
    return riffSpans(FORM, parts, edit.kind === 'strip' ? [] : [{ start: end, end: source.sizeBytes }])
  },
}

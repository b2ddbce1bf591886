/**
 * WebP: XMP in a chunk of its own at the end, announced in VP8X, which a simple file is given.
 *
 * Source: https://developers.google.com/speed/webp/docs/riff_container (RFC 9649).
 */
import type { ByteSource } from '../byte-source.ts'
import { type Container, keepsSignature, MAX_TEXT_BYTES } from '../container.ts'
import { editedPacket } from '../xmp.ts'
import { orientationAlone } from '../exif.ts'
import type { Span } from '../spans.ts'
import {
  makeRiffChunk,
  readRiffSigned,
  readRiffText,
  riffSpans,
  SIGNED,
  walkRiff,
  type RiffChunk,
} from './riff.ts'

const FORM = 'WEBP'
const ALPHA_FLAG = 0x10
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04
/** What is shown, beside the head. */
const SHOWN: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const EXIF_NAME = Buffer.from('Exif\0\0', 'latin1')

export const webp: Container = {
  readTexts: async (source) => {
    const { chunks } = await walkRiff(source, FORM)
    const exif = await readExif(source, chunks)
    return { xmp: await readRiffText(source, chunks, 'XMP '), ...(exif && { exif }) }
  },

  readSigned: (source) => readRiffSigned(source, FORM),

  rewrite: async (source, edit) => {
    const { chunks, isWhole, end } = await walkRiff(source, FORM)
    const image = chunks.find(({ id }) => id === 'VP8 ' || id === 'VP8L' || id === 'ANMF')
    if (!isWhole || !image) return null
    if (keepsSignature(edit) && chunks.some(({ id }) => id === SIGNED)) return null
    const packet = editedPacket(edit, await readRiffText(source, chunks, 'XMP '))
    const exif = edit.kind === 'strip' ? await uprightExif(source, chunks) : chunks.find(isExif)
    const head = await extendedHead(source, chunks, image, {
      hasExif: Boolean(exif),
      hasPacket: packet !== null,
    })
    if (!head) return null
    const others = chunks.filter(({ id }) =>
      edit.kind === 'strip' ? SHOWN.has(id) : !['VP8X', 'XMP ', 'EXIF'].includes(id),
    )
    const isSimple = chunks[0] === image
    const becomesSimple =
      packet === null &&
      !exif &&
      others.length === 1 &&
      ((edit.kind === 'restore' && (head.readUInt8(8) & ~ALPHA_FLAG) === 0) || isSimple)
    const parts: Span[] = [
      ...(becomesSimple ? [] : [head]),
      // In their order, so that the file can be made again as it was.
      ...(edit.kind === 'strip'
        ? [...others, ...(exif ? [exif] : [])]
        : chunks.filter(({ id }) => id !== 'VP8X' && id !== 'XMP ')),
      ...(packet === null ? [] : [makeRiffChunk('XMP ', Buffer.from(packet))]),
    ]
    return riffSpans(FORM, parts, edit.kind === 'strip' ? [] : [{ start: end, end: source.sizeBytes }])
  },
}

function isExif({ id }: RiffChunk): boolean {
  return id === 'EXIF'
}

/** Null where there is none that is not too long. */
async function readExif(source: ByteSource, chunks: readonly RiffChunk[]): Promise<Buffer | null> {
  const chunk = chunks.find(isExif)
  if (!chunk || chunk.lengthBytes > MAX_TEXT_BYTES) return null
  const content = Buffer.from(await source.read(chunk.content, chunk.lengthBytes))
  // Not allowed by the format, and written all the same.
  const hasName = content.subarray(0, EXIF_NAME.length).equals(EXIF_NAME)
  return hasName ? content.subarray(EXIF_NAME.length) : content
}

/** A chunk with the orientation alone; null where the image is upright. */
async function uprightExif(source: ByteSource, chunks: readonly RiffChunk[]): Promise<Span | null> {
  const exif = await readExif(source, chunks)
  const orientation = exif && orientationAlone(exif)
  return orientation && makeRiffChunk('EXIF', orientation)
}

/** The VP8X chunk of the file with its flags set anew, or one made from the head of a simple file's image. */
async function extendedHead(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  image: RiffChunk,
  { hasExif, hasPacket }: { readonly hasExif: boolean; readonly hasPacket: boolean },
): Promise<Buffer | null> {
  const flags = (exceptOurs: number) =>
    (exceptOurs & ~(EXIF_FLAG | XMP_FLAG)) | (hasExif ? EXIF_FLAG : 0) | (hasPacket ? XMP_FLAG : 0)
  const [first] = chunks
  if (first?.id === 'VP8X') {
    const content = Buffer.from(await source.read(first.content, 10))
    if (first.lengthBytes !== 10 || content.length < 10) return null
    content.writeUInt8(flags(content.readUInt8(0)), 0)
    return makeRiffChunk('VP8X', content)
  }
  const size = await imageSize(source, image)
  if (first !== image || !size) return null
  const content = Buffer.alloc(10)
  content.writeUInt8(flags(size.hasAlpha ? ALPHA_FLAG : 0), 0)
  content.writeUIntLE(size.width - 1, 4, 3)
  content.writeUIntLE(size.height - 1, 7, 3)
  return makeRiffChunk('VP8X', content)
}

/** From the head of the image data. Sources: RFC 6386, 9.1 (lossy); RFC 9649, 3.4 (lossless). */
async function imageSize(
  source: ByteSource,
  { id, content }: RiffChunk,
): Promise<{ readonly width: number; readonly height: number; readonly hasAlpha: boolean } | null> {
  const head = await source.read(content, 10)
  if (head.length < 10) return null
  if (id === 'VP8L') {
    if (head[0] !== 0x2f) return null
    const bits = head.readUInt32LE(1)
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      hasAlpha: ((bits >>> 28) & 1) === 1,
    }
  }
  if (id !== 'VP8 ' || head.toString('hex', 3, 6) !== '9d012a') return null
  const [width, height] = [head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff]
  return width > 0 && height > 0 ? { width, height, hasAlpha: false } : null
}

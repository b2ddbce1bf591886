/** EXIF, a TIFF file of its own inside others: the texts that tools put there, and the way up of the image. */
import ExifReader, { type Tags } from 'exifreader'
import { decodeText, MAX_TEXT_BYTES, type CarriedTexts } from './container.ts'

/** EXIF 2.32, 4.6.5, tag UserComment: the first eight bytes say how the rest is encoded. */
const CODE_BYTES = 8
/** TIFF tag Orientation; 1 is upright. */
const ORIENTATION_TAG = 0x0112

/**
 * A1111 writes its parameters as UserComment. ComfyUI writes `prompt:{…}` and `workflow:{…}` under Make, Model and others, so
 * what stands before the brace names them.
 */
export function textsInExif(exif: Uint8Array): CarriedTexts {
  const tags = readTags(exif)
  const texts: Record<string, string> = {}
  for (const tag of [tags?.Make, tags?.['Model'], tags?.ImageDescription]) {
    const [, name, json] = /^(prompt|workflow):\s*(\{[^]*)$/i.exec(textIn(tag)) ?? []
    if (name !== undefined && json !== undefined) texts[name.toLowerCase()] ??= json
  }
  const comment = valueOf(tags?.UserComment)
  if (Array.isArray(comment)) texts['usercomment'] = commentIn(comment)
  return texts
}

/** A block with nothing but the orientation, or null where the image is upright. */
export function orientationAlone(exif: Uint8Array): Uint8Array | null {
  const orientation = readTags(exif)?.Orientation?.value
  if (typeof orientation !== 'number' || orientation < 2 || orientation > 8) return null
  const block = Buffer.alloc(26)
  block.write('MM\0*', 0, 'latin1')
  block.writeUInt32BE(8, 4)
  block.writeUInt16BE(1, 8)
  block.writeUInt16BE(ORIENTATION_TAG, 10)
  block.writeUInt16BE(3, 12)
  block.writeUInt32BE(1, 14)
  block.writeUInt16BE(orientation, 18)
  return block
}

function readTags(exif: Uint8Array): Tags | null {
  if (exif.length > MAX_TEXT_BYTES) return null
  try {
    // oxlint-disable-next-line import/no-named-as-default-member -- Node finds no named export in this package
    return ExifReader.load(new Uint8Array(exif).buffer)
  } catch {
    return null
  }
}

function valueOf(tag: unknown): unknown {
  return typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : null
}

function textIn(tag: unknown): string {
  const value = valueOf(tag)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

/** Some write it as a plain text, which the standard does not know. */
function commentIn(comment: readonly unknown[]): string {
  const [first] = comment
  return typeof first === 'string'
    ? decodeText(Buffer.from(first, 'latin1'))
    : decodeComment(Buffer.from(comment as number[]))
}

function decodeComment(value: Buffer): string {
  const code = value.toString('latin1', 0, CODE_BYTES)
  const text = value.subarray(CODE_BYTES)
  if (!code.startsWith('UNICODE')) return decodeText(text)
  const even = Buffer.from(text.subarray(0, text.length - (text.length % 2)))
  // The standard leaves the byte order open. Text in any script has spaces and commas, whose high byte is zero.
  const isBigEndian = zeros(even, 0) >= zeros(even, 1)
  return (isBigEndian ? even.swap16() : even).toString('utf16le')
}

function zeros(bytes: Buffer, from: number): number {
  let count = 0
  for (let index = from; index < bytes.length; index += 2) if (bytes[index] === 0) count++
  return count
}

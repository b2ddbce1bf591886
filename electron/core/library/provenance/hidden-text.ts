/**
 * A text in the lowest bits of an image's alpha channel, column by column: a mark, its length in bits, and the text, packed.
 *
 * Only lossless images keep it. Sources: NovelAI/novelai-image-metadata, nai_meta.py; ashen-sensored/sd_webui_stealth_pnginfo.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { loadSharp } from '../../media/load-sharp.ts'
import type { ByteSource } from './byte-source.ts'
import { MAX_TEXT_BYTES, decodeText } from './container.ts'
import { imageWithAlpha } from './formats/png.ts'

const PACKED = 'stealth_pngcomp'
const PLAIN = 'stealth_pnginfo'
const MARK_BITS = PACKED.length * 8
const LENGTH_BITS = 32
const HEAD_BITS = MARK_BITS + LENGTH_BITS
/** Images that tools make are smaller. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_PIXELS = 40_000_000

/** Null where there is none. Rejects only when the file cannot be read. */
export async function readHiddenText(source: ByteSource, extension: 'png' | 'webp'): Promise<string | null> {
  if (source.sizeBytes > MAX_FILE_BYTES) return null
  const bytes = extension === 'png' ? await imageWithAlpha(source) : await source.read(0, source.sizeBytes)
  if (bytes === null) return null
  const sharp = await loadSharp()
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    const { hasAlpha, width, height, pages = 1 } = await image.metadata()
    if (!hasAlpha || pages > 1 || width * height < HEAD_BITS) return null
    const columns = (bits: number): number => Math.min(width, Math.ceil(bits / height))
    const corner = { left: 0, top: 0, width: columns(HEAD_BITS), height: Math.min(height, HEAD_BITS) }
    // The rows that hold the mark are enough to know that there is none, and of a large image few columns hold the text.
    const lengthBits = lengthIn(await alphaOf(bytes, corner))
    if (lengthBits === null) return null
    const region = { left: 0, top: 0, width: columns(HEAD_BITS + lengthBits), height }
    return await unpack(await alphaOf(bytes, region), lengthBits)
  } catch {
    return null
  }
}

interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The lowest bits, column by column. */
async function alphaOf(bytes: Uint8Array, region: Region): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .extract(region)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const bits = new Uint8Array(info.width * info.height)
  let at = 0
  for (let x = 0; x < info.width; x++) {
    for (let y = 0; y < info.height; y++) bits[at++] = (data[y * info.width + x] ?? 0) & 1
  }
  return bits
}

/** Of the text, in bits; null where there is no mark before it, or it is longer than a text may be. */
function lengthIn(bits: Uint8Array): number | null {
  const lengthBits = bytesOf(bits, MARK_BITS, LENGTH_BITS).readUInt32BE(0)
  const isText = isMark(markIn(bits)) && lengthBits > 0 && lengthBits <= MAX_TEXT_BYTES * 8
  return isText ? lengthBits : null
}

async function unpack(bits: Uint8Array, lengthBits: number): Promise<string | null> {
  if (HEAD_BITS + lengthBits > bits.length) return null
  const content = bytesOf(bits, HEAD_BITS, lengthBits)
  return decodeText(
    markIn(bits) === PLAIN ? content : await promisify(gunzip)(content, { maxOutputLength: MAX_TEXT_BYTES }),
  )
}

function isMark(text: string): boolean {
  return text === PACKED || text === PLAIN
}

function markIn(bits: Uint8Array): string {
  return bytesOf(bits, 0, MARK_BITS).toString('latin1')
}

function bytesOf(bits: Uint8Array, start: number, lengthBits: number): Buffer {
  const bytes = Buffer.alloc(lengthBits >> 3)
  for (let at = 0; at < bytes.length * 8; at++) {
    const byte = at >> 3
    bytes[byte] = ((bytes[byte] ?? 0) << 1) | (bits[start + at] ?? 0)
  }
  return bytes
}

/**
 * Turns what a request gives as an input image into bytes that are safe to draw from.
 *
 * Owns the accepted spellings (data URI, plain base64, an address on this service), the check of what the bytes really are,
 * and the limits. Addresses on other hosts are never fetched.
 */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { invalidField } from '../problem.ts'

/** Pixels of the largest picture that is decoded. */
const MAX_PIXELS = 40_000_000
/** Nothing is drawn larger than this, so nothing larger is kept. */
const MAX_SIDE = 2048
const READABLE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']
const DATA_URI = /^data:([^,]*),/iu
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/u

export interface InputImage {
  /** A PNG, upright, without transparency, at most 2048 px a side. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * The picture that `value` (the request's field named `field`) holds. Throws a `Problem` 400 naming the field when it holds
 * none.
 */
export async function readImageInput(
  field: string,
  value: string,
  readOwnFile: (url: string) => Promise<Uint8Array | null>,
): Promise<InputImage> {
  const bytes = /^https?:/iu.test(value)
    ? await readAddress(field, value, readOwnFile)
    : decodeText(field, value.trim())
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !READABLE_TYPES.includes(type.mime)) {
    const found = type === undefined ? 'no known kind of file' : type.mime
    throw invalidField(field, `is not a readable image: ${found}. Use PNG, JPEG, WebP, GIF, AVIF or TIFF.`)
  }
  return await settle(field, bytes)
}

async function readAddress(
  field: string,
  url: string,
  readOwnFile: (url: string) => Promise<Uint8Array | null>,
): Promise<Uint8Array> {
  const bytes = await readOwnFile(url)
  if (bytes === null) {
    const advice = 'Send the image itself as a data URI or base64.'
    throw invalidField(
      field,
      `is an address this service does not serve, and it fetches from no other host. ${advice}`,
    )
  }
  return bytes
}

function decodeText(field: string, text: string): Uint8Array {
  const head = DATA_URI.exec(text)
  const encoded = (head === null ? text : text.slice(head[0].length)).replaceAll(/\s/gu, '')
  const isBase64 = head === null || /;base64$/iu.test(head[1] ?? '')
  if (!isBase64 || !BASE64.test(encoded)) {
    throw invalidField(field, 'must be a data URI with base64, plain base64, or an address on this service.')
  }
  return Buffer.from(encoded, 'base64')
}

async function settle(field: string, bytes: Uint8Array): Promise<InputImage> {
  const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const size = await picture.metadata().catch(() => null)
  if (size === null) throw invalidField(field, 'is not a readable image: its header is damaged.')
  if (size.width * size.height > MAX_PIXELS) {
    const megapixels = Math.round((size.width * size.height) / 1e6)
    throw invalidField(field, `is too large: ${megapixels} megapixels; at most ${MAX_PIXELS / 1e6} are read.`)
  }
  const settled = await picture
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 2 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (settled === null) throw invalidField(field, 'is not a readable image: its data is damaged or cut off.')
  return { bytes: settled.data, width: settled.info.width, height: settled.info.height }
}

/**
 * Turns what a request gives as an input image into bytes that are safe to draw from.
 *
 * Owns the check of what the bytes really are, and the limits. How media is spelt in a request is `input-bytes.ts`'s business.
 */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { ReadOwnFile } from '../makers/maker.ts'
import { invalidField } from '../problem.ts'
import { readInputBytes } from './input-bytes.ts'

/** Pixels of the largest image that is decoded. */
const MAX_PIXELS = 40_000_000
/** Nothing is drawn larger than this, so nothing larger is kept. */
const MAX_SIDE = 2048
const READABLE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']

interface InputImage {
  /** A PNG, upright, without transparency and without metadata, at most 2048 px a side. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * The image that `value` (the request's field named `field`) holds. Throws a `Problem` 400 naming the field when it holds
 * none.
 */
export async function readImageInput(
  field: string,
  value: string,
  readOwnFile: ReadOwnFile,
): Promise<InputImage> {
  const bytes = await readInputBytes(field, value, readOwnFile)
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !READABLE_TYPES.includes(type.mime)) {
    const found = type === undefined ? 'no known kind of file' : type.mime
    throw invalidField(field, `is not a readable image: ${found}. Use PNG, JPEG, WebP, GIF, AVIF or TIFF.`)
  }
  return await settle(field, bytes)
}

async function settle(field: string, bytes: Uint8Array): Promise<InputImage> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const size = await image.metadata().catch(() => null)
  if (size === null) throw invalidField(field, 'is not a readable image: its header is damaged.')
  if (size.width * size.height > MAX_PIXELS) {
    const megapixels = Math.round((size.width * size.height) / 1e6)
    throw invalidField(field, `is too large: ${megapixels} megapixels; at most ${MAX_PIXELS / 1e6} are read.`)
  }
  const settled = await image
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

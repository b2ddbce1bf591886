/**
 * The reading thread's work for an input image: bytes that are safe to draw from.
 *
 * Owns the check of what the bytes really are, and the limits.
 */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Fault } from '../problem.ts'

/** Pixels of the largest image that is decoded. */
const MAX_PIXELS = 40_000_000
/** Nothing is drawn larger than this, so nothing larger is kept. */
const MAX_SIDE = 2048
/** Types, and what the decoder calls them: it knows more formats than are read here. */
const READABLE_TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
}
const DECODING_SECONDS = 15

export interface InputImage {
  /** A PNG, upright, without transparency and without metadata, at most 2048 px a side. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** The image in `bytes`, or what is wrong with them, to follow the name of the field. */
export async function readImage({ bytes }: { readonly bytes: Uint8Array }): Promise<InputImage | Fault> {
  const type = await fileTypeFromBuffer(bytes)
  const format = READABLE_TYPES[type?.mime ?? '']
  if (format !== undefined) return await settle(bytes, format)
  const found = type === undefined ? 'no known kind of file' : type.mime
  return { fault: `is not a readable image: ${found}. Use PNG, JPEG, WebP, GIF, AVIF or TIFF.` }
}

async function settle(bytes: Uint8Array, format: string): Promise<InputImage | Fault> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' }).timeout({
    seconds: DECODING_SECONDS,
  })
  const size = await image.metadata().catch(() => null)
  if (size === null || size.format !== format)
    return { fault: 'is not a readable image: its header is damaged.' }
  if (size.width * size.height > MAX_PIXELS) {
    const megapixels = Math.round((size.width * size.height) / 1e6)
    return { fault: `is too large: ${megapixels} megapixels; at most ${MAX_PIXELS / 1e6} are read.` }
  }
  const settled = await image
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 2 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (settled === null) return { fault: 'is not a readable image: its data is damaged or cut off.' }
  return { bytes: settled.data, width: settled.info.width, height: settled.info.height }
}

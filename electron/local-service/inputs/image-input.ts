/**
 * Turns what a request gives as an input image into bytes that are safe to draw from.
 *
 * Owns the check of what the bytes really are, and the limits. How media is spelt in a request is `input-bytes.ts`'s business.
 */
import ExifReader from 'exifreader'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { ReadOwnFile } from '../makers/maker.ts'
import { invalidField } from '../problem.ts'
import { readInputBytes } from './input-bytes.ts'

/** Pixels of the largest picture that is decoded. */
const MAX_PIXELS = 40_000_000
/** Nothing is drawn larger than this, so nothing larger is kept. */
const MAX_SIDE = 2048
const READABLE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']
const MAX_DESCRIPTION_CHARACTERS = 20_000

export interface InputImage {
  /** A PNG, upright, without transparency and without metadata, at most 2048 px a side. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /**
   * What the file says of itself (EXIF ImageDescription), or null: pictures of this service say what they were made of, also
   * when they come back as a data URI. It is a stranger's text and has to be parsed.
   */
  readonly description: string | null
  /** What its maker said of it, when it was named by its address on this service. */
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * The picture that `value` (the request's field named `field`) holds. Throws a `Problem` 400 naming the field when it holds
 * none.
 */
export async function readImageInput(
  field: string,
  value: string,
  readOwnFile: ReadOwnFile,
): Promise<InputImage> {
  const { bytes, facts } = await readInputBytes(field, value, readOwnFile)
  const type = await fileTypeFromBuffer(bytes)
  if (type === undefined || !READABLE_TYPES.includes(type.mime)) {
    const found = type === undefined ? 'no known kind of file' : type.mime
    throw invalidField(field, `is not a readable image: ${found}. Use PNG, JPEG, WebP, GIF, AVIF or TIFF.`)
  }
  return { ...(await settle(field, bytes)), description: readDescription(bytes), facts }
}

async function settle(
  field: string,
  bytes: Uint8Array,
): Promise<Pick<InputImage, 'bytes' | 'width' | 'height'>> {
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

function readDescription(bytes: Uint8Array): string | null {
  try {
    // oxlint-disable-next-line import/no-named-as-default-member -- Node finds no named export in this package
    const tags = ExifReader.load(Buffer.from(bytes), { includeTags: { exif: ['ImageDescription'] } })
    const description = tags.ImageDescription?.description
    return typeof description === 'string' ? description.slice(0, MAX_DESCRIPTION_CHARACTERS) : null
  } catch {
    return null
  }
}

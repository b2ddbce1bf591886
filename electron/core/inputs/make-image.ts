/**
 * Makes the image that is sent in place of an original: the right way up, without metadata, in sRGB, within the limits of
 * its shape.
 *
 * Which images need it is prepare-image.ts's to say.
 */
import type { Buffer } from 'node:buffer'
import type { Metadata, Sharp } from 'sharp'
import type { InputShape } from '#contract/inputs.ts'
import { loadSharp, MAX_PIXELS } from '../media/load-sharp.ts'

/** Qualities before the image is made smaller: the first is hard to tell from the original. */
const QUALITIES = [92, 84, 74] as const
const MAX_TRIES = 7
/** Aims below the limit, since bytes do not fall quite as pixels do. */
const AIM = 0.94
const MIN_SIDE_PIXELS = 16

export const IMAGE_TYPES = {
  jpeg: { extension: 'jpg', mimeType: 'image/jpeg' },
  png: { extension: 'png', mimeType: 'image/png' },
  webp: { extension: 'webp', mimeType: 'image/webp' },
  gif: { extension: 'gif', mimeType: 'image/gif' },
} as const
export type ImageFormat = keyof typeof IMAGE_TYPES

export interface MadeImage {
  readonly bytes: Buffer
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
}

/** Why no image was made: it cannot be decoded, or not be brought under so many kilobytes. */
export type Unmade =
  | { readonly refused: 'undecodable' }
  | { readonly refused: 'tooLarge'; readonly kilobytes: number }

interface Try {
  readonly format: ImageFormat
  readonly quality: number
  /** Pixels of the longer side at most. */
  readonly longSide: number
}

/** The format in which an image goes out: its own where models take that, else PNG where it has alpha, else JPEG. */
export function formatOf(extension: string, hasAlpha: boolean, shape: InputShape): ImageFormat {
  if (shape.format) return shape.format
  const own = (Object.keys(IMAGE_TYPES) as ImageFormat[]).find(
    (format) => IMAGE_TYPES[format].extension === extension,
  )
  return own ?? (hasAlpha ? 'png' : 'jpeg')
}

/** `meta` is what sharp says of the original. */
export async function makeImage(
  original: Buffer,
  extension: string,
  meta: Metadata,
  shape: InputShape,
): Promise<MadeImage | Unmade> {
  const { maxBytes = Infinity } = shape
  let next: Try = {
    format: formatOf(extension, meta.hasAlpha, shape),
    quality: QUALITIES[0],
    longSide: Math.min(shape.longSide ?? Infinity, longSideOf(meta)),
  }
  try {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const made = await encode(original, meta, next)
      if (made.bytes.length <= maxBytes) return made
      next = smaller(next, made, maxBytes, shape, meta.hasAlpha)
      if (next.longSide < MIN_SIDE_PIXELS) break
    }
  } catch {
    return { refused: 'undecodable' }
  }
  return { refused: 'tooLarge', kilobytes: Math.round(maxBytes / 1_000) }
}

export function longSideOf({ autoOrient, pageHeight }: Metadata): number {
  return Math.max(autoOrient.width, pageHeight ?? autoOrient.height)
}

/** What is tried next: another format where none was asked for, then less quality, then fewer pixels. */
function smaller(last: Try, made: MadeImage, maxBytes: number, shape: InputShape, hasAlpha: boolean): Try {
  if (last.format === 'png' && !shape.format) return { ...last, format: hasAlpha ? 'webp' : 'jpeg' }
  const quality = last.format === 'jpeg' || last.format === 'webp' ? nextQuality(last.quality) : null
  if (quality !== null) return { ...last, quality }
  const scale = Math.min(0.9, Math.sqrt(maxBytes / made.bytes.length) * AIM)
  return { ...last, longSide: Math.floor(Math.max(made.width, made.height) * scale) }
}

function nextQuality(quality: number): number | null {
  return QUALITIES.find((other) => other < quality) ?? null
}

async function encode(
  original: Buffer,
  meta: Metadata,
  { format, quality, longSide }: Try,
): Promise<MadeImage> {
  const moves = (meta.pages ?? 1) > 1 && (format === 'gif' || format === 'webp')
  const sharp = await loadSharp()
  const image = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', animated: moves })
    .autoOrient()
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const { data, info } = await inFormat(image, format, quality).toBuffer({ resolveWithObject: true })
  return { bytes: data, format, width: info.width, height: info.pageHeight ?? info.height }
}

function inFormat(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image
        .flatten({ background: 'white' })
        .jpeg({ quality, chromaSubsampling: quality > 90 ? '4:4:4' : '4:2:0' })
    case 'webp':
      return image.webp({ quality })
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
  }
}

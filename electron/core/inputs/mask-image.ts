/**
 * What is done with the pixels of masks, where images are decoded: a mask made ready for its service, and a result laid into the
 * original.
 *
 * A mask is kept as grey values: white may change, black stays, what is between is blended.
 */
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import type { MaskPaint } from '#contract/rules/media.ts'
import {
  type Dimensions,
  imageDimensions,
  loadSharp,
  MAX_PIXELS,
  type WithPixels,
} from '../media/load-sharp.ts'
import type { MadeImage } from './make-image.ts'

export interface MaskShape extends Dimensions {
  readonly paint: MaskPaint
}

/** The mask in the size of the image that goes with it, as its service reads masks. PNG, whatever was asked for the image. */
export async function makeMask(original: Buffer, { paint, width, height }: MaskShape): Promise<MadeImage> {
  const sharp = await loadSharp()
  const grey = await greyMask(original, { width, height })
  const kept = Buffer.from(grey.map((value) => 255 - value))
  const raw = { raw: { width, height, channels: 1 as const } }
  // See-through where the image may change, and black elsewhere.
  const clear = () =>
    sharp({ create: { width, height, channels: 3, background: 'black' } }).joinChannel(kept, raw)
  const image = { white: () => sharp(grey, raw), black: () => sharp(kept, raw), clear }[paint]()
  return { bytes: await image.png().toBuffer(), format: 'png', width, height }
}

async function greyMask(source: string | Buffer, { width, height }: Dimensions): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(source, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: 'black' })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** Decoded, the original and the result are in memory together. */
export const MAX_COMPOSED_PIXELS = 40_000_000
/** Services round sides to multiples of 8 to 64: beyond this share it is another image. */
const MAX_STRETCH = 0.04

export interface Composition {
  readonly original: string
  readonly mask: string
  readonly result: string
  readonly target: string
}

/** Why a result was not laid into its original. */
export type Uncomposed =
  | { readonly kind: 'undecodable' | 'tooManyPixels' }
  /** As width × height, in pixels. */
  | { readonly kind: 'otherShape'; readonly is: string; readonly was: string }

export type Composed = Dimensions | { readonly refused: Uncomposed }

/**
 * Writes the original with the result where the mask is white, as PNG in the original's size. Where the mask is black the
 * pixels are the original's own, upright, in sRGB and 8 bits, bit for bit.
 */
export async function composeInside(
  { original, mask, result, target }: Composition,
  withPixels: WithPixels,
): Promise<Composed> {
  const size = await imageDimensions(original)
  const made = await imageDimensions(result)
  if (!size || !made) return { refused: { kind: 'undecodable' } }
  const pixels = size.width * size.height
  if (pixels > MAX_COMPOSED_PIXELS) return { refused: { kind: 'tooManyPixels' } }
  const stretch = (made.width * size.height) / (made.height * size.width)
  if (Math.abs(Math.log(stretch)) > MAX_STRETCH) {
    const shapeOf = ({ width, height }: Dimensions): string => `${width} × ${height}`
    return { refused: { kind: 'otherShape', is: shapeOf(made), was: shapeOf(size) } }
  }
  return withPixels(pixels * 2 + made.width * made.height, async () => {
    const sharp = await loadSharp()
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'truncated' } as const
    const { hasAlpha } = await sharp(original, limits).metadata()
    const decode = (path: string) => {
      const upright = sharp(path, limits).autoOrient().toColourspace('srgb')
      return (hasAlpha ? upright.ensureAlpha() : upright.removeAlpha()).raw({ depth: 'uchar' })
    }
    const ground = await decode(original).toBuffer()
    const paint = await decode(result).resize(size.width, size.height, { fit: 'fill' }).toBuffer()
    const channels = hasAlpha ? 4 : 3
    blend(ground, paint, await greyMask(mask, size), channels)
    const image = sharp(ground, { raw: { ...size, channels } })
    await writeFile(target, await image.png().toBuffer(), { flush: true })
    return size
  })
}

/** Into `ground`. Where the mask is 0 nothing is written. */
function blend(ground: Buffer, paint: Buffer, mask: Buffer, channels: number): void {
  for (let at = 0; at < mask.length; at++) {
    const share = (mask[at] ?? 0) / 255
    if (share === 0) continue
    for (let channel = at * channels; channel < (at + 1) * channels; channel++) {
      ground[channel] = Math.round((ground[channel] ?? 0) * (1 - share) + (paint[channel] ?? 0) * share)
    }
  }
}

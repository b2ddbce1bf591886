/** Makes the thumbnail of an image, and its perceptual hash, since the image is decoded here anyway. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PerceptualHash } from '../similar/perceptual-hash.ts'
import { perceptualHash } from '../similar/perceptual-hash.ts'
import { writeFileDurably } from '../../store/files.ts'
import {
  loadSharp,
  MAX_PIXELS,
  QUALITY,
  LONG_SIDE_PIXELS,
  SCRUB_SIZE,
  type WithPixels,
} from '../../media/load-sharp.ts'

const MAX_PREVIEW_PIXELS = 4_000_000

export interface MadeThumbnail {
  /** Null for an image that is flat. */
  readonly hash: PerceptualHash | null
}

/** Null where none can be made. */
export async function makeThumbnail(
  source: string,
  target: string,
  withPixels: WithPixels,
): Promise<MadeThumbnail | null> {
  const part = `${target}.${randomUUID()}.part`
  const sharp = await loadSharp()
  try {
    const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { width, height } = await image.metadata()
    const decode = () =>
      image
        .rotate()
        .resize(LONG_SIDE_PIXELS, LONG_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
    // The next image is decoded while this one, which is small now, is encoded.
    const { data, info } = await withPixels(width * height, decode)
    const raw = { width: info.width, height: info.height, channels: info.channels }
    await mkdir(dirname(target), { recursive: true })
    const [hash] = await Promise.all([
      perceptualHash(data, raw),
      sharp(data, { raw }).webp({ quality: QUALITY }).toFile(part),
    ])
    await rename(part, target)
    return { hash }
  } catch {
    await rm(part, { force: true })
    return null
  }
}

/** Stores pixels that the page made of a video, encoded again. Null where they are none. */
export async function makePreview(
  kind: 'poster' | 'scrub',
  bytes: Uint8Array,
  target: string,
  withPixels: WithPixels,
): Promise<MadeThumbnail | null> {
  const size = kind === 'poster' ? { width: LONG_SIDE_PIXELS, height: LONG_SIDE_PIXELS } : SCRUB_SIZE
  const sharp = await loadSharp()
  const encode = () =>
    sharp(bytes, { limitInputPixels: MAX_PREVIEW_PIXELS, failOn: 'error' })
      .resize(size.width, size.height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  const encoded = await withPixels(MAX_PREVIEW_PIXELS, encode).catch(() => null)
  if (!encoded) return null
  await writeFileDurably(target, encoded)
  return { hash: kind === 'poster' ? await perceptualHash(encoded) : null }
}

/** The upright image as PNG, which clipboards take; null where it is damaged or larger than may be decoded. */
export async function makePng(path: string, withPixels: WithPixels): Promise<Uint8Array | null> {
  const sharp = await loadSharp()
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS })
    const { width, height } = await image.metadata()
    return await withPixels(width * height, () => image.autoOrient().png({ compressionLevel: 1 }).toBuffer())
  } catch {
    return null
  }
}

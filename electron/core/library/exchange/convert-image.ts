/** Makes an image anew in another format, upright, in sRGB, and without anything but its pixels. */
import { writeFile } from 'node:fs/promises'
import type { Conversion } from '#contract/exchange.ts'
import { MAX_PIXELS, type WithPixels, loadSharp } from '../../media/load-sharp.ts'

/** Encoders hold the whole image several times over. */
const MAX_ENCODED_PIXELS = 40_000_000
/** AVIF of larger images is made with less effort: it takes minutes otherwise. */
const MANY_PIXELS = 6_000_000
/** As far as WebP goes. */
const MAX_SIDE = 16_383

/** False where it cannot be decoded, is animated, or is too large. Nothing is left at `target` then. */
export async function convertImage(
  path: string,
  target: string,
  { format, quality, longestSide = MAX_SIDE }: Conversion,
  withPixels: WithPixels,
): Promise<boolean> {
  const sharp = await loadSharp()
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    const { width, height, pages = 1 } = await image.metadata()
    const scale = Math.min(1, longestSide / Math.max(width, height))
    const pixels = width * height * scale ** 2
    if (pages > 1 || pixels > MAX_ENCODED_PIXELS) return false
    const effort = pixels > MANY_PIXELS ? 1 : 3
    return await withPixels(width * height, async () => {
      const upright = image
        .autoOrient()
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      const encoded =
        format === 'jpeg'
          ? upright.flatten({ background: '#fff' }).jpeg({ quality, mozjpeg: true })
          : format === 'webp'
            ? upright.webp({ quality })
            : upright.avif({ quality, effort })
      const bytes = await encoded.toBuffer()
      await writeFile(target, bytes, { flag: 'wx' })
      return true
    })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    return false
  }
}

/** Thumbnails for the system: they are WebP, of which Electron reads nothing (electron.d.ts, `nativeImage.createFromPath`). */
import { nativeImage, type NativeImage } from 'electron'
import sharp from 'sharp'

const LONGEST_SIDE = 256

/** null where the file is no picture that can be read. */
export async function readPicture(path: string, longestSide = LONGEST_SIDE): Promise<NativeImage | null> {
  try {
    const png = await sharp(path).resize(longestSide, longestSide, { fit: 'inside' }).png().toBuffer()
    const image = nativeImage.createFromBuffer(png)
    return image.isEmpty() ? null : image
  } catch {
    return null
  }
}

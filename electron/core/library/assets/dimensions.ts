/** The size of an image as it is shown, read from its head before anything decodes it. */
import { loadSharp } from '../thumbnails/load-sharp.ts'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** Width and height in pixels with the orientation applied, or null when the file is no image that can be read. */
export async function imageDimensions(source: string | Uint8Array): Promise<Dimensions | null> {
  const sharp = await loadSharp()
  try {
    const { autoOrient } = await sharp(source, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}

/**
 * Images that the browser decodes and the host does not (BMP, icons, cursors): made into PNG before they are handed over.
 *
 * What cannot be converted is left as it is: the host says what is wrong with it.
 */

export type ForeignFormat = 'BMP' | 'ICO' | 'CUR'

export interface Converted {
  readonly file: Blob
  readonly name: string
  readonly from: ForeignFormat
}

/** Decoded, a pixel takes 4 bytes, and the image is there twice while it is written: 400 MB at most. */
const MAX_PIXELS = 50_000_000
/** The directory of an icon with 64 images. */
const HEAD_BYTES = 6 + 64 * 16
/** Enough for the size in the head of an image inside an icon. */
const PART_BYTES = 24

interface Head {
  readonly from: ForeignFormat
  /** Of the largest image in it; null where the head does not say. */
  readonly pixels: number | null
}

/** The image as PNG; null where it is none of these, has too many pixels, or cannot be decoded. Icons give their largest image. */
export async function convertImage(file: File): Promise<Converted | null> {
  const head = await readHead(file)
  if (head?.pixels == null || head.pixels > MAX_PIXELS) return null
  try {
    const bitmap = await createImageBitmap(file)
    try {
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      const png = await canvas.convertToBlob({ type: 'image/png' })
      return { file: png, name: `${file.name.replace(/\.[^.]*$/, '')}.png`, from: head.from }
    } finally {
      bitmap.close()
    }
  } catch {
    return null
  }
}

/** What the first bytes say; null where they are of another kind. Nothing is decoded. */
export async function readHead(file: Blob): Promise<Head | null> {
  const view = await viewOf(file, 0, HEAD_BYTES)
  if (view.byteLength < 6) return null
  if (view.getUint16(0) === 0x424d) return { from: 'BMP', pixels: bitmapPixels(view, 14) }
  const kind = view.getUint16(0, true) === 0 ? view.getUint16(2, true) : 0
  if (kind !== 1 && kind !== 2) return null
  return { from: kind === 1 ? 'ICO' : 'CUR', pixels: await iconPixels(file, view) }
}

async function viewOf(file: Blob, start: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(start, start + length).arrayBuffer())
}

/**
 * Pixels by the header at `at`: BITMAPCOREHEADER is 12 bytes long with 16-bit sides, all later ones have 32-bit sides, the height
 * negative where the rows go from top to bottom (Microsoft, "Bitmap Header Types").
 */
function bitmapPixels(view: DataView, at: number): number | null {
  if (view.byteLength < at + 12) return null
  const isCore = view.getUint32(at, true) === 12
  const width = isCore ? view.getUint16(at + 4, true) : view.getInt32(at + 4, true)
  const height = isCore ? view.getUint16(at + 6, true) : Math.abs(view.getInt32(at + 8, true))
  return width > 0 && height > 0 ? width * height : null
}

/** The directory counts sides up to 256; what it points to is believed, since that is what is decoded. */
async function iconPixels(file: Blob, view: DataView): Promise<number | null> {
  const count = view.getUint16(4, true)
  if (count === 0 || view.byteLength < 6 + count * 16) return null
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const part = await viewOf(file, view.getUint32(6 + index * 16 + 12, true), PART_BYTES)
      if (part.byteLength < PART_BYTES) return null
      // A PNG of its own, with its sides behind the name of its first chunk; else a bitmap without the file's header.
      return part.getUint32(0) === 0x89504e47
        ? part.getUint32(16) * part.getUint32(20)
        : bitmapPixels(part, 0)
    }),
  )
  return parts.reduce((most, pixels) => (most === null || pixels === null ? null : Math.max(most, pixels)), 0)
}

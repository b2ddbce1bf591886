/** Makes and keeps thumbnails: derived files that may be deleted at any time. Images only; sharp works off the event loop. */
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import type { AssetRecord } from './asset-row.ts'
import type { MediaFolder } from './media-folder.ts'

/** Twice the height of a large row in the grid, for dense screens. */
const LONG_SIDE_PIXELS = 384
const QUALITY = 80
/** Decoding is refused beyond this: a 600 kB PNG may claim 800 MB of pixels. */
export const MOST_PIXELS = 100_000_000

export interface Thumbnails {
  /** The path of the thumbnail, made now when it is missing; null when the asset has no picture that can be made. */
  ensure(record: AssetRecord): Promise<string | null>
}

export function createThumbnails(media: MediaFolder): Thumbnails {
  const underWay = new Map<string, Promise<string | null>>()
  return {
    ensure: (record) => {
      const target = media.thumbPath(record.sha256)
      const started = underWay.get(target)
      if (started) return started
      const made = ensureThumbnail(media.path(record.sha256, record.extension), target, record).finally(() =>
        underWay.delete(target),
      )
      underWay.set(target, made)
      return made
    },
  }
}

async function ensureThumbnail(source: string, target: string, record: AssetRecord): Promise<string | null> {
  if (record.kind !== 'image') return null
  if (await stat(target).catch(() => null)) return target
  await mkdir(dirname(target), { recursive: true })
  const part = `${target}.${process.pid}.part`
  try {
    await sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(LONG_SIDE_PIXELS, LONG_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toFile(part)
  } catch {
    return null
  }
  await rename(part, target)
  return target
}

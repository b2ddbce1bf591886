/**
 * Makes and stores thumbnails: derived files that may be deleted at any time. Also records the perceptual hash, since the
 * image is decoded here anyway. sharp works off the event loop.
 *
 * Images only. The thumbnail of a video is its poster, which the page makes (previews.ts).
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import type { AssetRecord } from '../assets/asset-row.ts'
import { loadSharp } from './load-sharp.ts'
import type { HashStore } from '../similar/hash-store.ts'
import { perceptualHash } from '../similar/perceptual-hash.ts'
import type { MediaFolder } from '../assets/media-folder.ts'
import { createVisibleFirst, type Priority } from './visible-first.ts'

/** Twice the height of a large row in the grid, for dense screens. */
export const LONG_SIDE_PIXELS = 384
export const QUALITY = 80
/** Decoding is refused beyond this: a 600 kB PNG may claim 800 MB of pixels. */
export const MOST_PIXELS = 100_000_000
const LONGEST_SECONDS = 30
/** While one reads its file, another decodes. */
const AT_ONCE_A_CORE = 2

export interface Thumbnails {
  /**
   * The path of the thumbnail, made when it is missing; null when none can be made of the asset. `ahead`: nobody waits for it,
   * so others go first.
   */
  ensure(record: AssetRecord, priority?: Priority): Promise<string | null>
}

export function createThumbnails(media: MediaFolder, hashes: HashStore): Thumbnails {
  const inProgress = new Map<string, Promise<string | null>>()
  const queue = createVisibleFirst(availableParallelism() * AT_ONCE_A_CORE)
  const make = async (record: AssetRecord, target: string, priority: Priority) => {
    if (await stat(target).catch(() => null)) return target
    if (record.kind !== 'image') return null
    const source = media.path(record.sha256, record.extension)
    return queue.run(() => makeThumbnail(source, target, record.sha256, hashes), priority)
  }
  return {
    ensure: (record, priority = 'visible') => {
      const target = media.thumbPath(record.sha256)
      const started = inProgress.get(target)
      if (started) return started
      const made = make(record, target, priority).finally(() => inProgress.delete(target))
      inProgress.set(target, made)
      return made
    },
  }
}

async function makeThumbnail(
  source: string,
  target: string,
  sha256: string,
  hashes: HashStore,
): Promise<string | null> {
  const sharp = await loadSharp()
  await mkdir(dirname(target), { recursive: true })
  const part = `${target}.${process.pid}.part`
  try {
    const { data, info } = await sharp(source, {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    })
      .rotate()
      .resize(LONG_SIDE_PIXELS, LONG_SIDE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: LONGEST_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const [hash] = await Promise.all([
      perceptualHash(data, raw),
      sharp(data, { raw }).webp({ quality: QUALITY }).toFile(part),
    ])
    hashes.record(sha256, hash)
    await rename(part, target)
    return target
  } catch {
    await rm(part, { force: true })
    return null
  }
}

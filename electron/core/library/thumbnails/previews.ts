/**
 * Previews that only the page can make, because it has the decoders: the poster of a video, a strip of its frames to scrub
 * through, and the peaks of an audio file. Made when first shown, stored for the next time.
 *
 * What the page sends is not trusted: images are decoded within bounds and encoded again, so that only pixels are stored.
 */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { PEAK_COUNT, type PreviewKind, SCRUB_FRAMES } from '#contract/rules/media.ts'
import { writeFileDurably } from '../../store/files.ts'
import type { AssetRecord } from '../assets/asset-row.ts'
import { loadSharp } from './load-sharp.ts'
import type { HashStore } from '../similar/hash-store.ts'
import { perceptualHash } from '../similar/perceptual-hash.ts'
import type { MediaFolder } from '../assets/media-folder.ts'
import { LONG_SIDE_PIXELS, QUALITY } from './thumbnails.ts'

const MOST_PIXELS = 4_000_000
const LARGEST_BYTES = 4 * 1024 * 1024
const SCRUB_HEIGHT = 160

export interface Previews {
  /** Stores a preview of an asset; refuses what is not one of that kind. */
  add(record: AssetRecord, kind: PreviewKind, bytes: Uint8Array): Promise<Result<Record<string, never>>>
  path(record: AssetRecord, kind: PreviewKind): string
}

export function createPreviews(media: MediaFolder, hashes: HashStore): Previews {
  const path = ({ sha256 }: AssetRecord, kind: PreviewKind): string => {
    const thumb = media.thumbPath(sha256)
    if (kind === 'poster') return thumb
    return thumb.replace(/\.webp$/, kind === 'scrub' ? '.scrub.webp' : '.peaks')
  }
  return {
    path,
    add: async (record, kind, bytes) => {
      const wanted = kind === 'peaks' ? 'audio' : 'video'
      if (record.kind !== wanted) return fail('invalid_input', `Only ${wanted} has a preview of this kind.`)
      const checked = kind === 'peaks' ? checkPeaks(bytes) : await encodeImage(kind, bytes)
      if (!checked) return fail('invalid_input', 'This is not a preview that can be stored.')
      const target = path(record, kind)
      await mkdir(dirname(target), { recursive: true })
      await writeFileDurably(target, checked)
      if (kind === 'poster') hashes.record(record.sha256, await perceptualHash(checked))
      return succeed({})
    },
  }
}

function checkPeaks(bytes: Uint8Array): Uint8Array | null {
  return bytes.byteLength === PEAK_COUNT ? bytes : null
}

async function encodeImage(kind: 'poster' | 'scrub', bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.byteLength > LARGEST_BYTES) return null
  const size =
    kind === 'poster'
      ? { width: LONG_SIDE_PIXELS, height: LONG_SIDE_PIXELS }
      : { width: SCRUB_FRAMES * 2 * SCRUB_HEIGHT, height: SCRUB_HEIGHT }
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .resize(size.width, size.height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    return null
  }
}

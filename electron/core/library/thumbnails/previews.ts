/**
 * Previews that only the page can make, because it has the decoders: the poster of a video, a strip of its frames to scrub
 * through, and the peaks of an audio file. Made when first shown, stored for the next time.
 *
 * What the page sends is not trusted: images are decoded within bounds and encoded again, so that only pixels are stored.
 */
import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { PEAK_COUNT, type PreviewKind } from '#contract/rules/media.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import { writeFileDurably } from '../../store/files.ts'
import type { AssetRecord } from '../assets/asset-row.ts'
import type { HashStore } from '../similar/hash-store.ts'
import type { MediaFolder } from '../assets/media-folder.ts'

const LARGEST_BYTES = 4 * 1024 * 1024

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews(media: MediaFolder, hashes: HashStore, reader: Reader) {
  const path = ({ sha256 }: AssetRecord, kind: PreviewKind): string => {
    const thumb = media.thumbPath(sha256)
    if (kind === 'poster') return thumb
    return thumb.replace(/\.webp$/, kind === 'scrub' ? '.scrub.webp' : '.peaks')
  }
  return {
    path,
    /** Stores a preview of an asset; refuses what is not one of that kind. */
    add: async (
      record: AssetRecord,
      kind: PreviewKind,
      bytes: Uint8Array,
    ): Promise<Result<Record<string, never>>> => {
      const wanted = kind === 'peaks' ? 'audio' : 'video'
      if (record.kind !== wanted) return fail('invalid_input', `Only ${wanted} has a preview of this kind.`)
      const target = path(record, kind)
      if (kind === 'peaks') {
        if (bytes.byteLength !== PEAK_COUNT) return notAPreview()
        await writeFileDurably(target, bytes)
        return succeed({})
      }
      if (bytes.byteLength > LARGEST_BYTES) return notAPreview()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const made = await reader.read('preview', { kind, bytes, target }, { sha256 })
      if (made === null || made === UNREADABLE) return notAPreview()
      if (kind === 'poster') hashes.record(record.sha256, made.hash)
      return succeed({})
    },
  }
}

function notAPreview(): Result<never> {
  return fail('invalid_input', 'This is not a preview that can be stored.')
}

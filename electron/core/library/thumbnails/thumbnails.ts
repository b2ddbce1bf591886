/**
 * Stores thumbnails: derived files that may be deleted at any time. Also records the perceptual hash that comes with each.
 *
 * Images only. The thumbnail of a video is its poster, which the page makes (previews.ts), and an SVG is its own: the page
 * draws it.
 */
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { UNREADABLE, type Reader } from '#core/reading/reader.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { PEAK_COUNT, type PreviewKind } from '#contract/rules/media.ts'
import { writeFileDurably } from '#core/store/files.ts'
import type { KeyedLock } from '#core/store/keyed-lock.ts'
import type { AssetRecord } from '../assets/asset-row.ts'
import type { HashStore } from '../similar/hash-store.ts'
import type { MediaFolder } from '../assets/media-folder.ts'

/** While some decode, others wait for their note on the disk, are on their way to whoever reads them, and back. */
const AT_ONCE_A_CORE = 8

export type Thumbnails = ReturnType<typeof createThumbnails>

/** One that is made of what is deleted for good meanwhile is there before `contents` lets it go, and goes with it. */
export function createThumbnails(
  media: MediaFolder,
  hashes: HashStore,
  reader: Pick<Reader, 'isUnreadable' | 'read'>,
  contents: Pick<KeyedLock, 'hold'>,
) {
  const inProgress = new Map<string, Promise<string | null>>()
  const queue = createVisibleFirst(availableParallelism() * AT_ONCE_A_CORE)
  const make = async (record: AssetRecord, target: string, priority: Priority): Promise<string | null> => {
    // Thumbnails are not synced: a power cut may leave one without its bytes.
    if (((await stat(target).catch(() => null))?.size ?? 0) > 0) return target
    const { kind, extension, sha256 } = record
    if (kind !== 'image' || extension === 'svg' || reader.isUnreadable(sha256)) return null
    const source = media.path(sha256, extension)
    const read = () =>
      contents.hold(sha256, () => reader.read('thumbnail', { source, target }, { sha256 })).catch(() => null)
    const made = await queue.run(read, priority)
    if (made === null || made === UNREADABLE) return null
    hashes.record(sha256, made.hash)
    return target
  }
  return {
    /** Made when it is missing; null when none can be made of the asset. */
    ensure: (record: AssetRecord, priority: Priority = 'visible'): Promise<string | null> => {
      const target = media.thumbPath(record.sha256)
      const started = inProgress.get(target)
      if (started) return started
      const made = make(record, target, priority).finally(() => inProgress.delete(target))
      inProgress.set(target, made)
      return made
    },
  }
}

/** `visible`: somebody waits for it. `ahead`: made ahead of time. */
export type Priority = 'visible' | 'ahead'

/** Runs visible ones first and of those the latest, because it is on screen; then the rest. */
export function createVisibleFirst(concurrency: number) {
  const limit = pLimit(concurrency)
  const visible: (() => Promise<void>)[] = []
  const ahead: (() => Promise<void>)[] = []
  return {
    run: <T>(task: () => Promise<T>, priority: Priority): Promise<T> =>
      new Promise((resolve, reject) => {
        const queue = priority === 'visible' ? visible : ahead
        queue.push(() => task().then(resolve, reject))
        // As many runs as tasks: each takes the best that waits when its time comes.
        void limit(() => (visible.pop() ?? ahead.shift())?.())
      }),
  }
}

const MAX_BYTES = 4 * 1024 * 1024

/**
 * Previews that only the page can make, because it has the decoders: the poster of a video, a strip of its frames to scrub
 * through, and the peaks of an audio file. Made when first shown, stored for the next time.
 *
 * What the page sends is not trusted: images are decoded within bounds and encoded again, so that only pixels are stored.
 */
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
      if (record.kind !== wanted) {
        return fail('invalid_input', kind === 'peaks' ? 'library.previewOfAudio' : 'library.previewOfVideo')
      }
      const target = path(record, kind)
      if (kind === 'peaks') {
        if (bytes.byteLength !== PEAK_COUNT) return notAPreview()
        await writeFileDurably(target, bytes)
        return succeed({})
      }
      if (bytes.byteLength > MAX_BYTES) return notAPreview()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const made = await reader.read('preview', { kind, bytes, target }, { sha256 })
      if (made === null || made === UNREADABLE) return notAPreview()
      if (kind === 'poster') hashes.record(record.sha256, made.hash)
      return succeed({})
    },
  }
}

function notAPreview(): Result<never> {
  return fail('invalid_input', 'library.previewInvalid')
}

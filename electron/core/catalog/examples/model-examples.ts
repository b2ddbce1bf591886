/**
 * The images that services show beside their models, for the models that nobody has used here. Each is fetched once, when its
 * model comes into sight, and kept small: derived files that may be deleted at any time.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Reader } from '../../reading/reader.ts'
import { createDownloader, type DownloaderOptions } from '../../results/download/download.ts'
import { PRIVATE_FOLDER } from '../../store/files.ts'

const MB = 1024 ** 2
const AT_ONCE = 4
const TIMEOUT_MS = 20_000
/** An image for a row, not a result that was paid for. */
const LIMITS = { largestBytes: 8 * MB, largestRefusedBytes: 0, connectMs: 5_000, silenceMs: 10_000 }

interface ModelExamplesDeps extends Pick<DownloaderOptions, 'findProxy'> {
  readonly dataDir: string
  readonly reader: Reader
  /** As the profile listed it last; null where it showed none. */
  readonly urlOf: (profileId: string, provider: string, id: string) => string | null
  /** Whether the profile's own service is on this computer or a private network. */
  readonly isLocal: (profileId: string) => boolean
}

export function createModelExamples(deps: ModelExamplesDeps) {
  const { dataDir, reader } = deps
  const folder = join(dataDir, 'thumbs', 'models')
  const downloader = createDownloader({ ...deps, reader: null, limits: LIMITS })
  const limit = pLimit(AT_ONCE)
  const closing = new AbortController()
  const running = new Map<string, Promise<boolean>>()
  /** Not asked for again before the next start. */
  const failed = new Set<string>()
  /** Whether the image is there now. */
  const fetch = async (url: string, target: string, allowLocal: boolean): Promise<boolean> => {
    const partPath = `${target}.part`
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const options = { partPath, allowLocal, signal, mayResume: false }
    try {
      await mkdir(folder, PRIVATE_FOLDER)
      const file = await downloader.fetch({ kind: 'url', url }, options)
      if (file.kind !== 'file' || file.type.kind !== 'image') return false
      // Of pixels alone; none of a drawing.
      const read = { source: file.path, target }
      const made = await reader.read('thumbnail', read, { sha256: file.sha256 })
      return made !== null && typeof made === 'object'
    } catch {
      return false
    } finally {
      await rm(partPath, { force: true }).catch(() => undefined)
    }
  }
  return {
    /** WebP bytes; null where the service shows none, or it cannot be had now. */
    read: async (profileId: string, provider: string, id: string): Promise<Uint8Array | null> => {
      const url = deps.urlOf(profileId, provider, id)
      if (url === null || failed.has(url)) return null
      const target = join(folder, `${createHash('sha256').update(url).digest('hex')}.webp`)
      const kept = await readFile(target).catch(() => null)
      if (kept) return kept
      const fetching =
        running.get(target) ??
        limit(() => fetch(url, target, deps.isLocal(profileId))).finally(() => running.delete(target))
      running.set(target, fetching)
      if (await fetching) return await readFile(target).catch(() => null)
      failed.add(url)
      return null
    },
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.allSettled(running.values())
      await downloader.close()
    },
  }
}

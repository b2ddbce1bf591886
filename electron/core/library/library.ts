/**
 * The library: assets on disk, their rows, and what the user says of them.
 *
 * Order of writing: file, sidecar, row. So whatever happens in between, nothing under a final name is incomplete, and what
 * has no row yet is found again by a rebuild.
 */
import { createHash } from 'node:crypto'
import type { Asset } from '#contract/asset.ts'
import type { Page } from '#contract/routes.ts'
import type { Result } from '#contract/errors.ts'
import type { EventBus } from '../events.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileType } from '../results/sniff.ts'
import type { Database } from '../store/database.ts'
import { toAsset, toSidecar, type AssetRecord } from './asset-row.ts'
import { createAssetStore, type AssetChange, type AssetStore } from './asset-store.ts'
import { imageDimensions } from './dimensions.ts'
import type { MediaFolder } from './media-folder.ts'
import { queryLibrary, type LibraryQuery } from './query.ts'
import { createSerial, type Serial } from './serial.ts'
import { mergeSidecar } from './sidecar.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

/** A complete file that is to become an asset, and what is known about where it comes from. */
export interface NewAsset {
  readonly file: {
    readonly path: string
    readonly sha256: string
    readonly sizeBytes: number
    readonly type: FileType
  }
  readonly facts: Pick<Asset, 'mediaType' | 'provider' | 'model' | 'scene' | 'options'> &
    Partial<Pick<Asset, 'taskId' | 'prompt' | 'inputs' | 'sourceUrl'>> & { readonly place: number }
}

export interface Library {
  /** Publishes the file and its row. Adding the same result of the same task again answers the asset that is there. */
  add(asset: NewAsset): Promise<Asset>
  find(id: string): AssetRecord | null
  query(query: LibraryQuery): Result<Page<Asset> & { readonly total: number }>
  /** Answers how many exist and were changed. */
  change(ids: readonly string[], change: AssetChange): number
  trash(ids: readonly string[]): number
  readonly store: AssetStore
  readonly media: MediaFolder
  readonly thumbnails: Thumbnails
  /** Sidecars are written one after the other; a rebuild takes its turn here too. */
  readonly sidecars: Serial
  close(): Promise<void>
}

export function createLibrary(
  db: Database,
  media: MediaFolder,
  clock: Clock,
  events: EventBus,
  log: (line: string) => void,
): Library {
  const store = createAssetStore(db)
  const thumbnails = createThumbnails(media)
  const sidecars = createSerial(log)
  const change = (ids: readonly string[], what: AssetChange): number => {
    const records = store.change(ids, what)
    for (const record of records) {
      sidecars.later(() => mergeSidecar(media.sidecarPath(record.sha256), toSidecar(record)))
    }
    if (records.length > 0) events.emit('library.changed', { ids: records.map((record) => record.id) })
    return records.length
  }
  return {
    store,
    media,
    thumbnails,
    sidecars,
    find: store.find,
    query: (query) => queryLibrary(db, query),
    change,
    trash: (ids) => change(ids, { trashedAt: clock.now() }),
    add: async ({ file, facts }) => {
      const { kind, mimeType, extension } = file.type
      const size = kind === 'image' ? await imageDimensions(file.path) : null
      const record: Omit<AssetRecord, 'seq'> = {
        id: assetId(facts.taskId, facts.place, file.sha256),
        kind,
        mimeType,
        extension,
        sha256: file.sha256,
        sizeBytes: file.sizeBytes,
        createdAt: clock.now(),
        rating: 0,
        favorite: false,
        tags: [],
        ...facts,
        ...size,
      }
      await media.publish(file.path, file.sha256, extension)
      await sidecars.next(() => mergeSidecar(media.sidecarPath(file.sha256), toSidecar(record)))
      const written = store.insert(record)
      const asset = toAsset(written)
      events.emit('asset.added', { asset })
      sidecars.unordered(async () => void (await thumbnails.ensure(written)))
      return asset
    },
    close: () => sidecars.close(),
  }
}

/** The same result of the same task is always the same asset, so that saving twice does not double it. */
export function assetId(taskId: string | undefined, place: number, sha256: string): string {
  const source = taskId === undefined ? `file:${sha256}` : `${taskId}:${place}`
  return `asset_${createHash('sha256').update(source).digest('hex').slice(0, 32)}`
}

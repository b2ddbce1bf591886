/** The library: assets on disk, their rows, and what the user says of them. */
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Asset, DuplicateGroup, Lineage } from '#contract/library.ts'
import type { EventBus } from '../events.ts'
import type { Clock } from '../ports/clock.ts'
import type { Reader } from '../reading/reader.ts'
import type { Database } from '../store/database.ts'
import { addAsset, type NewAsset } from './assets/add-asset.ts'
import { toAsset, type AssetRecord } from './assets/asset-row.ts'
import { createAssetStore, type AssetChange, type AssetStore } from './assets/asset-store.ts'
import { createContentLock, type ContentLock, type MediaFolder } from './assets/media-folder.ts'
import { lineageOf } from './assets/lineage.ts'
import { readAgain } from './assets/read-again.ts'
import { createSidecarWriter, type SidecarWriter } from './assets/sidecar-writer.ts'
import { createBackgroundQueue, type BackgroundQueue } from './background-queue.ts'
import {
  createCollectionsFile,
  createCollectionsWriter,
  type CollectionsWriter,
} from './collections/collections-file-writer.ts'
import { createCollections, type Collections } from './collections/collections.ts'
import { createSavedSearches, type SavedSearches } from './collections/saved-searches.ts'
import { createSearch, type Search } from './search/search.ts'
import { createHashFiller } from './similar/fill-missing.ts'
import { createHashStore } from './similar/hash-store.ts'
import { duplicateGroups, similarAssets } from './similar/similar-assets.ts'
import { createPreviews, type Previews, createThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'
import { selectTexts } from '../store/reader.ts'

export interface Library {
  /** Adding the same result of the same task again returns the asset that is there. */
  add(asset: NewAsset): Promise<Asset>
  find(id: string): AssetRecord | null
  /** Queries, facets and layouts. */
  readonly search: Search
  /** Returns how many exist and were changed. Many are changed in steps, each of them whole. */
  change(ids: readonly string[], change: AssetChange): Promise<number>
  trash(ids: readonly string[]): Promise<number>
  /** Reads a file once more that could not be read. Null where the asset is gone. */
  readAgain(record: AssetRecord): Promise<AssetRecord | null>
  readonly store: AssetStore
  readonly media: MediaFolder
  /** Reads its files. */
  readonly reader: Reader
  readonly thumbnails: Thumbnails
  readonly previews: Previews
  /** The assets that look most like it, nearest first. */
  similar(record: AssetRecord): Promise<readonly Asset[]>
  duplicates(): Promise<readonly DuplicateGroup[]>
  /** Starts making missing thumbnails and perceptual hashes in the background. */
  makeMissingThumbnails(): void
  lineage(record: AssetRecord): Lineage
  readonly collections: Collections
  readonly searches: SavedSearches
  readonly collectionsFile: CollectionsWriter
  /** One at a time works on the files of a content. */
  readonly contents: ContentLock
  readonly sidecars: SidecarWriter
  /** Sidecars are changed one after the other. */
  readonly sidecarQueue: BackgroundQueue
  close(): Promise<void>
}

/** Rows changed before others have the event loop. */
const CHANGES_A_STEP = 100

export function createLibrary(
  dataDir: string,
  db: Database,
  media: MediaFolder,
  clock: Clock,
  events: EventBus,
  reader: Reader,
  log: (line: string) => void,
): Library {
  const store = createAssetStore(db)
  const hashes = createHashStore(db)
  const thumbnails = createThumbnails(media, hashes, reader)
  const filler = createHashFiller({ db, clock, hashes, thumbnails, reader, log })
  const queue = createBackgroundQueue(log)
  const contents = createContentLock()
  const sidecars = createSidecarWriter({ db, store, media, queue, clock, log })
  const file = createCollectionsFile(media.root)
  const collectionsFile = createCollectionsWriter({ db, file, queue, clock, log })
  const collections = createCollections({ db, clock, events, collectionsFile, sidecars })
  const search = createSearch({
    db,
    database: join(dataDir, 'library.db'),
    indexFile: join(dataDir, 'search.index'),
    log,
  })
  const change = (ids: readonly string[], what: AssetChange) =>
    changeAssets({ db, store, sidecars, search, collections, events }, ids, what)
  reader.onUnreadable((sha256) => {
    const ids = selectTexts(db, 'SELECT id FROM assets WHERE sha256 = ?', sha256)
    if (ids.length === 0) return
    sidecars.due(ids)
    sidecars.flush()
    events.emit('library.changed', { ids })
  })
  return {
    store,
    media,
    reader,
    thumbnails,
    previews: createPreviews(media, hashes, reader),
    similar: (record) => similarAssets(db, hashes, record),
    duplicates: () => duplicateGroups(db, hashes),
    makeMissingThumbnails: () => filler.start(),
    lineage: (record) => lineageOf(db, record),
    collections,
    searches: createSavedSearches({ db, clock, events, collectionsFile }),
    collectionsFile,
    contents,
    sidecars,
    sidecarQueue: queue,
    find: store.find,
    search,
    change,
    readAgain: (record) =>
      readAgain({ db, store, media, reader, thumbnails, sidecars, events }, record).finally(search.changed),
    trash: (ids) => change(ids, { trashedAt: clock.now() }),
    add: async (newAsset) => {
      const record = await addAsset(
        { db, store, media, contents, sidecarQueue: queue, clock, reader },
        newAsset,
      )
      const asset = toAsset(record)
      search.changed()
      events.emit('asset.added', { asset })
      queue.runBeside(async () => void (await thumbnails.ensure(record, 'ahead')))
      return asset
    },
    close: async () => {
      await filler.close()
      collectionsFile.close()
      sidecars.close()
      await queue.close()
      await search.close()
    },
  }
}

interface ChangeDeps extends Pick<Library, 'store' | 'sidecars' | 'search' | 'collections'> {
  readonly db: Database
  readonly events: EventBus
}

async function changeAssets(
  { db, store, sidecars, search, collections, events }: ChangeDeps,
  ids: readonly string[],
  what: AssetChange,
): Promise<number> {
  const changed: string[] = []
  const changeStep = (step: readonly string[]): readonly string[] =>
    db.transaction(() => {
      const found = store.change(step, what).map(({ id }) => id)
      sidecars.due(found)
      return found
    })
  try {
    for (let from = 0; from < ids.length; from += CHANGES_A_STEP) {
      if (from > 0) await yieldToEventLoop()
      changed.push(...changeStep(ids.slice(from, from + CHANGES_A_STEP)))
    }
  } finally {
    search.changed()
    sidecars.flush()
    if (changed.length > 0) events.emit('library.changed', { ids: changed })
    if (changed.length > 0 && what.trashedAt !== undefined) collections.announce()
  }
  return changed.length
}

/** The library: assets on disk, their rows, and what the user says of them. */
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Asset } from '#contract/library.ts'
import type { Context } from '../context/context.ts'
import type { Reader } from '../reading/reader.ts'
import { createKeyedLock } from '../store/keyed-lock.ts'
import { addAsset, type NewAsset, readFacts } from './assets/add-asset.ts'
import { addAssets, type AlsoInIt, type MeasuredAsset } from './assets/add-assets.ts'
import { toAsset, type AssetRecord } from './assets/asset-row.ts'
import { createAssetStore, type AssetChange } from './assets/asset-store.ts'
import type { MediaFolder } from './assets/media-folder.ts'
import { lineageOf } from './assets/lineage.ts'
import { createSidecarWriter } from './assets/sidecar-writer.ts'
import { createBackgroundQueue } from './background-queue.ts'
import { createCollectionsFile, createCollectionsWriter } from './collections/collections-file-writer.ts'
import { createCollections } from './collections/collections.ts'
import { createSavedSearches } from './collections/saved-searches.ts'
import { createSearch } from './search/search.ts'
import { createHashFiller, duplicateGroups, similarAssets } from './similar/similar-assets.ts'
import { createHashStore } from './similar/hash-store.ts'
import { createPreviews, createThumbnails } from './thumbnails/thumbnails.ts'
import { selectTexts } from '../store/reader.ts'

export type Library = ReturnType<typeof createLibrary>

/** Rows changed before others have the event loop. */
const CHANGES_A_STEP = 100

export function createLibrary(
  { dataDir, db, clock, events, log }: Pick<Context, 'dataDir' | 'db' | 'clock' | 'events' | 'log'>,
  media: MediaFolder,
  reader: Reader,
) {
  const store = createAssetStore(db)
  const hashes = createHashStore(db)
  const contents = createKeyedLock()
  const thumbnails = createThumbnails(media, hashes, reader, contents)
  const filler = createHashFiller({ db, clock, hashes, thumbnails, reader, log })
  const queue = createBackgroundQueue(log)
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
  const change = (ids: readonly string[], what: AssetChange): Promise<number> =>
    changeAssets({ db, store, sidecars, search, collections, events }, ids, what)
  reader.onUnreadable((sha256) => noteUnreadable({ db, sidecars, events }, sha256))
  return {
    store,
    media,
    reader,
    thumbnails,
    previews: createPreviews(media, hashes, reader),
    /** The assets that look most like it, nearest first. */
    similar: (record: AssetRecord) => similarAssets(db, hashes, record),
    duplicates: () => duplicateGroups(db, hashes),
    /** Starts making missing thumbnails and perceptual hashes in the background. */
    makeMissingThumbnails: filler.start,
    lineage: (record: AssetRecord) => lineageOf(db, record),
    collections,
    searches: createSavedSearches({ db, clock, events, collectionsFile }),
    collectionsFile,
    /** One at a time works on the files of a content, so that nothing is published while it is being deleted. */
    contents,
    sidecars,
    /** Sidecars are changed one after the other. */
    sidecarQueue: queue,
    find: store.find,
    madeBy: store.madeBy,
    search,
    /** Returns how many exist and were changed. Many are changed in steps, each of them whole. */
    change,
    /** Reads a file once more that could not be read. Null where the asset is gone. */
    readAgain: (record: AssetRecord): Promise<AssetRecord | null> =>
      readAgain({ db, store, media, reader, thumbnails, sidecars, events }, record).finally(search.changed),
    trash: (ids: readonly string[]) => change(ids, { trashedAt: clock.now() }),
    /** Adding the same result of the same task again returns the asset that is there. */
    add: async (newAsset: NewAsset): Promise<Asset> => {
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
    /** See add-assets.ts. Their thumbnails are made when they are looked at, or by `makeMissingThumbnails`. */
    addMany: async (assets: readonly MeasuredAsset[], also: AlsoInIt): Promise<void> => {
      const added = await addAssets(
        { db, store, media, contents, sidecarQueue: queue, clock, reader, sidecars },
        assets,
        also,
      )
      search.changed()
      events.emit('library.changed', { ids: added.map(({ id }) => id) })
    },
    close: async (): Promise<void> => {
      await filler.close()
      const written = collectionsFile.close()
      sidecars.close()
      await written
      await search.close()
    },
  }
}

function noteUnreadable(
  { db, sidecars, events }: Pick<ChangeDeps, 'db' | 'sidecars' | 'events'>,
  sha256: string,
): void {
  const ids = selectTexts(db, 'SELECT id FROM assets WHERE sha256 = ?', sha256)
  if (ids.length === 0) return
  sidecars.due(ids)
  sidecars.flush()
  events.emit('library.changed', { ids })
}

type ChangeDeps = Pick<Library, 'store' | 'sidecars' | 'search' | 'collections'> &
  Pick<Context, 'db' | 'events'>

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

type ReadAgainDeps = Pick<Library, 'store' | 'media' | 'reader' | 'thumbnails' | 'sidecars'> &
  Pick<Context, 'db' | 'events'>

/**
 * The file is forgiven first, so that it is read as any other is, and marked again where it stops the reader once more. Null
 * where the asset is gone by then. @throws Error when Atelier closes.
 */
async function readAgain(
  { db, store, media, reader, thumbnails, sidecars, events }: ReadAgainDeps,
  { id, sha256, kind, extension }: AssetRecord,
): Promise<AssetRecord | null> {
  reader.forgive(sha256)
  const facts = await readFacts(reader, media.path(sha256, extension), { kind, extension }, sha256)
  const ids = db.transaction(() => {
    db.run(
      `UPDATE assets SET width = coalesce(?, width), height = coalesce(?, height), duration_ms = coalesce(?, duration_ms)
       WHERE sha256 = ?`,
      facts.width ?? null,
      facts.height ?? null,
      facts.durationMs ?? null,
      sha256,
    )
    const sharing = selectTexts(db, 'SELECT id FROM assets WHERE sha256 = ?', sha256)
    sidecars.due(sharing)
    return sharing
  })
  // Decoding it is a reading too, and may be the one that fails.
  const read = store.find(id)
  if (read) await thumbnails.ensure(read)
  sidecars.flush()
  events.emit('library.changed', { ids })
  return store.find(id)
}

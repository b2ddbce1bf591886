/**
 * The library: assets on disk, their rows, and what the user says of them.
 *
 * Order of writing: file, sidecar, row. So whatever happens in between, nothing under a final name is incomplete, and what
 * has no row yet is found again by a rebuild.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Asset, DuplicateGroup, Lineage } from '#contract/library.ts'
import type { EventBus } from '../events.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileType } from '../results/sniff.ts'
import type { Database } from '../store/database.ts'
import { toAsset, toSidecar, type AssetRecord } from './assets/asset-row.ts'
import { createAssetStore, type AssetChange, type AssetStore } from './assets/asset-store.ts'
import { createCollections, type Collections } from './collections/collections.ts'
import { createContentLock, type ContentLock } from './assets/content-lock.ts'
import { lineageOf, recordInputs, recordOrigin, withContents, type KnownInput } from './assets/lineage.ts'
import { createHashFiller } from './similar/fill-missing.ts'
import { createHashStore } from './similar/hash-store.ts'
import { duplicateGroups, similarAssets } from './similar/similar-assets.ts'
import { measureMedia } from './assets/measure.ts'
import type { MediaFolder } from './assets/media-folder.ts'
import { createPreviews, type Previews } from './thumbnails/previews.ts'
import { createSearch, type Search } from './search/search.ts'
import { createSavedSearches, type SavedSearches } from './collections/saved-searches.ts'
import { createSerial, type Serial } from './serial.ts'
import { createShelfFile } from './collections/collections-file.ts'
import { createShelf, type Shelf } from './collections/collections-file-writer.ts'
import { mergeSidecar, type Sidecar } from './assets/sidecar.ts'
import { createSidecarWriter, fullSidecar, type SidecarWriter } from './assets/sidecar-writer.ts'
import { createThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'

/** A complete file that is to become an asset, and what is known about where it comes from. */
export interface NewAsset {
  readonly file: {
    readonly path: string
    readonly sha256: string
    readonly sizeBytes: number
    readonly type: FileType
  }
  readonly facts: Pick<Asset, 'mediaType' | 'provider' | 'model' | 'scene' | 'options'> &
    Partial<Pick<Asset, 'taskId' | 'prompt' | 'template' | 'inputs' | 'sourceUrl'>> &
    /** What is known of a file that comes from elsewhere; a result of a task begins without. */
    Partial<Pick<Asset, 'createdAt' | 'title' | 'rating' | 'favorite' | 'tags'>> & {
      readonly place: number
      /** The asset that the user went on from. */
      readonly fromAssetId?: string
    }
}

export interface Library {
  /** Publishes the file and its row. Adding the same result of the same task again answers the asset that is there. */
  add(asset: NewAsset): Promise<Asset>
  find(id: string): AssetRecord | null
  /** Queries, facets and layouts. */
  readonly search: Search
  /** Answers how many exist and were changed. Many are changed in steps, each of them whole. */
  change(ids: readonly string[], change: AssetChange): Promise<number>
  trash(ids: readonly string[]): Promise<number>
  readonly store: AssetStore
  readonly media: MediaFolder
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
  readonly shelf: Shelf
  /** One at a time works on the files of a content. */
  readonly contents: ContentLock
  readonly sidecars: SidecarWriter
  /** Sidecars are changed one after the other. */
  readonly sidecarTurns: Serial
  close(): Promise<void>
}

/** Rows changed between two turns of the event loop. */
const CHANGES_A_STEP = 100

export function createLibrary(
  dataDir: string,
  db: Database,
  media: MediaFolder,
  clock: Clock,
  events: EventBus,
  log: (line: string) => void,
): Library {
  const store = createAssetStore(db)
  const hashes = createHashStore(db)
  const thumbnails = createThumbnails(media, hashes)
  const filler = createHashFiller({ db, clock, hashes, thumbnails, log })
  const sidecarTurns = createSerial(log)
  const contents = createContentLock()
  const sidecars = createSidecarWriter({ db, store, media, turns: sidecarTurns, clock, log })
  const shelf = createShelf({ db, file: createShelfFile(media.root), turns: sidecarTurns, clock, log })
  const collections = createCollections({ db, clock, events, shelf, sidecars })
  const search = createSearch({
    db,
    database: join(dataDir, 'library.db'),
    indexFile: join(dataDir, 'search.index'),
    log,
  })
  const changeStep = (ids: readonly string[], what: AssetChange): readonly string[] =>
    db.transaction(() => {
      const changed = store.change(ids, what).map(({ id }) => id)
      sidecars.due(changed)
      return changed
    })
  const change = async (ids: readonly string[], what: AssetChange): Promise<number> => {
    const changed: string[] = []
    try {
      for (let from = 0; from < ids.length; from += CHANGES_A_STEP) {
        if (from > 0) await yieldToEventLoop()
        changed.push(...changeStep(ids.slice(from, from + CHANGES_A_STEP), what))
      }
    } finally {
      search.changed()
      sidecars.flush()
      if (changed.length > 0) events.emit('library.changed', { ids: changed })
      if (changed.length > 0 && what.trashedAt !== undefined) collections.announce()
    }
    return changed.length
  }
  return {
    store,
    media,
    thumbnails,
    previews: createPreviews(media, hashes),
    similar: (record) => similarAssets(db, hashes, record),
    duplicates: () => duplicateGroups(db, hashes),
    makeMissingThumbnails: () => filler.start(),
    lineage: (record) => lineageOf(db, record),
    collections,
    searches: createSavedSearches({ db, clock, events, shelf }),
    shelf,
    contents,
    sidecars,
    sidecarTurns,
    find: store.find,
    search,
    change,
    trash: (ids) => change(ids, { trashedAt: clock.now() }),
    add: async ({ file, facts: { fromAssetId, ...facts } }) => {
      const { kind, mimeType, extension } = file.type
      const measured = await measureMedia(file.path, kind)
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
        ...measured,
      }
      const written = await contents.hold(file.sha256, async () => {
        await media.publish(file.path, file.sha256, extension)
        // What the user said of one that is there already is not taken back.
        const known = store.find(record.id)
        const inputs = withContents(db, record.inputs ?? [])
        const sidecar = known ? fullSidecar(db, known) : withLineage(toSidecar(record), inputs, fromAssetId)
        await sidecarTurns.next(() => mergeSidecar(media.sidecarPath(file.sha256), sidecar))
        return db.transaction(() => {
          const inserted = store.insert(record)
          recordInputs(db, record.id, inputs)
          recordOrigin(db, record.id, fromAssetId)
          return inserted
        })
      })
      const asset = toAsset(written)
      search.changed()
      events.emit('asset.added', { asset })
      sidecarTurns.unordered(async () => void (await thumbnails.ensure(written, 'ahead')))
      return asset
    },
    close: async () => {
      await filler.close()
      shelf.close()
      sidecars.close()
      await sidecarTurns.close()
      await search.close()
    },
  }
}

function withLineage(
  sidecar: Sidecar,
  inputs: readonly KnownInput[],
  fromAssetId: string | undefined,
): Sidecar {
  const lineage = { inputs: [...inputs], ...(fromAssetId === undefined ? {} : { fromAssetId }) }
  return { ...sidecar, entries: sidecar.entries.map((entry) => ({ ...entry, ...lineage })) }
}

/** The same result of the same task is always the same asset, so that saving twice does not double it. */
export function assetId(taskId: string | undefined, place: number, sha256: string): string {
  const source = taskId === undefined ? `file:${sha256}` : `${taskId}:${place}`
  return `asset_${createHash('sha256').update(source).digest('hex').slice(0, 32)}`
}

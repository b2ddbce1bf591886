/**
 * Makes an asset of a complete file.
 *
 * Order of writing: file, sidecar, row. So whatever happens in between, nothing under a final name is incomplete, and a rebuild finds
 * what has no row yet.
 */
import { createHash } from 'node:crypto'
import type { Asset } from '#contract/library.ts'
import type { Context } from '../../context/context.ts'
import { type Reader, UNREADABLE } from '../../reading/reader.ts'
import type { FileType } from '../../media/sniff.ts'
import type { KeyedLock } from '../../store/keyed-lock.ts'
import type { BackgroundQueue } from '../background-queue.ts'
import { toSidecar, type AssetRecord } from './asset-row.ts'
import type { AssetStore } from './asset-store.ts'
import type { MediaFolder } from './media-folder.ts'
import { newestTakeAt, recordInputs, recordOrigin, recordTakes, withContents } from './lineage.ts'
import { mergeSidecar, type Sidecar, type SidecarEntry } from './sidecar.ts'
import { fullSidecar } from './sidecar-writer.ts'
import type { MediaFacts } from './measure.ts'

/** A complete file that is to become an asset, and what is known about where it comes from. */
export interface NewAsset {
  readonly file: {
    readonly path: string
    readonly sha256: string
    readonly sizeBytes: number
    readonly type: FileType
  }
  readonly facts: Pick<Asset, 'mediaType' | 'provider' | 'model' | 'scene' | 'options'> &
    Partial<Pick<Asset, 'taskId' | 'prompt' | 'template' | 'inputs' | 'sourceUrl' | 'requestHash'>> &
    /** What is known of a file that comes from elsewhere; a result of a task begins without. */
    Partial<Pick<Asset, 'createdAt' | 'title' | 'rating' | 'favorite' | 'tags'>> & {
      readonly place: number
      /** The asset that the user went on from. */
      readonly fromAssetId?: string
      /** The shot that it is a take of. */
      readonly shot?: { readonly sequenceId: string; readonly shotId: string }
    }
}

export interface AddAssetDeps extends Pick<Context, 'db' | 'clock'> {
  readonly store: AssetStore
  readonly media: MediaFolder
  readonly contents: KeyedLock
  readonly sidecarQueue: BackgroundQueue
  readonly reader: Reader
}

/** Adding the same result of the same task again returns the asset that is there. */
export async function addAsset(deps: AddAssetDeps, asset: NewAsset): Promise<AssetRecord> {
  const { db, store, media, contents, sidecarQueue, reader } = deps
  const { file, facts } = asset
  const { fromAssetId, shot } = facts
  const record = newRecord(deps, asset, await readFacts(reader, file.path, file.type, file.sha256))
  return contents.hold(file.sha256, async () => {
    await media.publish(file.path, file.sha256, record.extension)
    // An asset that is there already keeps its rating, tags and title.
    const known = store.find(record.id)
    const inputs = withContents(db, record.inputs ?? [])
    const takeOf = shot
      ? [{ ...shot, at: newestTakeAt(db, shot.sequenceId, shot.shotId, record.createdAt) }]
      : []
    const lineage = {
      inputs: [...inputs],
      ...(fromAssetId === undefined ? {} : { fromAssetId }),
      ...(shot ? { takeOf } : {}),
    }
    const sidecar = known ? fullSidecar(db, known) : withLineage(toSidecar(record), lineage)
    await sidecarQueue.run(() => mergeSidecar(media.sidecarPath(file.sha256), sidecar))
    return db.transaction(() => {
      const inserted = store.insert(record)
      recordInputs(db, record.id, inputs)
      recordOrigin(db, record.id, fromAssetId)
      if (!known) recordTakes(db, record.id, takeOf)
      return inserted
    })
  })
}

/** The row of an asset that nobody has said anything of yet. */
export function newRecord(
  { clock, reader }: Pick<AddAssetDeps, 'clock' | 'reader'>,
  { file: { sha256, sizeBytes, type }, facts: { fromAssetId: _from, shot: _shot, ...facts } }: NewAsset,
  measured: MediaFacts,
): Omit<AssetRecord, 'seq'> {
  return {
    id: assetId(facts.taskId, facts.place, sha256),
    ...type,
    sha256,
    sizeBytes,
    createdAt: clock.now(),
    rating: 0,
    favorite: false,
    tags: [],
    ...facts,
    ...measured,
    ...(reader.isUnreadable(sha256) && { unreadable: true }),
  }
}

export function withLineage(
  sidecar: Sidecar,
  lineage: Pick<SidecarEntry, 'inputs' | 'fromAssetId' | 'takeOf'>,
): Sidecar {
  return { ...sidecar, entries: sidecar.entries.map((entry) => ({ ...entry, ...lineage })) }
}

/** The same result of the same task is always the same asset, so that saving twice does not double it. */
export function assetId(taskId: string | undefined, place: number, sha256: string): string {
  const source = taskId === undefined ? `file:${sha256}` : `${taskId}:${place}`
  return `asset_${createHash('sha256').update(source).digest('hex').slice(0, 32)}`
}

const MEASURED: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** None for a file that cannot be read, which is marked then. @throws Error when Atelier closes. */
export async function readFacts(
  reader: Reader,
  path: string,
  { kind, extension }: Pick<FileType, 'kind' | 'extension'>,
  sha256: string,
): Promise<MediaFacts> {
  if (!MEASURED.has(kind)) return {}
  if (extension === 'svg') return readDrawing(reader, path, sha256)
  const facts = await reader.read('measure', { path, kind }, { sha256 })
  return facts === UNREADABLE ? {} : facts
}

async function readDrawing(reader: Reader, path: string, sha256: string): Promise<MediaFacts> {
  const drawing = await reader.read('drawing', { path }, { sha256 })
  if (drawing === UNREADABLE) return {}
  if (!drawing.isSmall) reader.giveUp(sha256)
  return drawing.facts
}

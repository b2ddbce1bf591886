/**
 * Builds the rows again from `media/` alone: every sidecar, and every file that lost its own. What is known already stays as
 * it is; nothing is deleted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../context/context.ts'
import type { Database } from '../../store/database.ts'
import { fromSidecar, type AssetRecord } from '../assets/asset-row.ts'
import { recordInputs, recordOrigin, recordTakes } from '../assets/lineage.ts'
import { contentFolders, contentsIn, type ContentFiles } from '../assets/media-folder.ts'
import type { Library } from '../library.ts'
import type { CollectionsWriter } from '../collections/collections-file-writer.ts'
import { loadSidecar, type Sidecar, type SidecarEntry } from '../assets/sidecar.ts'
import { fullSidecar, isSidecarDue } from '../assets/sidecar-writer.ts'
import type { OrphanImporter } from './orphan-files.ts'
import { insertRow, selectNumber } from '../../store/reader.ts'

/** Read together and written in one transaction of some milliseconds. */
const CONTENTS_A_STEP = 32
/** So many are announced together, so that a page fills while it looks on. */
const ANNOUNCED_TOGETHER = 1_000

export interface Rebuilt {
  /** Assets that `media/` holds. */
  readonly assets: number
  /** Tasks that they belong to. */
  readonly tasks: number
  /** Files without a sidecar that were taken in. */
  readonly orphans: number
  /** Files that could not be read, or are not what their name says. */
  readonly left: number
}

export interface RebuildDeps
  extends
    Pick<Library, 'store' | 'media' | 'collectionsFile' | 'search'>,
    Pick<Context, 'db' | 'events' | 'log'> {
  readonly importOrphan: OrphanImporter
  /** The rows lack their latest changes: what the sidecars say replaces them. */
  readonly areFilesNewer: boolean
  /** How many commits the rows know of: sidecars that were due and were written after more are newer all the same. */
  readonly commits?: number | undefined
  /** The collections that a backup had whose rows these are. What it could not know yet is added to them. */
  readonly copied?: ReadonlySet<string> | undefined
}

/** `report` gets the contents read and those there are. @throws the reason of `signal`, or the disk's error. */
export async function rebuildLibrary(
  deps: RebuildDeps,
  report: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Rebuilt> {
  const { media, collectionsFile } = deps
  await collectionsFile.restore(deps.areFilesNewer)
  const folders = await contentFolders(media.root)
  let total = 0
  for (const folder of folders) total += (await contentsIn(media.root, folder)).length
  const sum = { assets: 0, orphans: 0, left: 0 }
  const tasks = new Set<string>()
  const announce = createAnnouncement(deps)
  let done = 0
  report(done, total)
  for (const folder of folders) {
    const contents = await contentsIn(media.root, folder)
    let reading = readStep(deps, contents.slice(0, CONTENTS_A_STEP), signal)
    for (let at = 0; at < contents.length; at += CONTENTS_A_STEP) {
      const read = await reading
      signal.throwIfAborted()
      // The disk reads the next ones while these are written.
      reading = readStep(deps, contents.slice(at + CONTENTS_A_STEP, at + 2 * CONTENTS_A_STEP), signal)
      const entries = read.flatMap((one) => (one.kind === 'entries' ? one.entries : []))
      announce.add(writeEntries(deps, entries))
      for (const { entry } of entries) if (entry.taskId !== undefined) tasks.add(entry.taskId)
      sum.assets += entries.length
      for (const one of read) {
        if (one.kind === 'orphan') sum.assets += one.assets
        if (one.kind === 'orphan') sum.orphans++
        if (one.kind === 'left') sum.left++
      }
      done += read.length
      report(done, total)
    }
    await reading
  }
  removeUnknownMembers(deps)
  announce.rest()
  collectionsFile.flush()
  return { ...sum, tasks: tasks.size }
}

interface Entry {
  readonly sidecar: Sidecar
  readonly entry: SidecarEntry
}

type Read =
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  /** A file without a sidecar: taken in, or known by rows. */
  | { readonly kind: 'orphan'; readonly assets: number }
  | { readonly kind: 'left' }

function readStep(deps: RebuildDeps, contents: readonly ContentFiles[], signal: AbortSignal) {
  return Promise.all(contents.map((content) => readContent(deps, content, signal)))
}

async function readContent(deps: RebuildDeps, content: ContentFiles, signal: AbortSignal): Promise<Read> {
  const { media, importOrphan, log } = deps
  try {
    const sidecar = content.hasSidecar ? await loadSidecar(media.sidecarPath(content.sha256)) : 'missing'
    if (typeof sidecar === 'object') {
      if (sidecar.sha256 !== content.sha256) return { kind: 'left' }
      return { kind: 'entries', entries: entriesOf(deps, sidecar, content) }
    }
    const assets = await importOrphan(content, signal)
    return assets === null ? { kind: 'left' } : { kind: 'orphan', assets }
  } catch (error) {
    signal.throwIfAborted()
    log(`${content.sha256} could not be taken in: ${String(error)}`)
    return { kind: 'left' }
  }
}

/**
 * One in the trash whose file is gone was being deleted. A copy that the library holds is newer than a note that the file lies elsewhere:
 * none is left in place that was copied.
 */
function entriesOf({ media }: RebuildDeps, sidecar: Sidecar, content: ContentFiles): readonly Entry[] {
  const { outsidePath, ...here } = sidecar
  const isHeld = content.extensions.includes(sidecar.extension)
  if (isHeld) media.forgetOutside(content.sha256)
  const hasFile = isHeld || outsidePath !== undefined
  return sidecar.entries
    .filter((entry) => hasFile || entry.trashedAt === undefined)
    .map((entry) => ({ sidecar: isHeld ? here : sidecar, entry }))
}

/** Returns the ids of those that were written. */
function writeEntries(deps: RebuildDeps, entries: readonly Entry[]): readonly string[] {
  const { db, store, collectionsFile } = deps
  return db.transaction(() => {
    const fresh = entries.filter((entry) => isNewer(deps, entry))
    const known = entries.filter((entry) => !fresh.includes(entry) && addLater(deps, entry))
    store.remove(fresh.map(({ entry }) => entry.assetId))
    store.insertMany(fresh.map(({ sidecar, entry }): Omit<AssetRecord, 'seq'> => fromSidecar(sidecar, entry)))
    for (const { sidecar } of fresh) noteOutside(deps, sidecar)
    for (const { entry } of fresh) {
      recordInputs(db, entry.assetId, entry.inputs)
      recordOrigin(db, entry.assetId, entry.fromAssetId)
      recordTakes(db, entry.assetId, entry.takeOf)
      for (const id of entry.collections ?? []) join(db, collectionsFile, id, entry.assetId)
    }
    return [...fresh, ...known].map(({ entry }) => entry.assetId)
  })
}

/**
 * Adds to what a backup knows of an asset: no take is ever taken back, and a collection that it did not have has its members in the
 * sidecars alone. Returns whether there was any such thing.
 */
function addLater({ db, collectionsFile, copied }: RebuildDeps, { entry }: Entry): boolean {
  if (!copied) return false
  const { assetId, takeOf = [], collections = [] } = entry
  const later = collections.filter((id) => !copied.has(id))
  recordTakes(db, assetId, takeOf)
  for (const id of later) join(db, collectionsFile, id, assetId)
  return takeOf.length + later.length > 0
}

function noteOutside({ db, media }: RebuildDeps, { sha256, sizeBytes, outsidePath }: Sidecar): void {
  if (outsidePath === undefined) return
  const file = { path: outsidePath, sha256, sizeBytes, modifiedAt: 0, inPlace: true }
  insertRow(db, 'OR IGNORE INTO archive_files', file)
  media.outsideNoted()
}

/** Of what has a row, the row is the truth: its sidecar may be a moment behind. Unless the rows themselves are older, and it is not. */
function isNewer(
  { db, store, areFilesNewer, commits: known = Infinity }: RebuildDeps,
  { entry }: Entry,
): boolean {
  const { commits = 0, ...said } = entry
  const record = store.find(entry.assetId)
  if (!record) return true
  if (isSidecarDue(db, entry.assetId)) return commits > known
  return areFilesNewer && !isDeepStrictEqual(fullSidecar(db, record).entries[0], said)
}

/** A collection whose name is lost comes back under a number. */
function join(db: Database, collectionsFile: CollectionsWriter, id: string, assetId: string): void {
  if (!db.get('SELECT 1 FROM collections WHERE id = ?', id)) {
    const place = selectNumber(db, 'SELECT count(*) FROM collections') + 1
    insertRow(db, 'INTO collections', { id, name: `Collection ${place}`, createdAt: 0 })
    collectionsFile.due()
  }
  db.run('INSERT OR IGNORE INTO collection_assets (collection_id, asset_id) VALUES (?, ?)', id, assetId)
}

function createAnnouncement({ search, events }: RebuildDeps) {
  let ids: string[] = []
  const rest = (): void => {
    if (ids.length === 0) return
    search.changed()
    events.emit('library.changed', { ids })
    ids = []
  }
  return {
    rest,
    add: (fresh: readonly string[]): void => {
      ids.push(...fresh)
      if (ids.length >= ANNOUNCED_TOGETHER) rest()
    },
  }
}

/** Members that a damaged database named and that `media/` does not hold. */
function removeUnknownMembers({ db }: RebuildDeps): void {
  db.run('DELETE FROM collection_assets WHERE asset_id NOT IN (SELECT id FROM assets)')
}

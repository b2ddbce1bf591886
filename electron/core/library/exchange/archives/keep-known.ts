/**
 * Sees to it that what is in the library already is there as it is wanted: as a copy of the library's own, or in any place.
 *
 * The row of an asset says nothing of its file: one that stayed in place may be gone, and a copy of it may be asked for now.
 */
import { stat } from 'node:fs/promises'
import { selectTexts } from '../../../store/reader.ts'
import type { MediaFolder } from '../../assets/media-folder.ts'
import type { ImportFileDeps } from '../import-file.ts'
import type { ArchiveStore, NotedAsset } from './archive-store.ts'
import type { ArchiveFile } from './walk-archive.ts'

/** Whether the file is there that is wanted of an asset. */
export async function isHeld(
  media: MediaFolder,
  { sha256, extension }: NotedAsset,
  inPlace: boolean,
): Promise<boolean> {
  if (!inPlace && media.outsidePath(sha256) !== null) return false
  return isFile(media.path(sha256, extension))
}

export interface KnownDeps extends ImportFileDeps {
  readonly archives: ArchiveStore
}

/**
 * The asset with this content; null where there is none. `target` is a synced copy of it, which becomes the library's own; without one
 * the file stays where it is.
 */
export async function keepKnown(
  deps: KnownDeps,
  file: ArchiveFile,
  sha256: string,
  target: string | undefined,
): Promise<string | null> {
  const { db, library } = deps
  if (assetWith(db, sha256) === null) return null
  return library.contents.hold(sha256, async () => {
    // It may have been deleted meanwhile.
    const id = assetWith(db, sha256)
    const record = id === null ? null : library.find(id)
    if (record === null) return null
    if (target === undefined) await noteInPlace(deps, file, record)
    else {
      const outside = library.media.outsidePath(sha256)
      await library.media.publish(target, sha256, record.extension)
      note(deps, record, outside !== null, () => deps.archives.note(file, sha256, false))
    }
    return id
  })
}

/** One that is no longer where it was is found again here. */
async function noteInPlace(deps: KnownDeps, file: ArchiveFile, record: NotedAsset): Promise<void> {
  const { archives, library } = deps
  const { sha256, extension } = record
  const outside = library.media.outsidePath(sha256)
  if (outside === file.path) archives.note(file, sha256, true)
  else if (await isFile(library.media.path(sha256, extension))) archives.note(file, sha256, false)
  else if (outside === null) note(deps, record, true, () => archives.note(file, sha256, true))
  else note(deps, record, true, () => archives.moved(outside, file))
}

/** Its sidecar says where it lies. */
function note({ db, library }: KnownDeps, { id }: NotedAsset, isMoved: boolean, write: () => void): void {
  db.transaction(() => {
    write()
    if (isMoved) library.sidecars.due([id])
  })
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true
}

function assetWith(db: KnownDeps['db'], sha256: string): string | null {
  const sql = 'SELECT id FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, seq LIMIT 1'
  return selectTexts(db, sql, sha256)[0] ?? null
}

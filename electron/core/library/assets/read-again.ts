/**
 * Reads a file once more that could not be read: the user asks for it.
 *
 * It is forgiven first, so that it is read as any other is, and marked again where it stops the reader once more.
 */
import type { EventBus } from '../../events.ts'
import type { Reader } from '../../reading/reader.ts'
import type { Database } from '../../store/database.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { readFacts } from './add-asset.ts'
import type { AssetRecord } from './asset-row.ts'
import type { AssetStore } from './asset-store.ts'
import type { MediaFolder } from './media-folder.ts'
import type { SidecarWriter } from './sidecar-writer.ts'
import { selectTexts } from '../../store/reader.ts'

export interface ReadAgainDeps {
  readonly db: Database
  readonly store: Pick<AssetStore, 'find'>
  readonly media: Pick<MediaFolder, 'path'>
  readonly reader: Reader
  readonly thumbnails: Thumbnails
  readonly sidecars: Pick<SidecarWriter, 'due' | 'flush'>
  readonly events: EventBus
}

/** The asset as it is now, with those that share its file; null where it is gone by then. @throws Error when Atelier closes. */
export async function readAgain(
  { db, store, media, reader, thumbnails, sidecars, events }: ReadAgainDeps,
  { id, sha256, kind, extension }: AssetRecord,
): Promise<AssetRecord | null> {
  reader.forgive(sha256)
  const facts = await readFacts(reader, media.path(sha256, extension), { kind, extension }, sha256)
  const ids = db.transaction(() => {
    for (const [column, value] of [
      ['width', facts.width],
      ['height', facts.height],
      ['duration_ms', facts.durationMs],
    ] as const)
      if (value !== undefined) db.run(`UPDATE assets SET ${column} = ? WHERE sha256 = ?`, value, sha256)
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

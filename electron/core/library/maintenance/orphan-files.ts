/** Files of `media/` that have no sidecar that can be read: taken in all the same, as what their bytes say. */
import { open, stat } from 'node:fs/promises'
import { sniff, SNIFF_BYTES, type FileType } from '../../media/sniff.ts'
import { verifyFile } from '../../media/verify-file.ts'
import type { Database } from '../../store/database.ts'
import { toSidecar, type AssetRecord } from '../assets/asset-row.ts'
import type { ContentFiles } from '../assets/media-folder.ts'
import { factsOf } from '../assets/facts-from-file.ts'
import { assetId, readFacts } from '../assets/add-asset.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import type { Library } from '../library.ts'
import { mergeSidecar, loadSidecar } from '../assets/sidecar.ts'
import { selectTexts } from '../../store/reader.ts'

/** Returns how many assets the content has; null for one that is not what its name says, or of no known kind. */
export type OrphanImporter = (content: ContentFiles, signal: AbortSignal) => Promise<number | null>

export interface OrphanDeps extends Pick<
  Library,
  'store' | 'media' | 'contents' | 'sidecarQueue' | 'reader' | 'sidecars'
> {
  readonly db: Database
}

export function createOrphanImporter(deps: OrphanDeps): OrphanImporter {
  const { db, store, media, contents, sidecarQueue, sidecars, reader } = deps
  return ({ sha256, extensions }, signal) =>
    contents.hold(sha256, async () => {
      // It may have been on its way in when the folder was read, or was deleted since.
      if (typeof (await loadSidecar(media.sidecarPath(sha256))) === 'object') return 0
      const rows = selectTexts(db, 'SELECT id FROM assets WHERE sha256 = ?', sha256)
      if (rows.length > 0) {
        db.transaction(() => sidecars.due(rows))
        sidecars.flush()
        return rows.length
      }
      const [extension] = extensions
      if (extension === undefined) return null
      const record = await describe(reader, media.path(sha256, extension), sha256, extension, signal)
      if (!record) return null
      await sidecarQueue.run(() => mergeSidecar(media.sidecarPath(sha256), toSidecar(record)))
      store.insertMany([record])
      return 1
    })
}

async function describe(
  reader: Reader,
  path: string,
  sha256: string,
  extension: string,
  signal: AbortSignal,
): Promise<Omit<AssetRecord, 'seq'> | null> {
  const type = await typeOf(path)
  if (!type || (await verifyFile(path, sha256, signal)) !== 'valid') return null
  const { size, mtimeMs } = await stat(path)
  const read = await reader.read('provenance', { path }, { sha256, signal })
  const provenance = read === UNREADABLE ? null : read
  const facts = factsOf({ name: '', kind: type.kind, modifiedAt: Math.round(mtimeMs), provenance })
  return {
    ...NOTHING_SAID,
    ...facts,
    createdAt: facts.createdAt ?? Math.round(mtimeMs),
    id: assetId(undefined, 0, sha256),
    kind: type.kind,
    mimeType: type.mimeType,
    // The name that it has: its bytes may be known under another by now.
    extension,
    sha256,
    sizeBytes: size,
    ...(await readFacts(reader, path, type, sha256)),
    ...(reader.isUnreadable(sha256) && { unreadable: true }),
  }
}

const NOTHING_SAID = { inputs: [], rating: 0, favorite: false, tags: [] } as const

async function typeOf(path: string): Promise<FileType | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(SNIFF_BYTES)
    const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0)
    const sniffed = await sniff(head.subarray(0, bytesRead))
    return sniffed.kind === 'known' ? sniffed.type : null
  } finally {
    await file.close()
  }
}

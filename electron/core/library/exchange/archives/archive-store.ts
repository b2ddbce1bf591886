/** Remembers which files of archives were taken in, so that a second run need not read them. */
import type { Database } from '../../../store/database.ts'
import { insertRow } from '../../../store/reader.ts'
import type { ArchiveFile } from './walk-archive.ts'

export interface NotedAsset {
  readonly id: string
  readonly sha256: string
  readonly extension: string
}

export type ArchiveStore = ReturnType<typeof createArchiveStore>

/** `outsideNoted` is told of files that stay where they are. */
export function createArchiveStore(db: Database, outsideNoted: () => void) {
  return {
    /** The asset that was made of the file as it is now, in the trash or not; null where it is new, or has changed. */
    assetOf: ({ path, sizeBytes, modifiedAt }: ArchiveFile): NotedAsset | null => {
      const row = db.get(
        `SELECT a.id, a.sha256, a.extension FROM archive_files f JOIN assets a ON a.sha256 = f.sha256
         WHERE f.path = ? AND f.size_bytes = ? AND f.modified_at = ? LIMIT 1`,
        path,
        sizeBytes,
        modifiedAt,
      )
      if (!row) return null
      return { id: String(row['id']), sha256: String(row['sha256']), extension: String(row['extension']) }
    },
    note: ({ path, sizeBytes, modifiedAt }: ArchiveFile, sha256: string, inPlace: boolean): void => {
      insertRow(db, 'OR REPLACE INTO archive_files', { path, sha256, sizeBytes, modifiedAt, inPlace })
      if (inPlace) outsideNoted()
    },
    moved: (from: string, { path, modifiedAt }: ArchiveFile): void => {
      db.run(
        'UPDATE OR REPLACE archive_files SET path = ?, modified_at = ? WHERE path = ?',
        path,
        modifiedAt,
        from,
      )
    },
  }
}

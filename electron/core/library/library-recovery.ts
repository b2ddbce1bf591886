/** How the library comes back: from `media/`, which is read again after a recovery. Its rows are not salvaged. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFact } from '../store/database.ts'
import { selectTexts } from '../store/reader.ts'
import { readingAll, type Recoverable } from '../store/recovery/recoverable.ts'

export const libraryReportSchema = z.object({
  /** Ids of the collections that a backup has: the members of all others are told by the sidecars alone. */
  collections: z.array(z.string()).exactOptional(),
})

/** The name of the fact that holds the moment of the last recovery. */
export const RECOVERED_AT = 'library.recovered'

export function createLibraryRecovery(dataDir: string): Recoverable {
  return {
    ...readingAll(
      'SELECT * FROM collections',
      'SELECT * FROM saved_searches',
      'SELECT * FROM sidecars_due ORDER BY asset_id LIMIT 1',
      'SELECT * FROM purges',
      'SELECT * FROM assets WHERE trashed_at IS NOT NULL ORDER BY trashed_at LIMIT 1',
    ),
    hasTraces: () => hasMedia(dataDir),
    settle: (db, kind, now): z.infer<typeof libraryReportSchema> => {
      writeFact(db, RECOVERED_AT, String(now))
      // What was to be deleted may have been made again since.
      db.run('DELETE FROM purges')
      // Sidecars may be newer than such rows.
      if (kind === 'older') db.run('DELETE FROM sidecars_due')
      return kind === 'copy' ? { collections: [...selectTexts(db, 'SELECT id FROM collections')] } : {}
    },
  }
}

async function hasMedia(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'media')).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}

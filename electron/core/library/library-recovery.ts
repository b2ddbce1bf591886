/** How the library comes back: from `media/`, which is read again after a recovery. Its rows are not salvaged. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readingAll, type Recoverable } from '../store/recovery/recoverable.ts'

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
    settle: (db, kind) => {
      // Sidecars may be newer than such rows.
      if (kind === 'older') db.run('DELETE FROM sidecars_due')
      return undefined
    },
  }
}

async function hasMedia(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'media')).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}

/**
 * How the library comes back: from `media/`, which is read again after a recovery. Rows are salvaged where the files are behind them, and
 * with them the tree of collections that they are in.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toAssetRecord } from './assets/asset-row.ts'
import { isSidecarDue } from './assets/sidecar-writer.ts'
import { COLLECTIONS_DUE } from './collections/collections-file-writer.ts'
import { toSavedSearch } from './collections/saved-searches.ts'
import { COMMITS, readFact, writeFact, type Row } from '../store/database.ts'
import { selectTexts } from '../store/reader.ts'
import { readingAll, type Recoverable, type SalvagedTable } from '../store/recovery/recoverable.ts'

export const libraryReportSchema = z.object({
  /** Ids of the collections that a backup has: the members of all others are told by the sidecars alone. */
  collections: z.array(z.string()).exactOptional(),
  /** How many commits the rows know of, as far as that is known. */
  commits: z.int().exactOptional(),
})

/** The name of the fact that holds the moment of the last recovery. */
export const RECOVERED_AT = 'library.recovered'

/** Those before others that they are in, as far as the indexes can be read. */
const OUTER_FIRST = `WITH RECURSIVE tree (id) AS (
  SELECT id FROM collections WHERE parent_id IS NULL
  UNION SELECT c.id FROM collections c JOIN tree ON c.parent_id = tree.id)
  SELECT c.* FROM tree JOIN collections c ON c.id = tree.id`

/** What the damaged file has counted: the fresh one counts on its own. */
const COUNTED = 'library.commits'

const SALVAGED: readonly SalvagedTable[] = [
  { name: 'facts', isValid: ({ name }) => name === COLLECTIONS_DUE },
  {
    name: 'facts',
    isValid: ({ name, value }) => name === COMMITS && Number.isSafeInteger(Number(value)),
    update: (row) => ({ ...row, name: COUNTED }),
  },
  { name: 'collections', inOrder: OUTER_FIRST },
  { name: 'saved_searches', isValid: (row) => Boolean(toSavedSearch(row)) },
  { name: 'archive_files' },
  { name: 'sidecars_due' },
  ofDue('assets', 'id', (row) => Boolean(toAssetRecord({ ...row, tags: '[]' }))),
  ...['asset_tags', 'asset_inputs', 'asset_origins', 'takes', 'collection_assets'].map((name) => ofDue(name)),
]

/** Rows of assets whose sidecars are behind. */
function ofDue(
  name: string,
  column = 'asset_id',
  isValid: (row: Row) => boolean = () => true,
): SalvagedTable {
  return {
    name,
    isValid: (row, fresh) => isSidecarDue(fresh, String(row[column])) && isValid(row),
  }
}

export function createLibraryRecovery(dataDir: string): Recoverable {
  return {
    tables: SALVAGED,
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
      if (kind === 'copy') return { collections: [...selectTexts(db, 'SELECT id FROM collections')] }
      const commits = Number(readFact(db, kind === 'older' ? COMMITS : COUNTED) ?? 0)
      writeFact(db, COUNTED, null)
      return { commits }
    },
  }
}

async function hasMedia(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'media')).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}

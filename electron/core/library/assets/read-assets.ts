/** Reads the assets of a page from their rows. What is on a page is the search's business (search/). */
import type { Asset } from '#contract/library.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Database } from '../../store/database.ts'
import { ASSET_COLUMNS, toAsset, toAssetRecord } from './asset-row.ts'

export type LibraryQuery = ParsedInput<'library.query'>

/** Assets on a page where nobody says how many. */
export const DEFAULT_LIMIT = 100

/** The assets with these `seq`, in their order; one that is gone is left out. */
export function readAssets(db: Pick<Database, 'all'>, seqs: readonly number[]): readonly Asset[] {
  const rows = db.all(
    `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.seq IN (SELECT value FROM json_each(?))`,
    JSON.stringify(seqs),
  )
  const records = new Map(rows.map(toAssetRecord).map((record) => [record.seq, record]))
  return seqs.flatMap((seq) => records.get(seq) ?? []).map(toAsset)
}

/**
 * The newest page of everything: its assets' `seq` and times in order, and how many there are in all. Answered from the
 * table itself, for the first look at a library that the search has not read yet.
 */
export function newestAssets(
  db: Pick<Database, 'all' | 'get'>,
  limit: number,
): {
  readonly rows: readonly { readonly seq: number; readonly createdAt: number }[]
  readonly total: number
} {
  const rows = db.all(
    'SELECT seq, created_at FROM assets WHERE trashed_at IS NULL ORDER BY created_at DESC, seq DESC LIMIT ?',
    limit,
  )
  // Both counts are walks over an index, which the rows themselves are not.
  const all = db.get('SELECT count(*) AS number FROM assets')
  const trashed = db.get('SELECT count(*) AS number FROM assets WHERE trashed_at IS NOT NULL')
  return {
    rows: rows.map((row) => ({ seq: Number(row['seq']), createdAt: Number(row['created_at']) })),
    total: Number(all?.['number'] ?? 0) - Number(trashed?.['number'] ?? 0),
  }
}

/** The assets' rows: written, changed, found by id. The search (search/) follows by itself. */
import type { SQLInputValue } from 'node:sqlite'
import type { Asset } from '#contract/library.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Database } from '../../store/database.ts'
import { valuesOf } from '#core/store/reader.ts'
import { ASSET_COLUMNS, toAssetRecord, type AssetRecord, toAsset } from './asset-row.ts'
import { selectNumber } from '../../store/reader.ts'

export interface AssetChange extends Omit<ParsedInput<'library.update'>, 'ids'> {
  /** null restores from the trash. */
  readonly trashedAt?: number | null
}

export type AssetStore = ReturnType<typeof createAssetStore>

const STEP = 500
const COLUMN_NAMES = `id, task_id, place, kind, media_type, mime_type, extension, sha256, size_bytes, width, height,
  duration_ms, created_at, provider, model, scene, prompt, options, inputs, title, rating, favorite, trashed_at, source_url,
  template, request_hash`
const COLUMNS = COLUMN_NAMES.split(/,\s+/)
const INSERT = `INSERT INTO assets (${COLUMN_NAMES}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (id) DO NOTHING`

/** A library that is built again knows from the sidecars what is not to be read. */
const KEEP_MARK = `INSERT INTO unreadable_files (sha256, reason, at) VALUES (?, 'slow', ?) ON CONFLICT DO NOTHING`

export function createAssetStore(db: Database) {
  const find = (id: string): AssetRecord | null => {
    const row = db.get(`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.id = ?`, id)
    return row ? toAssetRecord(row) : null
  }
  /** Whether it was not there. */
  const write = (record: Omit<AssetRecord, 'seq'>): boolean => {
    if (db.run(INSERT, ...valuesOf({ inputs: [], ...record }, COLUMNS)) === 0) return false
    if (record.unreadable === true) db.run(KEEP_MARK, record.sha256, record.createdAt)
    for (const tag of record.tags)
      db.run('INSERT OR IGNORE INTO asset_tags (asset_id, tag) VALUES (?, ?)', record.id, tag)
    return true
  }
  return {
    find,
    /** The newest that a request with this hash made, and that is not in the trash: of these kinds, if one of them is there. */
    madeBy: (requestHash: string, kinds: readonly AssetKind[] = []): AssetRecord | null => {
      const made = `SELECT id FROM assets WHERE request_hash = ? AND trashed_at IS NULL
        ORDER BY kind IN (SELECT value FROM json_each(?)) DESC, created_at DESC, seq DESC LIMIT 1`
      const row = db.get(made, requestHash, JSON.stringify(kinds))
      return row ? find(String(row['id'])) : null
    },
    /** Writes the row, or leaves the one that is there: an asset's id is the same however often it is saved. */
    insert: (record: Omit<AssetRecord, 'seq'>): AssetRecord =>
      db.transaction(() => {
        write(record)
        const written = find(record.id)
        if (!written) throw new Error('The asset vanished while it was written.')
        return written
      }),
    /** The same for many, in one transaction. Returns how many were not there. */
    insertMany: (records: readonly Omit<AssetRecord, 'seq'>[]): number =>
      db.transaction(() => records.filter(write).length),
    /** Takes the rows away, with everything that hangs on them. Files are the caller's business. */
    remove: (ids: readonly string[]): void =>
      db.transaction(() => {
        for (const id of ids) db.run('DELETE FROM assets WHERE id = ?', id)
      }),
    /** Changes those that exist, in one transaction; returns them as they are now. A few hundred take some milliseconds. */
    change: (ids: readonly string[], change: AssetChange): readonly AssetRecord[] => {
      const list = JSON.stringify(ids)
      return db.transaction(() => {
        changeColumns(db, list, change)
        if (change.addTags && change.addTags.length > 0)
          db.run(
            `INSERT OR IGNORE INTO asset_tags (asset_id, tag)
               SELECT a.id, tag.value FROM assets a, json_each(?2) tag WHERE a.id IN (SELECT value FROM json_each(?1))`,
            list,
            JSON.stringify(change.addTags),
          )
        if (change.removeTags && change.removeTags.length > 0)
          db.run(
            `DELETE FROM asset_tags WHERE asset_id IN (SELECT value FROM json_each(?))
               AND tag IN (SELECT value FROM json_each(?))`,
            list,
            JSON.stringify(change.removeTags),
          )
        return db
          .all(
            `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.id IN (SELECT value FROM json_each(?)) ORDER BY a.seq`,
            list,
          )
          .map(toAssetRecord)
      })
    },
    /** Every record, in steps, so that a walk over a large library does not hold it in memory. */
    *each(): Iterable<AssetRecord> {
      let after = 0
      for (;;) {
        const rows = db.all(
          `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.seq > ? ORDER BY a.seq LIMIT ${STEP}`,
          after,
        )
        if (rows.length === 0) return
        for (const row of rows) {
          const record = toAssetRecord(row)
          after = record.seq
          yield record
        }
      }
    },
    /** How many there are, with those in the trash. */
    count: (): number => selectNumber(db, 'SELECT count(*) FROM assets'),
  }
}

/** Only the columns that are to change are named: whoever follows the changes is told of no others. */
function changeColumns(
  db: Database,
  list: string,
  { rating, favorite, title, trashedAt }: AssetChange,
): void {
  const changes: [sql: string, value: SQLInputValue][] = []
  if (rating !== undefined) changes.push(['rating = ?', rating])
  if (favorite !== undefined) changes.push(['favorite = ?', Number(favorite)])
  if (title !== undefined) changes.push(["title = nullif(?, '')", title])
  if (trashedAt !== undefined) changes.push(['trashed_at = ?', trashedAt])
  if (changes.length === 0) return
  db.run(
    `UPDATE assets SET ${changes.map(([sql]) => sql).join(', ')} WHERE id IN (SELECT value FROM json_each(?))`,
    ...changes.map(([, value]) => value),
    list,
  )
}

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
 * table itself, for the first page of a library that the search has not read yet.
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
  const trashed = selectNumber(db, 'SELECT count(*) FROM assets WHERE trashed_at IS NOT NULL')
  return {
    rows: rows.map((row) => ({ seq: Number(row['seq']), createdAt: Number(row['created_at']) })),
    total: selectNumber(db, 'SELECT count(*) FROM assets') - trashed,
  }
}

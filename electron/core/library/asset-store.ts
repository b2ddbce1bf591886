/** The assets' rows and their search text: written, changed, found by id. Lists and searches are in query.ts. */
import type { Database } from '../store/database.ts'
import { ASSET_COLUMNS, toAssetRecord, type AssetRecord } from './asset-row.ts'

export interface AssetChange {
  readonly rating?: number | undefined
  readonly favorite?: boolean | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly title?: string | undefined
  /** null restores from the trash. */
  readonly trashedAt?: number | null
}

export interface AssetStore {
  /** Writes the row, or leaves the one that is there: an asset's id is the same however often it is saved. */
  insert(record: Omit<AssetRecord, 'seq'>): AssetRecord
  find(id: string): AssetRecord | null
  /** Changes those that exist; answers them as they are now. */
  change(ids: readonly string[], change: AssetChange): readonly AssetRecord[]
  /** Every record, in steps, so that a walk over a large library does not hold it in memory. */
  each(): Iterable<AssetRecord>
  sums(): { assets: number; bytes: number; byMediaType: Record<string, number> }
}

const STEP = 500

export function createAssetStore(db: Database): AssetStore {
  const find = (id: string): AssetRecord | null => {
    const row = db.get(`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.id = ?`, id)
    return row ? toAssetRecord(row) : null
  }
  const index = (record: AssetRecord): void => {
    const text = [record.prompt, record.title, ...record.tags, record.model, record.provider, record.scene]
    db.run('DELETE FROM asset_search WHERE rowid = ?', record.seq)
    db.run(
      'INSERT INTO asset_search (rowid, text) VALUES (?, ?)',
      record.seq,
      text.filter(Boolean).join('\n'),
    )
  }
  const tag = (id: string, tags: readonly string[]): void => {
    for (const name of tags)
      db.run('INSERT OR IGNORE INTO asset_tags (asset_id, tag) VALUES (?, ?)', id, name)
  }
  return {
    find,
    insert: (record) =>
      db.transaction(() => {
        const known = find(record.id)
        if (known) return known
        db.run(
          `INSERT INTO assets (id, task_id, place, kind, media_type, mime_type, extension, sha256, size_bytes, width, height,
             duration_ms, created_at, provider, model, scene, prompt, options, inputs, title, rating, favorite, trashed_at,
             source_url)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          record.id,
          record.taskId ?? null,
          record.place,
          record.kind,
          record.mediaType,
          record.mimeType,
          record.extension,
          record.sha256,
          record.sizeBytes,
          record.width ?? null,
          record.height ?? null,
          record.durationMs ?? null,
          record.createdAt,
          record.provider,
          record.model,
          record.scene,
          record.prompt ?? null,
          JSON.stringify(record.options),
          JSON.stringify(record.inputs ?? []),
          record.title ?? null,
          record.rating,
          record.favorite ? 1 : 0,
          record.trashedAt ?? null,
          record.sourceUrl ?? null,
        )
        tag(record.id, record.tags)
        return indexed(find(record.id), index)
      }),
    change: (ids, change) =>
      db.transaction(() =>
        ids.flatMap((id) => {
          if (!find(id)) return []
          db.run(
            `UPDATE assets SET rating = coalesce(?, rating), favorite = coalesce(?, favorite),
               title = CASE WHEN ?3 IS NULL THEN title ELSE nullif(?3, '') END WHERE id = ?4`,
            change.rating ?? null,
            change.favorite === undefined ? null : Number(change.favorite),
            change.title ?? null,
            id,
          )
          if (change.trashedAt !== undefined)
            db.run('UPDATE assets SET trashed_at = ? WHERE id = ?', change.trashedAt, id)
          tag(id, change.addTags ?? [])
          for (const name of change.removeTags ?? []) {
            db.run('DELETE FROM asset_tags WHERE asset_id = ? AND tag = ?', id, name)
          }
          return [indexed(find(id), index)]
        }),
      ),
    *each() {
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
    sums: () => {
      const byMediaType: Record<string, number> = {}
      let assets = 0
      for (const row of db.all(
        'SELECT media_type, count(*) AS number FROM assets WHERE trashed_at IS NULL GROUP BY media_type',
      )) {
        byMediaType[String(row['media_type'])] = Number(row['number'])
        assets += Number(row['number'])
      }
      const size = db.get(
        'SELECT coalesce(sum(bytes), 0) AS bytes FROM (SELECT max(size_bytes) AS bytes FROM assets GROUP BY sha256)',
      )
      return { assets, bytes: Number(size?.['bytes'] ?? 0), byMediaType }
    },
  }
}

function indexed(record: AssetRecord | null, index: (record: AssetRecord) => void): AssetRecord {
  if (!record) throw new Error('The asset vanished while it was written.')
  index(record)
  return record
}

/**
 * Reads from library.db what the search knows of assets, and which of them changed.
 *
 * Triggers write to `asset_changes` whatever changes an asset, so that no writer needs to notify the search.
 */
import type { SQLOutputValue } from 'node:sqlite'
import {
  createLayout,
  LAYOUT_KINDS,
  layoutAspect,
  layoutMarks,
  parseAssetId,
} from '#contract/rules/layout.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import type { Reader } from '../../store/reader.ts'
import type { AssetTexts } from './text-index.ts'

/** What the index needs of an asset. Sizes in pixels, 0 where they are not known. */
export interface SearchRow {
  readonly seq: number
  readonly id: string
  readonly kind: AssetKind
  readonly mediaType: string
  readonly model: string
  readonly provider: string
  readonly scene: string
  readonly createdAt: number
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
  /** 0 where there is none. */
  readonly durationMs: number
  readonly rating: number
  readonly favorite: boolean
  readonly trashed: boolean
  readonly tags: readonly string[]
  readonly collections: readonly string[]
  readonly texts: AssetTexts
}

/** A position in the log of changes, with the random token that only this entry of this library has. */
export interface Revision {
  readonly number: number
  readonly token: string
}

export type SearchRows = ReturnType<typeof createSearchRows>

const STEP = 500
const COLUMNS = `seq, id, kind, media_type, model, provider, scene, created_at, coalesce(width, 0), coalesce(height, 0), rating,
  favorite, trashed_at IS NOT NULL, extension, coalesce(prompt, ''), coalesce(title, ''),
  (SELECT json_group_array(tag) FROM asset_tags WHERE asset_id = assets.id),
  (SELECT json_group_array(collection_id) FROM collection_assets WHERE asset_id = assets.id),
  size_bytes, coalesce(duration_ms, 0)`
/** As many characters as it is sorted by. */
const NAME = `substr(coalesce(nullif(title, ''), prompt, ''), 1, 60)`

export function createSearchRows(db: Reader) {
  return {
    /** The last change. */
    revision: (): Revision => {
      const row = db.get(
        'SELECT revision, hex(token) AS token FROM asset_changes ORDER BY revision DESC LIMIT 1',
      )
      return { number: Number(row?.['revision'] ?? 0), token: String(row?.['token'] ?? '') }
    },
    /** Whether this library made the change, and all later ones are still in the log. */
    holds: ({ number, token }: Revision): boolean =>
      db.get('SELECT 1 FROM asset_changes WHERE revision = ? AND hex(token) = ?', number, token) !== null,
    /** The assets that changed after `from` and up to `to`, by `seq`, ascending. */
    changedBetween: (from: number, to: number): readonly number[] =>
      db
        .all(
          'SELECT DISTINCT seq FROM asset_changes WHERE revision > ? AND revision <= ? ORDER BY seq',
          from,
          to,
        )
        .map((row) => Number(row['seq'])),
    /** Those of them that exist, ascending. */
    read: (seqs: readonly number[]): readonly SearchRow[] =>
      db
        .arrays(
          `SELECT ${COLUMNS} FROM assets WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`,
          JSON.stringify(seqs),
        )
        .map(toSearchRow),
    /** The next assets after `seq`, ascending; none at the end. */
    after: (seq: number): readonly SearchRow[] =>
      db
        .arrays(`SELECT ${COLUMNS} FROM assets WHERE seq > ? ORDER BY seq LIMIT ${STEP}`, seq)
        .map(toSearchRow),
    /** `seq` and title, else the beginning of the prompt, of the next assets after `seq`, ascending; none at the end. */
    namesAfter: (seq: number): readonly (readonly SQLOutputValue[])[] =>
      db.arrays(`SELECT seq, ${NAME} FROM assets WHERE seq > ? ORDER BY seq LIMIT ${STEP}`, seq),
    /** Empty where there is no such asset. */
    nameOf: (seq: number): string => {
      const [row] = db.arrays(`SELECT ${NAME} FROM assets WHERE seq = ?`, seq)
      return String(row?.[0] ?? '')
    },
    /** The layout of everything outside the trash, newest first, as it is when nothing but its time sorts it. */
    layout: () =>
      db.atOnce(() => {
        const row = db.get('SELECT count(*) AS number FROM assets WHERE trashed_at IS NULL')
        return layoutOf(db, Number(row?.['number']))
      }),
  }
}

/** The layout of everything outside the trash, newest first. `count` is how many those are whose id has a place in it. */
function layoutOf(db: Reader, count: number): Uint8Array<ArrayBuffer> {
  const layout = createLayout(count)
  const sql = `SELECT seq, created_at, id, kind, coalesce(width, 0), coalesce(height, 0), rating, favorite FROM assets
    WHERE trashed_at IS NULL AND (created_at, seq) < (?, ?) ORDER BY created_at DESC, seq DESC LIMIT ${STEP}`
  let last = Number.MAX_SAFE_INTEGER
  let lastSeq = Number.MAX_SAFE_INTEGER
  let place = 0
  for (let rows = db.arrays(sql, last, lastSeq); rows.length > 0; rows = db.arrays(sql, last, lastSeq)) {
    for (const [seq, createdAt, id, kind, width, height, rating, favorite] of rows) {
      last = Number(createdAt)
      lastSeq = Number(seq)
      const bytes = parseAssetId(String(id))
      if (bytes === null) continue
      const aspect = layoutAspect(Number(width), Number(height))
      const marks = layoutMarks(kindOf(kind), favorite === 1, Number(rating))
      layout.put(place++, new DataView(bytes.buffer), 0, last, aspect, marks)
    }
  }
  // An id of another form, as a foreign hand could write into a sidecar.
  return place === count ? layout.bytes : layoutOf(db, place)
}

function kindOf(value: SQLOutputValue | undefined): AssetKind {
  return LAYOUT_KINDS.find((known) => known === value) ?? 'other'
}

const NO_STRINGS: readonly string[] = []

/** In the order of `COLUMNS`. Rows are many and Atelier's own: converted by hand, not parsed. */
function toSearchRow(row: readonly SQLOutputValue[]): SearchRow {
  const kind = kindOf(row[2])
  const mediaType = String(row[3])
  const model = String(row[4])
  const provider = String(row[5])
  const scene = String(row[6])
  const width = Number(row[8])
  const height = Number(row[9])
  const tags = strings(row[16])
  const size = width > 0 && height > 0 ? ` ${width}x${height}` : ''
  return {
    seq: Number(row[0]),
    id: String(row[1]),
    kind,
    mediaType,
    model,
    provider,
    scene,
    createdAt: Number(row[7]),
    width,
    height,
    sizeBytes: Number(row[18]),
    durationMs: Number(row[19]),
    rating: Number(row[10]),
    favorite: row[11] === 1,
    trashed: row[12] === 1,
    tags,
    collections: strings(row[17]),
    texts: {
      label: `${String(row[15])}\n${tags.join('\n')}`,
      prompt: String(row[14]),
      origin: `${model}\n${provider}\n${scene}`,
      file: `${kind} ${mediaType} ${String(row[13])}${size}`,
    },
  }
}

function strings(json: SQLOutputValue | undefined): readonly string[] {
  return json === '[]' ? NO_STRINGS : (JSON.parse(String(json)) as readonly unknown[]).map(String)
}

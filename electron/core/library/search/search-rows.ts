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

/** What the index needs of an asset. Sizes in pixels, 0 where they are not known; a duration of 0 where there is none. */
export type SearchRow = Omit<ReadRow, 'extension' | 'prompt' | 'title'> & { readonly texts: AssetTexts }

/** A position in the log of changes, with the random token that only this entry of this library has. */
export interface Revision {
  readonly number: number
  readonly token: string
}

export type SearchRows = ReturnType<typeof createSearchRows>

const STEP = 500

/** What is selected, and what it becomes. Rows are many and Atelier's own: converted by hand, not parsed. */
const FIELDS = {
  seq: ['seq', Number],
  id: ['id', String],
  kind: ['kind', kindOf],
  mediaType: ['media_type', String],
  model: ['model', String],
  provider: ['provider', String],
  scene: ['scene', String],
  createdAt: ['created_at', Number],
  width: ['coalesce(width, 0)', Number],
  height: ['coalesce(height, 0)', Number],
  sizeBytes: ['size_bytes', Number],
  durationMs: ['coalesce(duration_ms, 0)', Number],
  rating: ['rating', Number],
  favorite: ['favorite', Boolean],
  trashed: ['trashed_at IS NOT NULL', Boolean],
  extension: ['extension', String],
  prompt: [`coalesce(prompt, '')`, String],
  title: [`coalesce(title, '')`, String],
  tags: ['(SELECT json_group_array(tag) FROM asset_tags WHERE asset_id = assets.id)', strings],
  collections: [
    '(SELECT json_group_array(collection_id) FROM collection_assets WHERE asset_id = assets.id)',
    strings,
  ],
} satisfies Record<string, readonly [sql: string, of: (value: SQLOutputValue | undefined) => unknown]>

type ReadRow = { readonly [Name in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Name][1]> }

const COLUMNS = Object.values(FIELDS)
  .map(([sql]) => sql)
  .join(', ')
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
    /** The texts of those that exist, by `seq`. Their tags are given: to read them takes twice as long as all others. */
    texts: (tags: ReadonlyMap<number, readonly string[]>): ReadonlyMap<number, AssetTexts> => {
      const rows = db.arrays(
        `SELECT seq, title, prompt, model, provider, scene, kind, media_type, extension, width, height
         FROM assets WHERE seq IN (SELECT value FROM json_each(?))`,
        JSON.stringify([...tags.keys()]),
      )
      return new Map(rows.map((values) => [Number(values[0]), readTexts(values, tags)]))
    },
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
      layout.putId(place, new DataView(bytes.buffer), 0)
      layout.put(place++, last, aspect, marks)
    }
  }
  // An id of another form, as a foreign hand could write into a sidecar.
  return place === count ? layout.bytes : layoutOf(db, place)
}

function kindOf(value: SQLOutputValue | undefined): AssetKind {
  return LAYOUT_KINDS.find((known) => known === value) ?? 'other'
}

function toSearchRow(values: readonly SQLOutputValue[]): SearchRow {
  const fields = Object.entries(FIELDS).map(([name, [, of]], place) => [name, of(values[place])])
  const row = Object.fromEntries(fields) as ReadRow
  return { ...row, texts: textsOf(row) }
}

function readTexts(
  [
    seq,
    title,
    prompt,
    model,
    provider,
    scene,
    kind,
    mediaType,
    extension,
    width,
    height,
  ]: readonly SQLOutputValue[],
  tags: ReadonlyMap<number, readonly string[]>,
): AssetTexts {
  return textsOf({
    title: String(title ?? ''),
    tags: tags.get(Number(seq)) ?? [],
    prompt: String(prompt ?? ''),
    model: String(model),
    provider: String(provider),
    scene: String(scene),
    kind: kindOf(kind),
    mediaType: String(mediaType),
    extension: String(extension),
    width: Number(width ?? 0),
    height: Number(height ?? 0),
  })
}

type TextFields = 'title' | 'tags' | 'prompt' | 'model' | 'provider' | 'scene'
type FileFields = 'kind' | 'mediaType' | 'extension' | 'width' | 'height'

function textsOf(row: Pick<ReadRow, TextFields | FileFields>): AssetTexts {
  const { kind, mediaType, model, provider, scene, width, height } = row
  const size = width > 0 && height > 0 ? ` ${width}x${height}` : ''
  return {
    label: `${row.title}\n${row.tags.join('\n')}`,
    prompt: row.prompt,
    origin: `${model}\n${provider}\n${scene}`,
    file: `${kind} ${mediaType} ${row.extension}${size}`,
  }
}

function strings(json: SQLOutputValue | undefined): readonly string[] {
  return json === '[]' ? [] : (JSON.parse(String(json)) as readonly unknown[]).map(String)
}

/** Lists and searches the library: filters, full text, order, and pages that stay right while new assets arrive. */
import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Asset } from '#contract/asset.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { Page, ParsedInput } from '#contract/routes.ts'
import type { Database } from '../store/database.ts'
import { ASSET_COLUMNS, toAsset, toAssetRecord } from './asset-row.ts'

export type LibraryQuery = ParsedInput<'library.query'>

/** The trigram index finds nothing shorter than this. Source: https://sqlite.org/fts5.html#the_trigram_tokenizer */
const SHORTEST_TRIGRAM = 3
const ORDERS = {
  newest: 'a.created_at DESC, a.seq DESC',
  oldest: 'a.created_at ASC, a.seq ASC',
  rating: 'a.rating DESC, a.created_at DESC, a.seq DESC',
} as const

const cursorSchema = z.object({ createdAt: z.int(), seq: z.int(), rating: z.int() })
type Cursor = z.infer<typeof cursorSchema>

/** One page in the asked order, and how many match in all. */
export function queryLibrary(
  db: Database,
  query: LibraryQuery,
): Result<Page<Asset> & { readonly total: number }> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) {
    return fail('invalid_input', 'cursor: not one that this call gave.', { field: 'cursor' })
  }
  const where = filters(query)
  const limit = query.limit ?? 100
  const order = query.sort === 'oldest' || query.sort === 'rating' ? query.sort : 'newest'
  const matching = `FROM assets a WHERE ${where.sql.join(' AND ')}`
  const total = Number(db.get(`SELECT count(*) AS number ${matching}`, ...where.values)?.['number'] ?? 0)
  const from = cursor ? after(order, cursor) : { sql: '1', values: [] }
  const rows = db.all(
    `SELECT ${ASSET_COLUMNS} ${matching} AND ${from.sql} ORDER BY ${ORDERS[order]} LIMIT ?`,
    ...where.values,
    ...from.values,
    limit + 1,
  )
  const records = rows.slice(0, limit).map(toAssetRecord)
  const last = rows.length > limit ? records.at(-1) : undefined
  return succeed({ items: records.map(toAsset), nextCursor: last ? formatCursor(last) : null, total })
}

function filters(query: LibraryQuery): { sql: string[]; values: SQLInputValue[] } {
  const sql = [query.trashed === true ? 'a.trashed_at IS NOT NULL' : 'a.trashed_at IS NULL']
  const values: SQLInputValue[] = []
  const add = (condition: string, value: SQLInputValue) => {
    sql.push(condition)
    values.push(value)
  }
  const oneOf = (column: string, list: readonly string[] | undefined) => {
    if (list && list.length > 0) add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(list))
  }
  oneOf('a.media_type', query.mediaTypes)
  oneOf('a.model', query.models)
  oneOf('a.provider', query.providers)
  for (const tag of query.tags ?? []) add('a.id IN (SELECT asset_id FROM asset_tags WHERE tag = ?)', tag)
  if (query.minRating !== undefined) add('a.rating >= ?', query.minRating)
  if (query.favorite !== undefined) add('a.favorite = ?', Number(query.favorite))
  if (query.from !== undefined) add('a.created_at >= ?', query.from)
  if (query.to !== undefined) add('a.created_at < ?', query.to)
  // SQLite ends a text at its first NUL, in the middle of the quotes.
  const words = (query.text ?? '')
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const long = words.filter((word) => Array.from(word).length >= SHORTEST_TRIGRAM)
  if (long.length > 0) {
    const match = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
    add('a.seq IN (SELECT rowid FROM asset_search WHERE asset_search MATCH ?)', match)
  }
  for (const word of words.filter((word) => !long.includes(word))) {
    add(
      String.raw`a.seq IN (SELECT rowid FROM asset_search WHERE text LIKE ? ESCAPE '\')`,
      `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`,
    )
  }
  return { sql, values }
}

function after(order: keyof typeof ORDERS, cursor: Cursor): { sql: string; values: SQLInputValue[] } {
  if (order === 'oldest')
    return { sql: '(a.created_at, a.seq) > (?, ?)', values: [cursor.createdAt, cursor.seq] }
  if (order === 'newest')
    return { sql: '(a.created_at, a.seq) < (?, ?)', values: [cursor.createdAt, cursor.seq] }
  return {
    sql: '(a.rating, a.created_at, a.seq) < (?, ?, ?)',
    values: [cursor.rating, cursor.createdAt, cursor.seq],
  }
}

function formatCursor({ createdAt, seq, rating }: Cursor): string {
  return Buffer.from(JSON.stringify({ createdAt, seq, rating })).toString('base64url')
}

function parseCursor(text: string): Cursor | null {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** Answers what the library is asked out of the index: which assets are on a page, the facets, the layout. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { LayoutQuery, LibraryFacets, LibraryFilter, LibraryStats } from '#contract/library.ts'
import { createLayout } from '#contract/rules/layout.ts'
import type { Reader } from '../../store/reader.ts'
import type { LibraryQuery } from '../assets/read-assets.ts'
import { countFacets, countMediaTypes } from './facet-counts.ts'
import { failedParts } from './filter.ts'
import { grown } from './growing.ts'
import { createRecent } from './recent.ts'
import {
  cursorAt,
  formatCursor,
  orderFirst,
  orderFound,
  parseCursor,
  placeAfter,
  type Cursor,
  type FirstFound,
  type Found,
} from './result-order.ts'
import { failOtherPrompts, tellingWords } from './same-prompt.ts'
import type { SearchIndex } from './search-index.ts'

/** A query that says how many assets a page has. */
export type PageQuery = LibraryQuery & { readonly limit: number }

/** A page of assets by their `seq`. */
export interface FoundPage {
  readonly seqs: readonly number[]
  readonly nextCursor: string | null
  readonly total: number
}

/** The answers out of what the index holds; who asks lets it catch up before. */
export interface Answers {
  query(query: PageQuery): Result<FoundPage>
  facets(filter: LibraryFilter): LibraryFacets
  /** As layout.ts of the contract lays it down. */
  layout(query: LayoutQuery): Uint8Array<ArrayBuffer>
  stats(): LibraryStats
  /** Forgets what was found before the index changed. */
  changed(): void
}

interface PageOfFound extends FirstFound {
  /** The place of the page's first in what was found. */
  readonly from: number
}

const ID_BYTES = 16
/** What is asked in a row: a page, its facets, the layout, the next page. */
const TEXTS_KEPT = 8
const FOUND_KEPT = 4

export function createAnswers(db: Reader, index: SearchIndex): Answers {
  const texts = createRecent<Uint8Array | null>(TEXTS_KEPT)
  const failures = createRecent<Uint16Array>(FOUND_KEPT)
  const results = createRecent<Found>(FOUND_KEPT)

  let room: Uint32Array<ArrayBuffer> = new Uint32Array()
  const roomForAll = (): Uint32Array => {
    room = grown(room, index.columns.count)
    return room
  }

  const scoresOf = ({ text = '' }: LibraryFilter): Uint8Array | null =>
    texts.get(text, (forgotten) => index.scores(text, forgotten ?? undefined))
  const failedBy = (filter: LibraryFilter, inside: readonly string[] | null): Uint16Array =>
    failures.get(JSON.stringify([filter, inside]), (forgotten) => {
      const failed = failedParts(index.columns, filter, scoresOf(filter), inside, forgotten)
      const { prompt: text } = filter
      if (text === undefined) return failed
      failOtherPrompts(db, index.columns, { text, scores: scoresOf({ text: tellingWords(text) }) }, failed)
      return failed
    })
  const find = ({ sort = 'newest', ...filter }: LayoutQuery): Found => {
    const inside = collectionsIn(db, filter)
    return results.get(JSON.stringify([sort, filter, inside]), (forgotten) => {
      const failed = failedBy(filter, inside)
      const scores = scoresOf(filter)
      return orderFound(index.columns, index.byTime(), failed, sort, scores, roomForAll(), forgotten)
    })
  }

  const findFirst = ({ sort = 'newest', ...filter }: LayoutQuery, most: number): FirstFound => {
    const failed = failedBy(filter, collectionsIn(db, filter))
    return orderFirst(index.columns, index.byTime(), failed, sort, scoresOf(filter), most)
  }
  /** The first page is asked for with every key that is pressed; for the next ones the order of all of them is made. */
  const findPage = (query: LayoutQuery, cursor: Cursor | null, limit: number): PageOfFound => {
    if (!cursor) return { ...findFirst(query, limit), from: 0 }
    const found = find(query)
    return { found, total: found.slots.length, from: placeAfter(found, index.columns, cursor) }
  }

  return {
    query: ({ cursor: text, limit, ...query }) => {
      const cursor = text === undefined ? null : parseCursor(text)
      if (text !== undefined && !cursor) {
        return fail('invalid_input', 'cursor: not one that this call gave.', { field: 'cursor' })
      }
      const { columns } = index
      const { found, total, from } = findPage(query, cursor, limit)
      const page = found.slots.subarray(from, from + limit)
      const end = from + page.length
      const isLast = page.length === 0 || end === total
      return succeed({
        seqs: Array.from(page, (slot) => columns.arrays.seqs[slot] ?? 0),
        nextCursor: isLast ? null : formatCursor(cursorAt(found, columns, end - 1)),
        total,
      })
    },
    facets: (filter) => countFacets(index.columns, failedBy(filter, collectionsIn(db, filter)), roomForAll()),
    layout: (query) => {
      const { createdAt, aspects, marks, ...arrays } = index.columns.arrays
      const ids = new DataView(arrays.ids.buffer)
      const found = find(query).slots
      const isWhole = found.every((slot) => hasLayoutId(ids, slot))
      const slots = isWhole ? found : found.filter((slot) => hasLayoutId(ids, slot))
      const layout = createLayout(slots.length)
      for (let place = 0; place < slots.length; place++) {
        const slot = slots[place] ?? 0
        layout.put(place, ids, slot * ID_BYTES, createdAt[slot] ?? 0, aspects[slot] ?? 0, marks[slot] ?? 0)
      }
      return layout.bytes
    },
    stats: () => {
      const byMediaType = countMediaTypes(index.columns, failedBy({}, null))
      // Assets with the same bytes share a file.
      const files = db.get(
        'SELECT coalesce(sum(bytes), 0) AS bytes FROM (SELECT max(size_bytes) AS bytes FROM assets GROUP BY sha256)',
      )
      return {
        assets: Object.values(byMediaType).reduce((sum, count) => sum + count, 0),
        bytes: Number(files?.['bytes'] ?? 0),
        byMediaType,
      }
    },
    changed: () => {
      texts.clear()
      failures.clear()
      results.clear()
    },
  }
}

/** An id of another form, as a foreign hand could write into a sidecar, has no place in a layout. */
function hasLayoutId(ids: DataView, slot: number): boolean {
  const at = slot * ID_BYTES
  return (ids.getInt32(at) | ids.getInt32(at + 4) | ids.getInt32(at + 8) | ids.getInt32(at + 12)) !== 0
}

/** The collection that is asked for and all that are nested in it; null where none is. */
function collectionsIn(db: Reader, { collectionId }: LibraryFilter): readonly string[] | null {
  if (collectionId === undefined) return null
  return db
    .all(
      `WITH RECURSIVE inside (id) AS (
         SELECT ? UNION SELECT c.id FROM collections c JOIN inside ON c.parent_id = inside.id
       ) SELECT id FROM inside`,
      collectionId,
    )
    .map((row) => String(row['id']))
}

/** Computes pages, facets, layouts and statistics of the library from the search index. */
import { LRUCache } from 'lru-cache'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type {
  LayoutQuery,
  LibraryFacets,
  LibraryFilter,
  LibrarySort,
  LibraryStats,
} from '#contract/library.ts'
import type { Language } from '#contract/rules/languages.ts'
import { createLayout } from '#contract/rules/layout.ts'
import type { Reader } from '../../store/reader.ts'
import type { LibraryQuery } from '../assets/asset-store.ts'
import { countFacets, countMediaTypes } from './facet-counts.ts'
import { failedParts, failOtherPrompts, tellingWords } from './filter.ts'
import { ensureLength } from './packed-lists.ts'
import {
  cursorAt,
  formatCursor,
  orderFirst,
  isWide,
  orderFound,
  parseCursor,
  placeAfter,
  rankedBy,
  type Cursor,
  type FirstFound,
  type Found,
  type SortKeys,
} from './result-order.ts'
import type { SearchIndex } from './search-index.ts'

export type PageQuery = LibraryQuery & { readonly limit: number }

export interface FoundPage {
  readonly seqs: readonly number[]
  readonly nextCursor: string | null
  readonly total: number
}

interface Order {
  readonly sort: LibrarySort
  /** Of names. */
  readonly language: Language
}

interface QueryParts extends Order {
  readonly filter: LibraryFilter
}

const ID_BYTES = 16
/** Enough for what follows one another: a page, its facets, the layout, the next page. */
const SCORES_REMEMBERED = 8
const RESULTS_REMEMBERED = 4

/** The caller brings the index up to date before each query, and calls `changed` when it did change. */
export class LibraryQueries {
  readonly #db: Reader
  readonly #index: SearchIndex
  readonly #scores = createRecentResults<Uint8Array | null>(SCORES_REMEMBERED)
  readonly #failures = createRecentResults<Uint16Array>(RESULTS_REMEMBERED)
  readonly #results = createRecentResults<Found>(RESULTS_REMEMBERED)
  #scratch: Uint32Array<ArrayBuffer> = new Uint32Array()

  constructor(db: Reader, index: SearchIndex) {
    this.#db = db
    this.#index = index
  }

  query({ cursor: text, limit, ...query }: PageQuery): Result<FoundPage> {
    const cursor = text === undefined ? null : parseCursor(text)
    if (text !== undefined && !cursor) {
      return fail('invalid_input', 'library.cursorInvalid', { field: 'cursor' })
    }
    const { columns } = this.#index
    const { found, total, from } = this.#findPage(query, cursor, limit)
    const page = found.slots.subarray(from, from + limit)
    const end = from + page.length
    const isLast = page.length === 0 || end === total
    return succeed({
      seqs: Array.from(page, (slot) => columns.arrays.seqs[slot] ?? 0),
      nextCursor: isLast ? null : formatCursor(cursorAt(found, columns, end - 1)),
      total,
    })
  }

  facets(filter: LibraryFilter): LibraryFacets {
    return countFacets(
      this.#index.columns,
      this.#failedBy(filter, collectionsIn(this.#db, filter)),
      this.#scratchForAll(),
    )
  }

  /** In the binary layout of the contract. */
  layout(query: LayoutQuery): Uint8Array<ArrayBuffer> {
    const { createdAt, aspects, marks, ...arrays } = this.#index.columns.arrays
    const ids = new DataView(arrays.ids.buffer)
    const found = this.#find(query).slots
    const isWhole = found.every((slot) => hasLayoutId(ids, slot))
    const slots = isWhole ? found : found.filter((slot) => hasLayoutId(ids, slot))
    const layout = createLayout(slots.length)
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0
      layout.putId(place, ids, slot * ID_BYTES)
      layout.put(place, createdAt[slot] ?? 0, aspects[slot] ?? 0, marks[slot] ?? 0)
    }
    return layout.bytes
  }

  stats(): LibraryStats {
    const byMediaType = countMediaTypes(this.#index.columns, this.#failedBy({}, null))
    // Assets with the same bytes share a file.
    const files = this.#db.get(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM (SELECT max(size_bytes) AS bytes FROM assets GROUP BY sha256)',
    )
    return {
      assets: Object.values(byMediaType).reduce((sum, count) => sum + count, 0),
      bytes: Number(files?.['bytes'] ?? 0),
      byMediaType,
    }
  }

  /** Discards results from before the index changed. */
  changed(): void {
    this.#scores.clear()
    this.#failures.clear()
    this.#results.clear()
  }

  /** Typing asks for first pages only; later pages need the order of the whole result. */
  #findPage(
    query: LayoutQuery,
    cursor: Cursor | null,
    limit: number,
  ): FirstFound & { readonly from: number } {
    if (!cursor && !isWide(query.sort ?? 'newest')) return { ...this.#findFirst(query, limit), from: 0 }
    const found = this.#find(query)
    const from = cursor ? placeAfter(found, this.#index.columns, this.#follow(cursor, query)) : 0
    return { found, total: found.slots.length, from }
  }

  #findFirst(query: LayoutQuery, most: number): FirstFound {
    const { columns } = this.#index
    const { filter, ...order } = this.#partsOf(query)
    const failed = this.#failedBy(filter, collectionsIn(this.#db, filter))
    return orderFirst(columns, this.#index.byTime(), failed, this.#keysOf(order, filter), most)
  }

  #find(query: LayoutQuery): Found {
    const { columns } = this.#index
    const { filter, ...order } = this.#partsOf(query)
    const inside = collectionsIn(this.#db, filter)
    return this.#results.get(JSON.stringify([order, filter, inside]), (evicted) => {
      const failed = this.#failedBy(filter, inside)
      const byTime = this.#index.byTime()
      const keys = this.#keysOf(order, filter)
      return orderFound(columns, byTime, failed, keys, { scratch: this.#scratchForAll(2), evicted })
    })
  }

  #partsOf({ sort = 'newest', language = this.#index.nameLanguage(), ...filter }: LayoutQuery): QueryParts {
    return { sort, language, filter }
  }

  #keysOf(order: Order, filter: LibraryFilter): SortKeys {
    const keys = { ...order, scores: this.#scoresOf(filter) }
    return order.sort === 'name' ? { ...keys, nameRanks: this.#index.nameRanks(order.language) } : keys
  }

  /** The rank of a name is its place among the others, which moves while assets come and go. */
  #follow(cursor: Cursor, query: LayoutQuery): Cursor {
    const { filter, ...order } = this.#partsOf(query)
    if (order.sort !== 'name' && order.sort !== 'model') return cursor
    const { columns } = this.#index
    const slot = columns.slotOf(cursor.seq)
    const rank = slot === -1 ? undefined : rankedBy(columns, this.#keysOf(order, filter))?.(slot)
    return { ...cursor, rank: rank ?? cursor.rank }
  }

  #failedBy(filter: LibraryFilter, inside: readonly string[] | null): Uint16Array {
    const { columns } = this.#index
    return this.#failures.get(JSON.stringify([filter, inside]), (evicted) => {
      const failed = failedParts(columns, filter, this.#scoresOf(filter), inside, evicted)
      const { prompt: text } = filter
      if (text === undefined) return failed
      const scores = this.#scoresOf({ text: tellingWords(text) })
      failOtherPrompts(this.#db, columns, { text, scores }, failed)
      return failed
    })
  }

  #scoresOf({ text = '' }: LibraryFilter): Uint8Array | null {
    return this.#scores.get(text, (evicted) => this.#index.scores(text, evicted ?? undefined))
  }

  /** `times` as many numbers as there are assets. */
  #scratchForAll(times = 1): Uint32Array {
    this.#scratch = ensureLength(this.#scratch, this.#index.columns.count * times)
    return this.#scratch
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

function createRecentResults<Value>(max: number) {
  const evicted: Value[] = []
  const cache = new LRUCache<string, { readonly value: Value }>({
    max,
    dispose: ({ value }) => void evicted.push(value),
  })
  return {
    /** The remembered result, else what `make` returns; it may reuse the arrays of `evicted`. */
    get: (key: string, make: (evicted: Value | undefined) => Value): Value => {
      const known = cache.get(key)
      if (known) return known.value
      if (cache.size === max) cache.pop()
      const value = make(evicted.pop())
      cache.set(key, { value })
      return value
    },
    clear: (): void => cache.clear(),
  }
}

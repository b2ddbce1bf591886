/** The messages between the host and the search worker. */
import type { LayoutQuery, LibraryFilter } from '#contract/library.ts'
import type { LibraryQuery } from '../assets/asset-store.ts'
import type { PageQuery } from './library-queries.ts'

/** What the search worker is started with. */
export interface SearchPlaces {
  readonly database: string
  /** Where the index is saved between starts. */
  readonly indexFile: string
}

export type SearchRequest =
  | { readonly kind: 'query'; readonly query: PageQuery }
  | { readonly kind: 'facets'; readonly filter: LibraryFilter }
  | { readonly kind: 'layout'; readonly query: LayoutQuery }
  | { readonly kind: 'stats' }
  /** Reads changes before the next query. */
  | { readonly kind: 'catch-up' }
  | { readonly kind: 'close' }

export interface SearchCall {
  readonly id: number
  readonly request: SearchRequest
}

export type SearchMessage =
  | { readonly kind: 'response'; readonly id: number; readonly data: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string; readonly errcode?: number }
  /** The index is loaded: responses come without delay from now on. */
  | { readonly kind: 'ready' }
  /** No start will read the changes before this revision: the index file holds them, or a small library is read anew. */
  | { readonly kind: 'saved'; readonly revision: number }

/** Whether a query is the newest without any filter: it needs no index. */
export function isEverything({
  sort = 'newest',
  limit: _limit,
  language: _language,
  ...rest
}: LibraryQuery): boolean {
  return sort === 'newest' && Object.values(rest).every((part) => part === undefined)
}

/** What the host's thread and the search's thread say to each other. */
import type { LayoutQuery, LibraryFilter } from '#contract/library.ts'
import type { PageQuery } from './answers.ts'

/** What the search's thread is started with. */
export interface SearchPlaces {
  readonly database: string
  /** Where the index is kept between starts. */
  readonly indexFile: string
}

export type SearchRequest =
  | { readonly kind: 'query'; readonly query: PageQuery }
  | { readonly kind: 'facets'; readonly filter: LibraryFilter }
  | { readonly kind: 'layout'; readonly query: LayoutQuery }
  | { readonly kind: 'stats' }
  /** Something was written: read it before somebody asks. */
  | { readonly kind: 'catch-up' }
  | { readonly kind: 'close' }

export interface SearchCall {
  readonly id: number
  readonly request: SearchRequest
}

export type SearchMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly data: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string; readonly errcode?: number }
  /** Every answer from now on comes at once. */
  | { readonly kind: 'ready' }
  /** The index is in its file up to this change of the database; earlier ones need not be kept for it. */
  | { readonly kind: 'kept'; readonly revision: number }

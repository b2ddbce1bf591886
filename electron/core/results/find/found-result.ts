/** One file that a response names: what it is, and where its bytes are. */
import type { Role } from './classify.ts'
import type { InlineSource } from './inline.ts'
import type { ResultKind } from '../../media/kinds.ts'

export type ResultSource = { readonly kind: 'url'; readonly url: string } | InlineSource

export type ResultRole = Exclude<Role, 'link'>

export interface FoundResult {
  readonly kind: ResultKind
  readonly role: ResultRole
  /** JSON Pointer into the response; JSON inside a text continues the pointer of the text. */
  readonly place: string
  readonly source: ResultSource
  /** What it is by itself, where it counts as the result only because nothing better is named. */
  readonly fallback?: ResultRole
  /** Of an inline file: what its bytes say. */
  readonly mimeType?: string
  readonly sizeBytes?: number
  readonly sha256?: string
}

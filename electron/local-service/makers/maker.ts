/**
 * What the service needs from whoever makes media: its models, a check of a request before it is accepted, and the making.
 *
 * There is one maker per media type and provider. A new kind of media is a new file beside `image-maker.ts`.
 */
import type { MadeFile } from '../store/file-store.ts'

/** One line of the model listing, in the listing's own field names. */
export interface ListedModel {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly label: string
  readonly description: string
  readonly scenes: readonly string[]
  /** A JSON Schema of type object for the request's `options`. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface RequestToPlan {
  readonly model: string
  readonly scene: string
  /** Empty when the request has none. */
  readonly prompt: string
  readonly options: Readonly<Record<string, unknown>>
  /** Finds a file that the service itself serves; null for any other address. */
  readonly readOwnFile: (url: string) => Promise<Uint8Array | null>
}

/** An accepted request, settled down to the seed, so that making it twice gives the same bytes. */
export interface Plan {
  /** Anything JSON can hold; only the maker reads it again. */
  readonly job: unknown
  readonly inputs: readonly Uint8Array[]
  /** Further entries of the task result, such as a note. */
  readonly remarks: Readonly<Record<string, unknown>>
  readonly credits: number
}

export interface Assignment {
  readonly job: unknown
  readonly inputs: readonly Uint8Array[]
  readonly signal: AbortSignal
  /** Called with the share that is done, 0 to 1; first with 0 when work begins. */
  readonly onProgress: (share: number) => void
}

export interface Maker {
  readonly models: readonly ListedModel[]
  /** Throws a `Problem` naming the field for a request that cannot be made. */
  plan(request: RequestToPlan): Promise<Plan>
  make(assignment: Assignment): Promise<readonly MadeFile[]>
  close(): Promise<void>
}

/** A request as an adapter makes it: data, without the key. */
import type { Json } from '#contract/json.ts'

export type RequestBody =
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'multipart'; readonly parts: readonly Part[] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mimeType: string }

export interface Part {
  readonly name: string
  readonly value:
    | string
    | { readonly bytes: Uint8Array; readonly fileName: string; readonly mimeType: string }
}

/** A request as data. The client sends it once on a fresh connection, adds the key, and takes the key out of what comes back. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** Without the key: `ServiceApi.authorization` gives its headers, which go to the API's own origins only. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  /** Its address came from a response: it is connected to only where a file of the service may be fetched from. */
  readonly isGuarded?: boolean
  /** Without it, 30 s, and for a submission 60 s and a second for every 50 kB. */
  readonly timeoutMs?: number
  /** The response is read so deep, where 1 is its outermost object; lists and objects below are empty. */
  readonly deepest?: number
}

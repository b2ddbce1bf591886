/** What every service API speaks: where a service is, what is sent to it, and every outcome told apart. */
import type { Failure } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import type { FindProxy } from '../ports/shell.ts'

export interface ServiceAddress {
  readonly baseUrl: string
  readonly apiKey?: string
  /** Without it, requests go directly to the address. */
  readonly findProxy?: FindProxy
  readonly whileReading?: WhileReading
}

/** Runs what reads a response that has arrived, so that somebody knows of it. */
export type WhileReading = <Value>(read: () => Promise<Value>) => Promise<Value>

/** The body of the generate request. */
export interface GenerateBody {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string
  readonly options?: JsonObject
}

/** `raw` is stored with the task: the JSON, or the first 200 characters of anything else. */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly remoteId: string; readonly raw: Json }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly raw: Json }
  | { readonly kind: 'unauthorized'; readonly failure: Failure; readonly raw: Json }
  | {
      readonly kind: 'rate_limited'
      readonly failure: Failure
      readonly waitMs: number | null
      readonly raw: Json
    }
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure; readonly raw: Json }
  | { readonly kind: 'aborted'; readonly sent: boolean }

export type ReadOutcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly raw: Json; readonly status: number }
  | {
      readonly kind: 'refused'
      readonly failure: Failure
      readonly waitMs: number | null
      readonly raw: Json
    }
  | { readonly kind: 'aborted' }

export interface RemoteTask {
  /** null for a status that is not known: the task then counts as still running. */
  readonly status: RemoteStatus | null
  readonly statusText: string
  readonly mediaType?: string
  readonly model?: string
  readonly provider?: string
  readonly taskResult: Json
  /** What the service says beside the status, where it says anything. */
  readonly message?: string
}

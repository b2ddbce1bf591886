/**
 * Finds the request whose response was lost in what a service lists of an account's requests.
 *
 * There is no certain "none": a list may come late, and the clock of this computer may be wrong. So nothing that is found
 * ever says that a request was not accepted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '#contract/json.ts'
import type { LookUp } from './service-api.ts'

/** A request that a service lists, of the model that is sought. */
export interface ListedRequest {
  readonly remoteId: string
  /** In milliseconds since the epoch, by the clock of the service. */
  readonly createdAt: number
  /** null where the service has removed it. */
  readonly input: Json
}

export interface SoughtRequest {
  readonly input: JsonObject
  /** In milliseconds since the epoch, by the clock of this computer. */
  readonly sentAt: number
}

const MINUTE_MS = 60_000
/** What is offered when nothing fits the minute: the clocks may differ by so much. */
export const SOUGHT_WITHIN_MS = 60 * MINUTE_MS

/** One same request within the minute is the one; else everything that may be it is offered. */
export function chooseListed(listed: readonly ListedRequest[], { input, sentAt }: SoughtRequest): LookUp {
  const isWithin = (ms: number) => (request: ListedRequest) => Math.abs(request.createdAt - sentAt) <= ms
  const like = listed
    .filter(isWithin(SOUGHT_WITHIN_MS))
    .filter((request) => likeness(request.input, input) !== 'other')
  const inMinute = like.filter(isWithin(MINUTE_MS))
  const areSame =
    inMinute.length > 0 && inMinute.every((request) => likeness(request.input, input) === 'same')
  const [first] = inMinute
  if (areSame && inMinute.length === 1 && first) return { kind: 'found', remoteId: first.remoteId }
  const offered = inMinute.length > 0 ? inMinute : like
  const candidates = offered.map(({ remoteId, createdAt }) => ({ remoteId, createdAt }))
  return { kind: 'several', candidates, ...(areSame ? { areSame } : {}) }
}

/** An input that was removed, or a file that the service names in another way than we sent it, leaves it open. */
function likeness(input: Json, sought: JsonObject): 'same' | 'open' | 'other' {
  if (input === null) return 'open'
  if (isDeepStrictEqual(input, sought)) return 'same'
  return isDeepStrictEqual(withoutFiles(input), withoutFiles(sought)) ? 'open' : 'other'
}

function withoutFiles(value: Json): Json {
  if (typeof value === 'string') return /^(?:data:|https?:)/u.test(value) ? 'file' : value
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutFiles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutFiles(inner)]))
}

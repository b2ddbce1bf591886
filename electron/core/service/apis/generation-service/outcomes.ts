/** What a status and a body of the generation service mean. Source: Generation Service Public API, "Errors". */
import { assertNever, type Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { ReadOutcome, SubmitOutcome } from '../../service-api.ts'
import type { RequestResult, ServiceResponse } from '../../transport/send-request.ts'
import { retryAfterMs } from '../../transport/retry-after.ts'
import * as failures from './failures.ts'
import { parseAccepted, parseServiceError, wordsOf } from './parse-response.ts'

/** The rule for a generate request is: a definite no is a no, everything else may be a yes. */
export function submitOutcome(result: RequestResult, now: number): SubmitOutcome {
  switch (result.kind) {
    case 'not_sent':
      return { kind: 'not_sent', failure: failures.notSent(result.reason) }
    case 'no_response':
      return { kind: 'unknown', failure: failures.unknownOutcome(result.reason), raw: null }
    case 'aborted':
      return result
    case 'response':
      return submitResponse(result, now)
    default:
      return assertNever(result)
  }
}

function submitResponse(response: ServiceResponse, now: number): SubmitOutcome {
  const { status } = response
  const raw = rawOf(response)
  const error = parseServiceError(response.json)
  const rejected = (failure: Failure): SubmitOutcome => ({ kind: 'rejected', failure, raw })
  const unknown = (reason: string): SubmitOutcome => ({
    kind: 'unknown',
    failure: failures.unknownOutcome(reason),
    raw,
  })
  if (status >= 200 && status < 300) {
    if (error) return rejected(failures.rejected(error.message, status, error.code))
    const remoteId = parseAccepted(response.json)
    if (remoteId !== null) return { kind: 'accepted', remoteId, raw }
    return unknown('the response holds no task id that can be read')
  }
  if (status === 401) return { kind: 'unauthorized', failure: failures.keyRefused(error?.message), raw }
  if (status === 429) {
    const waitMs = retryAfterMs(response.retryAfter, response.date, now)
    return { kind: 'rate_limited', failure: failures.rateLimited(error?.message, waitMs), waitMs, raw }
  }
  if (status >= 300 && status < 400) return rejected(failures.redirected(response.location))
  if (status >= 400 && status < 500) {
    const words = error?.message ?? wordsOf(response.json, response.excerpt)
    return rejected(failures.rejected(words, status, error?.code))
  }
  if (error) return rejected(failures.rejected(error.message, status, error.code))
  return unknown(`the service responded with ${status} and no reason`)
}

/** The outcome of any other request. `parse` returns null for a body that cannot be read. */
export function readOutcome<Value>(
  result: RequestResult,
  now: number,
  parse: (json: Json | undefined) => Value | null,
): ReadOutcome<Value> {
  if (result.kind === 'aborted') return { kind: 'aborted' }
  if (result.kind !== 'response') {
    return { kind: 'refused', failure: failures.unreachable(result.reason), waitMs: null, raw: null }
  }
  const raw = rawOf(result)
  const { status } = result
  const words = parseServiceError(result.json)?.message
  if (status >= 200 && status < 300 && words === undefined) {
    const value = parse(result.json)
    if (value !== null) return { kind: 'ok', value, raw, status }
  }
  const waitMs = status === 429 ? retryAfterMs(result.retryAfter, result.date, now) : null
  return { kind: 'refused', failure: readFailure(result, words, waitMs), waitMs, raw }
}

function readFailure(response: ServiceResponse, words: string | undefined, waitMs: number | null): Failure {
  const { status, json, excerpt } = response
  if (status >= 200 && status < 300) {
    return words === undefined
      ? { code: 'unreadable_answer', message: failures.unreadable(excerpt) }
      : { code: 'service_rejected', message: `The service says: ${words}` }
  }
  if (status === 401) return failures.keyRefused(words)
  if (status === 403) return { code: 'forbidden', message: words ?? 'This key does not own that task.' }
  if (status === 404) return { code: 'not_found', message: words ?? 'The service does not know it.' }
  if (status === 429) return failures.rateLimited(words, waitMs)
  if (status >= 300 && status < 400) return failures.redirected(response.location)
  if (status >= 400 && status < 500) {
    const reason = words ?? wordsOf(json, excerpt)
    return { code: 'service_rejected', message: `The service refused (${status}): ${reason}` }
  }
  const message = `The service responded with ${status}. ${words ?? ''}`.trim()
  return { code: 'service_unavailable', message }
}

function rawOf({ json, excerpt }: ServiceResponse): Json {
  return json === undefined ? excerpt : json
}

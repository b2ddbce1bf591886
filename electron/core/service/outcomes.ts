/**
 * What a status and a body mean, once for all APIs. An adapter says how its own errors differ.
 *
 * The rule for a submission is: a definite no is a no, everything else may be a yes.
 */
import { written } from '#contract/messages/message.ts'
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { asObject } from '../json/read-json.ts'
import * as failures from './failures.ts'
import type { ErrorRules, ReadOutcome, SubmitOutcome } from './service-api.ts'
import type { ServiceResponse } from './transport/send-request.ts'
import { retryAfterMs } from '../network/retry-after.ts'

const MAX_MESSAGE_CHARACTERS = 2_000

export interface SubmissionRules extends ErrorRules {
  /** What a 2xx says: the id to poll, or the result itself; null where it says neither. */
  accepted(
    json: Json | undefined,
  ): { readonly remoteId: string } | { readonly taskResult: Json; readonly remoteId?: string } | null
}

/**
 * A 303 tells where what was begun is seen (RFC 9110, 15.4.4; https://modal.com/docs/guide/webhook-timeouts), gateways say 408 of a
 * model that takes longer than they wait (LiteLLM, `Timeout`), and Google says 499 of what it ended
 * (https://google.aip.dev/193, CANCELLED).
 */
const MAYBE_TAKEN: ReadonlySet<number> = new Set([303, 408, 499])

export function readSubmission(response: ServiceResponse, now: number, how: SubmissionRules): SubmitOutcome {
  const { status, json } = response
  const raw = rawOf(response)
  const isOpen = MAYBE_TAKEN.has(status) && how.isDefiniteNo?.(response) !== true
  const no = isOpen ? null : definiteNo(response, now, how)
  if (no) return no
  const unknown = (reason: string): SubmitOutcome => ({
    kind: 'unknown',
    failure: failures.unknownOutcome(reason),
    raw,
  })
  if (status < 200 || status >= 300) return unknown(`the service responded with ${status} and no reason`)
  const accepted = how.accepted(json)
  if (accepted === null) return unknown('the response holds no task id and no result that can be read')
  return 'taskResult' in accepted
    ? { kind: 'completed', ...accepted, raw }
    : { kind: 'accepted', ...accepted, raw }
}

function definiteNo(response: ServiceResponse, now: number, how: ErrorRules): SubmitOutcome | null {
  const { status } = response
  const raw = rawOf(response)
  const rejected = (failure: Failure): SubmitOutcome => ({ kind: 'rejected', failure, raw })
  const kind = kindOf(response, how)
  switch (kind) {
    case 'key':
      return { kind: 'unauthorized', failure: failures.keyRefused(shortWords(response, how)), raw }
    case 'rate': {
      const waitMs = waitOf(response, now, how)
      return {
        kind: 'rate_limited',
        failure: failures.rateLimited(shortWords(response, how), waitMs),
        waitMs,
        raw,
      }
    }
    case 'redirect':
      return rejected(failures.redirected(response.header('location')))
    case 'credits':
      return rejected(failures.outOfCredits(shortWords(response, how), status))
    case 'no':
      return rejected(failures.rejected(wordsOf(response, how), status, how.codeOf?.(response.json)))
    case 'ok':
    case 'trouble':
      return null
  }
}

type Kind = 'ok' | 'key' | 'rate' | 'credits' | 'redirect' | 'no' | 'trouble'

function kindOf(response: ServiceResponse, how: ErrorRules): Kind {
  const { status } = response
  if (status === 401 || how.isKeyRefused?.(response)) return 'key'
  if (status === 402 || how.isOutOfCredits?.(response)) return 'credits'
  if (status === 429 || how.isRateLimit?.(response)) return 'rate'
  if (how.isDefiniteNo?.(response)) return 'no'
  if (status >= 200 && status < 300) return 'ok'
  if (status >= 300 && status < 400) return 'redirect'
  return status >= 400 && status < 500 ? 'no' : 'trouble'
}

/** The outcome of any other request. `parse` returns null for a body that cannot be read. */
export function readOutcome<Value>(
  response: ServiceResponse,
  now: number,
  parse: (json: Json | undefined) => Value | null,
  how: ErrorRules = {},
): ReadOutcome<Value> {
  const raw = rawOf(response)
  const { status, json } = response
  const kind = kindOf(response, how)
  if (kind === 'ok') {
    const value = parse(json)
    if (value !== null) return { kind: 'ok', value, raw, status }
  }
  const waitMs = kind === 'rate' ? waitOf(response, now, how) : null
  return { kind: 'refused', failure: readFailure(response, kind, waitMs, how), waitMs, raw }
}

function readFailure(response: ServiceResponse, kind: Kind, waitMs: number | null, how: ErrorRules): Failure {
  const { status } = response
  const words = shortWords(response, how)
  switch (kind) {
    case 'ok':
      return { code: 'unreadable_answer', ...written(failures.unreadable(response.excerpt)) }
    case 'key':
      return failures.keyRefused(words)
    case 'rate':
      return failures.rateLimited(words, waitMs)
    case 'credits':
      return failures.outOfCredits(words, status)
    case 'redirect':
      return failures.redirected(response.header('location'))
    case 'trouble':
      return {
        code: 'service_unavailable',
        ...written(`The service responded with ${status}. ${words}`.trim()),
      }
    case 'no':
      return readRefusal(response, how)
  }
}

function readRefusal(response: ServiceResponse, how: ErrorRules): Failure {
  const { status } = response
  const words = shortWords(response, how)
  if (status === 403) return { code: 'forbidden', ...written(words || 'This key does not own that task.') }
  if (status === 404) return { code: 'not_found', ...written(words || 'The service does not know it.') }
  if (status >= 500)
    return {
      code: 'service_unavailable',
      ...written(`The service responded with ${status}. ${words}`.trim()),
    }
  if (status < 300) return { code: 'service_rejected', ...written(`The service says: ${words}`) }
  return {
    code: 'service_rejected',
    ...written(`The service refused (${status}): ${wordsOf(response, how)}`),
  }
}

/** The reason in a body of unknown shape: its message, else its text, and nothing for a web page. */
export function plainWords(json: Json | undefined, excerpt: string): string {
  const body = asObject(json)
  const error = asObject(body?.['error'])
  const detail = asObject(body?.['detail'])
  const candidates = [
    body?.['message'],
    error?.['message'],
    body?.['error'],
    body?.['detail'],
    detail?.['message'],
    body?.['title'],
    json,
  ]
  const text = candidates.find((value): value is string => typeof value === 'string' && value.trim() !== '')
  if (text !== undefined) return text.slice(0, MAX_MESSAGE_CHARACTERS)
  return /^\s*</.test(excerpt) ? '' : excerpt
}

function wordsOf({ json, excerpt }: ServiceResponse, how: ErrorRules): string {
  return (how.words ?? plainWords)(json, excerpt).slice(0, MAX_MESSAGE_CHARACTERS)
}

/** Where a sentence of ours says what is wrong: what the API says beside it, and no text that stands in its place. */
function shortWords({ json }: ServiceResponse, how: ErrorRules): string {
  return typeof json === 'object' ? (how.words ?? plainWords)(json, '').slice(0, MAX_MESSAGE_CHARACTERS) : ''
}

function waitOf(response: ServiceResponse, now: number, how: ErrorRules): number | null {
  const { header } = response
  return retryAfterMs(header('retry-after'), header('date'), now) ?? how.waitMs?.(response) ?? null
}

export function rawOf({ json, excerpt }: ServiceResponse): Json {
  return json === undefined ? excerpt : json
}

/**
 * What a status and a body mean, once for all APIs. An adapter says how its own errors differ.
 *
 * The rule for a submission is: a definite no is a no, everything else may be a yes.
 */
import type { Failure } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Json } from '#contract/json.ts'
import { asObject } from '../json/read-json.ts'
import * as failures from './failures.ts'
import type { ErrorRules, ReadOutcome, SubmitOutcome } from './service-api.ts'
import type { ServiceResponse } from './transport/send-request.ts'
import { possibleWait, retryAfterMs } from '../network/retry-after.ts'

const MAX_MESSAGE_CHARACTERS = 2_000

export interface SubmissionRules extends ErrorRules {
  /** It names a task: whatever its status says, it may have been taken. */
  namesTask?(json: Json | undefined): boolean
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
  const mayBeTaken = MAYBE_TAKEN.has(status) || how.namesTask?.(json) === true
  const isOpen = mayBeTaken && how.isDefiniteNo?.(response) !== true
  const no = isOpen ? null : definiteNo(response, now, how)
  if (no) return no
  const unknown = (why: Message): SubmitOutcome => ({
    kind: 'unknown',
    failure: { ...failures.unknownOutcome(why), charged: 'maybe' },
    raw,
  })
  if (status < 200 || status >= 300) return unknown(message('service.unknown.failing', { code: status }))
  const accepted = how.accepted(json)
  if (accepted === null) return unknown(message('service.unknown.unreadable'))
  return 'taskResult' in accepted
    ? { kind: 'completed', ...accepted, raw }
    : { kind: 'accepted', ...accepted, raw }
}

function definiteNo(response: ServiceResponse, now: number, how: ErrorRules): SubmitOutcome | null {
  const raw = rawOf(response)
  const unpaid = (failure: Failure): Failure => ({ ...failure, charged: 'no' })
  const rejected = (failure: Failure): SubmitOutcome => ({ kind: 'rejected', failure: unpaid(failure), raw })
  const kind = kindOf(response, how)
  switch (kind) {
    case 'key':
      return {
        kind: 'unauthorized',
        failure: unpaid(failures.keyRefused(shortErrorText(response, how))),
        raw,
      }
    case 'rate': {
      const waitMs = waitOf(response, now, how)
      return {
        kind: 'rate_limited',
        failure: unpaid(failures.rateLimited(shortErrorText(response, how), waitMs)),
        waitMs,
        raw,
      }
    }
    case 'redirect':
      return rejected(failures.redirected(response.header('location')))
    case 'credits':
      return rejected(failures.outOfCredits(toldBriefly(response, how)))
    case 'no':
      return rejected(refusalOf(response, how))
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
  const text = shortErrorText(response, how)
  switch (kind) {
    case 'ok':
      return failures.unreadable(response.excerpt)
    case 'key':
      return failures.keyRefused(text)
    case 'rate':
      return failures.rateLimited(text, waitMs)
    case 'credits':
      return failures.outOfCredits(toldBriefly(response, how))
    case 'redirect':
      return failures.redirected(response.header('location'))
    case 'trouble':
      return failures.failing(toldBriefly(response, how))
    case 'no':
      return readRefusal(response, how)
  }
}

function readRefusal(response: ServiceResponse, how: ErrorRules): Failure {
  const { status } = response
  const text = shortErrorText(response, how)
  if (status === 403) return failures.noAccess(text)
  if (status === 404 || status === 410) return failures.notThere(text)
  return status >= 500 ? failures.failing(toldBriefly(response, how)) : refusalOf(response, how)
}

function refusalOf(response: ServiceResponse, how: ErrorRules): Failure {
  const told = { said: errorText(response, how), code: codeOf(response, how) }
  return how.isContentRefused?.(response) ? failures.contentRefused(told) : failures.rejected(told)
}

function toldBriefly(response: ServiceResponse, how: ErrorRules): failures.Told {
  return { said: shortErrorText(response, how), code: `${response.status}` }
}

function codeOf({ status, json }: ServiceResponse, how: ErrorRules): string {
  const own = how.codeOf?.(json)
  return own === undefined || own === status ? `${status}` : `${status}/${own}`
}

/** The reason in a body of unknown shape: its message, else its text, and nothing for a web page. */
export function plainErrorText(json: Json | undefined, excerpt: string): string {
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
  return isPage(excerpt) ? '' : excerpt
}

/** Whether a body begins as a web page. */
export function isPage(excerpt: string): boolean {
  return /^\s*</.test(excerpt)
}

function errorText({ json, excerpt }: ServiceResponse, how: ErrorRules): string {
  return (how.text ?? plainErrorText)(json, excerpt).trim().slice(0, MAX_MESSAGE_CHARACTERS)
}

/** Where a message of ours says what is wrong: what the API says beside it, and no text that stands in its place. */
function shortErrorText({ json }: ServiceResponse, how: ErrorRules): string {
  if (typeof json !== 'object') return ''
  return (how.text ?? plainErrorText)(json, '').trim().slice(0, MAX_MESSAGE_CHARACTERS)
}

function waitOf(response: ServiceResponse, now: number, how: ErrorRules): number | null {
  const { header } = response
  const asked = retryAfterMs(header('retry-after'), header('date'), now)
  return asked ?? possibleWait(how.waitMs?.(response) ?? Infinity)
}

export function rawOf({ json, excerpt }: ServiceResponse): Json {
  return json === undefined ? excerpt : json
}

/**
 * What can go wrong with a request to a service.
 *
 * None of these says whether anything was charged: only who sends the request knows what it would have cost.
 */
import { message, type Message } from '#contract/messages/message.ts'
import { type Failure, failure } from '#contract/errors.ts'
import { PROXY_SIGN_IN } from '../network/proxy-refusal.ts'
import type { RequestResult } from './transport/send-request.ts'

type NotSent = Extract<RequestResult, { kind: 'not_sent' }>
type NoResponse = Extract<RequestResult, { kind: 'no_response' }>

export function notSent(url: string, { reason }: NotSent): Failure {
  return failure('not_sent', whyNotReached(hostOf(url), reason))
}

/** Of a free request. */
export function unreachable(url: string, result: NotSent | NoResponse): Failure {
  const host = hostOf(url)
  return failure(
    'service_unavailable',
    result.kind === 'no_response' && result.waitedMs !== undefined
      ? message('service.slow', { host, seconds: Math.round(result.waitedMs / 1_000) })
      : whyNotReached(host, result.reason),
  )
}

/** Of a submission. */
export function unanswered(url: string, { reason, waitedMs }: NoResponse): Failure {
  const host = hostOf(url)
  return unknownOutcome(
    waitedMs === undefined
      ? message('service.unknown.broken', { host, reason })
      : message('service.unknown.slow', { host, seconds: Math.round(waitedMs / 1_000) }),
  )
}

export function unknownOutcome(why: Message): Failure {
  return failure('unknown_outcome', why)
}

/** What of a response is told: what the service says, empty where it says nothing, and its numbers. */
export interface Told {
  readonly said: string
  /** The status, and the API's own number of the error behind a slash. */
  readonly code: string
}

export function rejected({ said, code }: Told): Failure {
  return failure(
    'service_rejected',
    said === '' ? message('service.rejected', { code }) : message('service.rejectedSaid', { said, code }),
  )
}

export function contentRefused({ said, code }: Told): Failure {
  return failure(
    'service_rejected',
    said === ''
      ? message('service.contentRefused', { code })
      : message('service.contentRefusedSaid', { said, code }),
  )
}

export function keyRefused(said: string): Failure {
  return failure(
    'unauthorized',
    said === '' ? message('service.keyRefused') : message('service.keyRefusedSaid', { said }),
  )
}

export function rateLimited(said: string, waitMs: number | null): Failure {
  return failure(
    'rate_limited',
    said === '' ? message('service.limitReached') : message('service.limitReachedSaid', { said }),
    waitMs === null ? {} : { retryAfterMs: waitMs },
  )
}

export function redirected(location: string | null): Failure {
  const host = URL.parse(location ?? '')?.host ?? ''
  return failure(
    'service_rejected',
    host === '' ? message('service.redirectedAway') : message('service.redirected', { host }),
  )
}

export function outOfCredits({ said, code }: Told): Failure {
  return failure(
    'service_rejected',
    said === '' ? message('service.noCredit', { code }) : message('service.noCreditSaid', { said, code }),
  )
}

export function failing({ said, code }: Told): Failure {
  return failure(
    'service_unavailable',
    said === '' ? message('service.failing', { code }) : message('service.failingSaid', { said, code }),
  )
}

export function unreadable(excerpt: string): Failure {
  const said = excerpt.trim()
  return failure(
    'unreadable_answer',
    said === '' ? message('service.empty') : message('service.unreadable', { said }),
  )
}

export function noAccess(said: string): Failure {
  return failure('forbidden', said === '' ? message('service.noAccess') : message('service.says', { said }))
}

export function notThere(said: string): Failure {
  return failure('not_found', said === '' ? message('service.notThere') : message('service.says', { said }))
}

export function tooManyRequests(): Failure {
  return failure('service_rejected', 'service.tooManyPages')
}

export function noContact(service: string): Failure {
  return failure('not_available_here', message('service.noContact', { service }))
}

function whyNotReached(host: string, reason: string): Message {
  return reason === PROXY_SIGN_IN
    ? message('shared.proxySignIn')
    : message('service.notReachable', { host, reason })
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

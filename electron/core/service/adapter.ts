/** What the adapters are put together from, beside the reading of errors (outcomes.ts). */
import { z } from 'zod'
import { type Failure, failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { followedBy, message, type PlainMessageId } from '#contract/messages/message.ts'
import { SCENES } from '#contract/rules/media.ts'
import type { Capabilities } from '#contract/services.ts'
import { saidOf } from '../messages/said-of.ts'
import type { HttpRequest } from './http-request.ts'
import type { ReadOutcome, Send, Verdict } from './service-api.ts'

/** Of a service that does nothing beyond making media: an adapter says what else it can do. */
export const PLAIN = {
  hasContact: false,
  cancel: 'none',
  lookUp: 'none',
  reportsProgress: false,
  isFree: false,
  searchesModels: false,
  takesWorkflows: false,
} as const satisfies Partial<Capabilities>

/** Of a service whose models make whatever anybody trained them for. */
export const ALL_MEDIA = {
  mediaTypes: ['image', 'video', 'music'],
  scenes: SCENES.filter((scene) => scene !== 'character-creation'),
} as const satisfies Partial<Capabilities>

export function bearer(apiKey: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${apiKey}` }
}

export function post(url: string, json: Json): HttpRequest {
  return { method: 'POST', url, body: { kind: 'json', json } }
}

type Refused = Extract<ReadOutcome<never>, { kind: 'refused' }>

export function refused(failure: Failure, raw: Json = null): Refused {
  return { kind: 'refused', failure, waitMs: null, raw }
}

export function unreadable(problem: PlainMessageId, raw: Json = null): Refused {
  return refused(failure('unreadable_answer', problem), raw)
}

/** Asks, and reads what comes by `schema`; `problem` says what is wrong where it does not fit. */
export async function ask<Value>(
  get: Send,
  url: string,
  schema: z.ZodType<Value>,
  problem: PlainMessageId,
): Promise<ReadOutcome<Value>> {
  const outcome = await get({ method: 'GET', url })
  if (outcome.kind !== 'ok') return outcome
  const parsed = schema.safeParse(outcome.value)
  return parsed.success ? { ...outcome, value: parsed.data } : unreadable(problem, outcome.raw)
}

const MAX_ROWS = 2_000

/** A list of which only the rows that fit are read. */
export function rowsOf<Row>(schema: z.ZodType<Row>, most = MAX_ROWS) {
  return z
    .array(z.unknown())
    .transform((rows) => rows.flatMap((row) => schema.safeParse(row).data ?? []).slice(0, most))
}

const CLOSING: Failure = { code: 'service_unavailable', ...message('service.closing') }

/** Of an upload that was broken off: it comes before the request that is paid for. */
export const NOT_SENT: Failure = {
  code: 'not_sent',
  ...message('service.closing'),
  charged: 'no',
}

export function failureOf(
  outcome: Exclude<ReadOutcome<unknown>, { kind: 'ok' }>,
  aborted: Failure = CLOSING,
): Failure {
  return outcome.kind === 'refused' ? outcome.failure : aborted
}

/** What a connection test says, by the outcome of a free request that only this API answers so. */
export function readVerdict(outcome: ReadOutcome<unknown>, service: string): Verdict {
  if (outcome.kind === 'aborted') return { reachable: false, authorized: null, message: saidOf(CLOSING) }
  if (outcome.kind === 'ok')
    return { reachable: true, authorized: true, message: message('service.test.accepted') }
  const { failure: why } = outcome
  switch (why.code) {
    case 'unauthorized':
      return { reachable: true, authorized: false, message: saidOf(why) }
    case 'rate_limited':
      return {
        reachable: true,
        authorized: null,
        message: message('service.test.slowDown'),
      }
    case 'service_unavailable':
      return { reachable: false, authorized: null, message: saidOf(why) }
    default:
      return {
        reachable: true,
        authorized: null,
        message: followedBy(message('service.test.other', { service }), saidOf(why)),
      }
  }
}

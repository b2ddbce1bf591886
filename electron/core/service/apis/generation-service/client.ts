/**
 * The generation service's HTTP API: every endpoint of the spec, one exchange a call, every outcome told apart.
 *
 * Owns what a status and a body mean. What follows from it for a task is the engine's business.
 */
import { assertNever, type Failure } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { FindProxy } from '../../../ports/proxy.ts'
import { exchange, type Answer, type Exchange } from '../../transport/send-request.ts'
import { retryAfterMs } from '../../transport/retry-after.ts'
import { parseAccepted, parseServiceError, parseTask, wordsOf, type RemoteTask } from './parse-response.ts'

/** Submitting may carry tens of megabytes of reference media; a slow line gets a second for every 50 kB. */
const SUBMIT_TIMEOUT_MS = 60_000
const SUBMIT_BYTES_PER_MS = 50
const READ_TIMEOUT_MS = 30_000

export interface ServiceAddress {
  readonly baseUrl: string
  readonly apiKey?: string
  /** Without it, straight to the address. */
  readonly findProxy?: FindProxy
}

/** The body of POST /api/v1/generate. */
export interface GenerateBody {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string
  readonly options?: JsonObject
}

/** `raw` is what is kept for the task's history: the JSON, or the first 200 characters of something else. */
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

/** Sends one generate request, once. Whatever happens is told as an outcome; it never throws and never repeats. */
export async function submit(
  address: ServiceAddress,
  body: GenerateBody,
  now: number,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const text = JSON.stringify(body)
  const answer = await exchange({
    method: 'POST',
    url: `${address.baseUrl}/api/v1/generate`,
    body: text,
    timeoutMs: SUBMIT_TIMEOUT_MS + Math.ceil(text.length / SUBMIT_BYTES_PER_MS),
    ...carried(address),
    ...(signal ? { signal } : {}),
  })
  return judgeSubmission(answer, now)
}

/** What an answer to a generate request means; the rule is "a definite no is a no, everything else may be a yes". */
export function judgeSubmission(answer: Answer, now: number): SubmitOutcome {
  switch (answer.kind) {
    case 'not_sent':
      return { kind: 'not_sent', failure: unreachable('not_sent', answer.reason, 'Nothing was sent.') }
    case 'no_answer':
      return { kind: 'unknown', failure: unknownOutcome(answer.reason), raw: null }
    case 'aborted':
      return answer
    case 'answer':
      break
    default:
      return assertNever(answer)
  }
  const { status } = answer
  const raw = rawOf(answer)
  const said = parseServiceError(answer.json)
  if (status >= 200 && status < 300) {
    if (said) return { kind: 'rejected', failure: rejected(said.message, status, said.code), raw }
    const remoteId = parseAccepted(answer.json)
    if (remoteId !== null) return { kind: 'accepted', remoteId, raw }
    return { kind: 'unknown', failure: unknownOutcome('the answer holds no task id that can be read'), raw }
  }
  if (status === 401) return { kind: 'unauthorized', failure: keyRefused(said?.message), raw }
  if (status === 429) {
    const waitMs = retryAfterMs(answer.retryAfter, answer.date, now)
    return { kind: 'rate_limited', failure: rateLimited(said?.message, waitMs), waitMs, raw }
  }
  if (status >= 300 && status < 400) {
    return { kind: 'rejected', failure: redirected(answer.location), raw }
  }
  if (status >= 400 && status < 500) {
    return {
      kind: 'rejected',
      failure: rejected(said?.message ?? wordsOf(answer.json, answer.excerpt), status, said?.code),
      raw,
    }
  }
  if (said) return { kind: 'rejected', failure: rejected(said.message, status, said.code), raw }
  return {
    kind: 'unknown',
    failure: unknownOutcome(`the service answered ${status} without saying more`),
    raw,
  }
}

/** Asks for a task. `refresh` 1: live from the provider; `assets`: the service keeps the finished files. */
export async function readTask(
  address: ServiceAddress,
  remoteId: string,
  refresh: '1' | 'assets' | null,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<RemoteTask>> {
  const query = refresh === null ? '' : `?refresh=${refresh}`
  const answer = await exchange({
    method: 'GET',
    url: `${address.baseUrl}/api/v1/task/${encodeURIComponent(remoteId)}${query}`,
    timeoutMs: READ_TIMEOUT_MS,
    ...carried(address),
    ...(signal ? { signal } : {}),
  })
  return judgeRead(answer, now, parseTask)
}

/** Fetches the model listing, whatever its shape; reading it is the catalogue's business. */
export async function readListing(
  address: ServiceAddress,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<Json>> {
  const answer = await exchange({
    method: 'GET',
    url: `${address.baseUrl}/ai/models`,
    timeoutMs: READ_TIMEOUT_MS,
    ...carried(address),
    ...(signal ? { signal } : {}),
  })
  return judgeRead(answer, now, (json) => json ?? null)
}

/** Sends a message through the contact form. Needs no key, so none is sent. */
export async function sendContact(
  baseUrl: string,
  message: { readonly email: string; readonly content: string },
  now: number,
  findProxy?: FindProxy,
): Promise<ReadOutcome<true>> {
  const answer = await exchange({
    method: 'POST',
    ...carried(findProxy ? { baseUrl, findProxy } : { baseUrl }),
    url: `${baseUrl}/api/v1/contact`,
    body: JSON.stringify(message),
    timeoutMs: READ_TIMEOUT_MS,
  })
  return judgeRead(answer, now, () => true)
}

function judgeRead<Value>(
  answer: Answer,
  now: number,
  parse: (json: Json | undefined) => Value | null,
): ReadOutcome<Value> {
  if (answer.kind === 'aborted') return { kind: 'aborted' }
  const refuse = (failure: Failure, raw: Json, waitMs: number | null = null): ReadOutcome<Value> => ({
    kind: 'refused',
    failure,
    waitMs,
    raw,
  })
  if (answer.kind !== 'answer') return refuse(unreachable('service_unavailable', answer.reason), null)
  const { status } = answer
  const raw = rawOf(answer)
  const said = parseServiceError(answer.json)?.message
  if (status >= 200 && status < 300) {
    const value = said === undefined ? parse(answer.json) : null
    if (value !== null) return { kind: 'ok', value, raw, status }
    if (said !== undefined)
      return refuse({ code: 'service_rejected', message: `The service says: ${said}` }, raw)
    return refuse({ code: 'unreadable_answer', message: unreadable(answer.excerpt) }, raw)
  }
  if (status === 401) return refuse(keyRefused(said), raw)
  if (status === 403)
    return refuse({ code: 'forbidden', message: said ?? 'This key does not own that task.' }, raw)
  if (status === 404)
    return refuse({ code: 'not_found', message: said ?? 'The service does not know it.' }, raw)
  if (status === 429) {
    const waitMs = retryAfterMs(answer.retryAfter, answer.date, now)
    return refuse(rateLimited(said, waitMs), raw, waitMs)
  }
  if (status >= 300 && status < 400) return refuse(redirected(answer.location), raw)
  if (status >= 400 && status < 500) {
    return refuse(
      {
        code: 'service_rejected',
        message: `The service refused (${status}): ${said ?? wordsOf(answer.json, answer.excerpt)}`,
      },
      raw,
    )
  }
  return refuse(
    { code: 'service_unavailable', message: `The service answered ${status}. ${said ?? ''}`.trim() },
    raw,
  )
}

function carried({ apiKey, findProxy }: ServiceAddress): Pick<Exchange, 'apiKey' | 'findProxy'> {
  return { ...(apiKey === undefined ? {} : { apiKey }), ...(findProxy ? { findProxy } : {}) }
}

function rawOf(answer: Extract<Answer, { kind: 'answer' }>): Json {
  return answer.json === undefined ? answer.excerpt : answer.json
}

function unreachable(code: 'not_sent' | 'service_unavailable', reason: string, more = ''): Failure {
  return { code, message: `The service cannot be reached (${reason}). ${more}`.trim(), charged: 'no' }
}

function unknownOutcome(reason: string): Failure {
  return {
    code: 'unknown_outcome',
    message: `The request left, but ${reason}. It may or may not have been accepted, and charged.`,
    charged: 'maybe',
  }
}

function rejected(said: string, status: number, code?: number): Failure {
  const numbers = code === undefined ? `${status}` : `${status}, code ${code}`
  const words = said.trim() === '' ? 'without a reason' : `: ${said.trim()}`
  return {
    code: 'service_rejected',
    message: `The service refused the request (${numbers})${words.startsWith(':') ? '' : ' '}${words}`,
    charged: 'no',
  }
}

function keyRefused(said: string | undefined): Failure {
  return {
    code: 'unauthorized',
    message: `The service refused the key${said ? `: ${said}` : '.'} Enter a valid key in Settings.`,
    charged: 'no',
  }
}

function rateLimited(said: string | undefined, waitMs: number | null): Failure {
  return {
    code: 'rate_limited',
    message: `The service's limit is reached${said ? `: ${said}` : '.'} It is asked again later.`,
    charged: 'no',
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  }
}

function redirected(location: string | null): Failure {
  const where = location === null ? 'another address' : (URL.parse(location)?.host ?? 'another address')
  return {
    code: 'service_rejected',
    message: `The service redirects to ${where}. The key is not sent there: check the address in Settings.`,
    charged: 'no',
  }
}

function unreadable(excerpt: string): string {
  return excerpt.trim() === ''
    ? 'The service answered with nothing.'
    : `The service's answer cannot be read: ${excerpt}`
}

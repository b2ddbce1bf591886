/**
 * Speaks with a service through its adapter: each request is sent once, with the key where it belongs, and in its time.
 *
 * What a request looks like and what a response means is the adapter's business; what follows for a task is the engine's.
 */
import { assertNever } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { withSeedsAsNumbers } from '#contract/rules/exact-seeds.ts'
import { isLocalService } from '../network/safe-address.ts'
import * as failures from './failures.ts'
import { refused } from './adapter.ts'
import { isPage, rawOf, readOutcome } from './outcomes.ts'
import type { HttpRequest, Part, RequestBody } from './http-request.ts'
import type {
  ReadOutcome,
  RemoteTask,
  Send,
  ServiceAddress,
  ServiceApi,
  SubmitOutcome,
  TaskToSend,
} from './service-api.ts'
import type { KeepResponse } from './transport/keep-body.ts'
import { sendRequest, type RequestResult, type ServiceResponse } from './transport/send-request.ts'

const READ_TIMEOUT_MS = 30_000
/** Somebody waits for it. */
const CANCEL_TIMEOUT_MS = 10_000
/** A submission may carry tens of megabytes of input media; a slow line gets a second for every 50 kB. */
const SUBMIT_TIMEOUT_MS = 60_000
const SUBMIT_BYTES_PER_MS = 50
/** One purpose, for example a listing of many pages, takes no more. */
const MAX_FREE_REQUESTS = 20

/** The one paid request of a task, and how to read its response. */
export interface Submission {
  readonly task: TaskToSend
  readonly request: HttpRequest
  /** Where the response is kept, where it carries the result. */
  readonly keep?: KeepResponse
}

/** Sends a submission, once. It never throws and never repeats. `now` in milliseconds since the epoch. */
export async function sendSubmission(
  address: ServiceAddress,
  { task, request, keep }: Submission,
  now: number,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const result = await sendOnce(address, request, SUBMIT_TIMEOUT_MS, signal, keep)
  switch (result.kind) {
    case 'not_sent':
      return { kind: 'not_sent', failure: { ...failures.notSent(request.url, result), charged: 'no' } }
    case 'no_response':
      return {
        kind: 'unknown',
        failure: { ...failures.unanswered(request.url, result), charged: 'maybe' },
        raw: null,
      }
    case 'aborted':
      return result
    case 'response':
      return address.api.readSubmission(result, now, task)
    default:
      return assertNever(result)
  }
}

/**
 * Asks for a task; with `live` the provider itself. Where only the result tells whether a task that has ended failed, its result
 * is asked for at once.
 */
export async function readTask(
  address: ServiceAddress,
  remoteId: string,
  live: boolean,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<RemoteTask>> {
  const { api } = address
  const read = (response: ServiceResponse) => api.readTask(response, now, remoteId)
  const outcome = await sendToRead(address, api.poll(remoteId, address, live), ofTask(read), signal)
  const hasEnded =
    outcome.kind === 'ok' && outcome.value.status === 'SUCCESS' && outcome.value.taskResult === null
  return hasEnded && api.readResult ? readResult(address, remoteId, 0, now, signal) : outcome
}

/** Asks for the result of a finished task. `attempt` counts from 0 how often its addresses turned out dead. */
export function readResult(
  address: ServiceAddress,
  remoteId: string,
  attempt: number,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<RemoteTask>> {
  const { api } = address
  const request = api.result?.(remoteId, address, attempt) ?? api.poll(remoteId, address, true)
  const read = (response: ServiceResponse) =>
    api.result && api.readResult
      ? api.readResult(response, now, remoteId, address)
      : api.readTask(response, now, remoteId)
  return sendToRead(address, request, ofTask(read), signal)
}

type ReadTask = (response: ServiceResponse) => ReadOutcome<RemoteTask>

/** The page of a gateway, or of a network's sign-in, knows nothing of a task, whatever its status. */
const ofTask =
  (read: ReadTask): ReadTask =>
  (response) => {
    const { status, excerpt } = response
    if (![403, 404, 410].includes(status) || !isPage(excerpt)) return read(response)
    return refused(failures.failing({ said: '', code: `${status}` }), rawOf(response))
  }

/** What a response of the service that was stored says of a task that has ended; null where it names no result. */
export function readStored(address: ServiceAddress, remoteId: string, stored: Json): RemoteTask | null {
  const { api } = address
  const response = storedResponse(stored)
  const readings = [api.readResult?.(response, 0, remoteId, address), api.readTask(response, 0, remoteId)]
  for (const outcome of readings) {
    if (outcome?.kind !== 'ok') continue
    const { taskResult, madeBefore = null } = outcome.value
    if ((taskResult ?? madeBefore) !== null) return outcome.value
  }
  return null
}

/** What the kept response to a submission says; `json` is its skeleton. */
export function readKeptSubmission(api: ServiceApi, task: TaskToSend, json: Json): SubmitOutcome {
  return api.readSubmission(storedResponse(json), task.sentAt, task)
}

function storedResponse(json: Json): ServiceResponse {
  return { kind: 'response', status: 200, json, excerpt: '', header: () => null }
}

/** For an adapter's free requests: so many for one purpose. */
export function createSend(
  address: ServiceAddress,
  now: number,
  signal?: AbortSignal,
  most = MAX_FREE_REQUESTS,
): Send {
  let left = most
  return async (request) => {
    left -= 1
    if (left < 0) return refused(failures.tooManyRequests())
    const { errors } = address.api
    return sendToRead(
      address,
      request,
      (response) => readOutcome(response, now, (json) => json ?? null, errors),
      signal,
    )
  }
}

/** Asks the service to stop a task; whether it said that it did. */
export async function cancelTask(address: ServiceAddress, remoteId: string, now: number): Promise<boolean> {
  const { api, baseUrl } = address
  const send: Send = (request) =>
    sendToRead(address, { timeoutMs: CANCEL_TIMEOUT_MS, ...request }, (response) =>
      // Some say nothing but their status.
      readOutcome(response, now, (json) => json ?? '', api.errors),
    )
  return (await api.cancel?.(send, remoteId, { baseUrl })) ?? false
}

/** The headers for a result file at this URL; none outside the API's own origins. */
export function assetHeaders(address: ServiceAddress, url: URL): Readonly<Record<string, string>> {
  const { api, baseUrl, apiKey } = address
  return isOwnOrigin(api, address, url.href) ? (api.assetHeaders?.(url.href, { baseUrl }, apiKey) ?? {}) : {}
}

/** Sends a message through the contact form. It needs no key, so none is sent. */
export async function sendContact(
  { api, baseUrl, findProxy }: Pick<ServiceAddress, 'api' | 'baseUrl' | 'findProxy'>,
  message: { readonly email: string; readonly content: string },
  now: number,
): Promise<ReadOutcome<true>> {
  const request = api.contact?.(message, { baseUrl })
  if (!request) return refused(failures.noContact(api.label))
  return sendToRead({ api, baseUrl, findProxy }, request, (response) =>
    readOutcome(response, now, () => true, api.errors),
  )
}

async function sendToRead<Value>(
  address: ServiceAddress,
  request: HttpRequest,
  read: (response: ServiceResponse) => ReadOutcome<Value>,
  signal?: AbortSignal,
): Promise<ReadOutcome<Value>> {
  const result = await sendOnce(address, request, READ_TIMEOUT_MS, signal)
  if (result.kind === 'aborted') return { kind: 'aborted' }
  return result.kind === 'response' ? read(result) : refused(failures.unreachable(request.url, result))
}

async function sendOnce(
  address: ServiceAddress,
  { method, url, headers = {}, body, isGuarded, timeoutMs, deepest }: HttpRequest,
  usualTimeoutMs: number,
  signal: AbortSignal | undefined,
  keep?: KeepResponse,
): Promise<RequestResult> {
  const { apiKey, findProxy, whileReading } = address
  const written = body && (await writeBody(body))
  const bytes = written?.body.length ?? 0
  return sendRequest({
    method,
    url,
    headers: { ...headers, ...(written && { 'content-type': written.contentType }) },
    timeoutMs: timeoutMs ?? usualTimeoutMs + Math.ceil(bytes / SUBMIT_BYTES_PER_MS),
    body: written?.body,
    apiKey,
    authorization: keyHeaders(address, url),
    findProxy,
    whileReading,
    guard: isGuarded ? { allowLocal: isLocalService(address.baseUrl) } : undefined,
    signal,
    keep,
    deepest,
  })
}

/** The key goes to the API's own origins and to no other. */
function keyHeaders(address: ServiceAddress, url: string): Readonly<Record<string, string>> {
  const { api, apiKey } = address
  return apiKey !== undefined && isOwnOrigin(api, address, url) ? api.authorization(apiKey) : {}
}

function isOwnOrigin(api: ServiceApi, address: Pick<ServiceAddress, 'baseUrl'>, url: string): boolean {
  const origin = URL.parse(url)?.origin
  if (origin === undefined || origin === 'null') return false
  const own = [address.baseUrl, ...(api.ownOrigins?.({ baseUrl: address.baseUrl }) ?? [])]
  return own.some((one) => URL.parse(one)?.origin === origin)
}

interface WrittenBody {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

async function writeBody(body: RequestBody): Promise<WrittenBody> {
  switch (body.kind) {
    case 'json':
      return { contentType: 'application/json', body: withSeedsAsNumbers(JSON.stringify(body.json)) }
    case 'bytes':
      return { contentType: body.mimeType, body: new Uint8Array(body.bytes) }
    case 'multipart': {
      const form = new Response(formOf(body.parts))
      return {
        contentType: form.headers.get('content-type') ?? '',
        body: new Uint8Array(await form.arrayBuffer()),
      }
    }
    default:
      return assertNever(body)
  }
}

/** As every client of these services writes it: line breaks in a text become CRLF. */
function formOf(parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const { name, value } of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.mimeType }), value.fileName)
  }
  return form
}

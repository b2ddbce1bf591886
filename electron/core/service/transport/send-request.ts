/**
 * One HTTP request to a service, told as data: its response, or how sure we are that nothing was sent.
 *
 * Every request has a socket of its own (`connection: close`), is sent once, follows no redirect and is never repeated
 * here: a kept-alive socket that dies under a request leaves open whether the service saw it, and a repeated generate
 * request is paid twice. What a response means is the caller's business.
 */
import { Buffer } from 'node:buffer'
import ky from 'ky'
import type { Json } from '#contract/json.ts'
import type { FindProxy } from '#core/ports/shell.ts'
import { keepBody, type KeepResponse } from './keep-body.ts'
import { createKeyCleaner, type KeyCleaner } from './key-cleaner.ts'
import { findRoute } from '../../network/find-route.ts'
import { asksSignIn, PROXY_SIGN_IN } from '../../network/proxy-refusal.ts'
import { guardedLookup, refusedAddress } from '../../network/safe-address.ts'
import { fetchBy, fetchPatiently, fetchThrough, type OwnFetch } from './proxied-fetch.ts'
import { readBody, type Body, type FetchResponse } from './read-body.ts'
import { causesOf, watchSending } from './sending-watch.ts'

const EXCERPT_CHARACTERS = 200
/** Enough to find every key that the excerpt may show a part of. */
const EXCERPT_BYTES = 64 * 1024

/** Runs what reads a response that has arrived, so that somebody knows of it. */
export type WhileReading = <Value>(read: () => Promise<Value>) => Promise<Value>

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Taken out of whatever comes back. */
  readonly apiKey?: string | undefined
  /** The headers that carry the key; without them it is a Bearer token. */
  readonly authorization?: Readonly<Record<string, string>> | undefined
  /** Sent as application/json where `headers` name no other type. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Without it, the request goes directly to the address. */
  readonly findProxy?: FindProxy | undefined
  readonly whileReading?: WhileReading | undefined
  /** The address is checked, and again where its name leads at the moment of connecting, as that of a file is. */
  readonly guard?: { readonly allowLocal: boolean } | undefined
  /** A 2xx carries the result: its body is kept on disk, and `json` is its skeleton. */
  readonly keep?: KeepResponse | undefined
  /** Lists and objects that lie deeper in the response are empty in `json`. */
  readonly deepest?: number | undefined
}

export interface ServiceResponse {
  readonly kind: 'response'
  readonly status: number
  /** The parsed body; undefined when it was no JSON, was cut, too large, too deep, or made of too many values. */
  readonly json: Json | undefined
  /** The first 200 characters of the body. */
  readonly excerpt: string
  /** Any header by its name in any case, without the key. */
  readonly header: (name: string) => string | null
}

export type RequestResult =
  | ServiceResponse
  /** Nothing left this computer: no address, no connection, or no TLS. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The request left, at least in part, and no response came: in time, where `waitedMs` says how long that was. */
  | { readonly kind: 'no_response'; readonly reason: string; readonly waitedMs?: number }
  /** The caller's signal ended it. `sent` tells whether the request had begun to leave. */
  | { readonly kind: 'aborted'; readonly sent: boolean }

/** Never throws. */
export async function sendRequest(request: ServiceRequest): Promise<RequestResult> {
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const limit = createTimeLimit(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, limit.signal]) : limit.signal
  const route = await openRoute(request)
  if (!route.ok) return { kind: 'not_sent', reason: route.reason }
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const watch = watchSending()
  const cleaner = createKeyCleaner(request.apiKey)
  try {
    const response = await watch.run(() => fetchOnce(request, signal, route.own))
    const { keep, whileReading = (read) => read() } = request
    const isKept = keep !== undefined && response.status >= 200 && response.status < 300
    // What was paid for arrives: the time for the response is over, and the body has its own.
    if (isKept) limit.end()
    const body = isKept
      ? await keepBody(response, keep, request.signal, watch.receivedBytes)
      : await readBody(response, signal, watch.receivedBytes, request.deepest)
    return await whileReading(() => readResponse(response, body, cleaner))
  } catch (error) {
    if (request.signal?.aborted) return { kind: 'aborted', sent: watch.mayBeSent(error) }
    const reason = cleaner.text(reasonOf(error))
    if (!watch.mayBeSent(error)) return { kind: 'not_sent', reason }
    return { kind: 'no_response', reason, ...(limit.signal.aborted && { waitedMs: request.timeoutMs }) }
  } finally {
    limit.end()
    await route.own?.close()
  }
}

/** Watched by a signal of its own, so that the time can be over before its end. */
function createTimeLimit(timeoutMs: number) {
  const abort = new AbortController()
  let isOver = false
  AbortSignal.timeout(timeoutMs).addEventListener('abort', () => void (isOver || abort.abort()), {
    once: true,
  })
  return { signal: abort.signal, end: () => void (isOver = true) }
}

type Route =
  | { readonly ok: true; readonly own: OwnFetch | null }
  | { readonly ok: false; readonly reason: string }

/** A URL that cannot be parsed is reported by the request itself. */
async function openRoute({ url, findProxy, guard, keep, timeoutMs }: ServiceRequest): Promise<Route> {
  const parsed = URL.parse(url)
  try {
    const refused = guard && parsed ? refusedAddress(parsed, guard.allowLocal) : null
    if (refused !== null) return { ok: false, reason: 'EPRIVATE' }
    const lookup = guard && parsed ? guardedLookup(guard.allowLocal, parsed.protocol === 'http:') : undefined
    const proxy = parsed && (await findRoute(parsed, findProxy, lookup))
    if (proxy !== null) return { ok: true, own: await fetchThrough(proxy, timeoutMs) }
    if (lookup) return { ok: true, own: await fetchBy(lookup, timeoutMs) }
    return { ok: true, own: keep ? await fetchPatiently(timeoutMs) : null }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

async function fetchOnce(
  request: ServiceRequest,
  signal: AbortSignal,
  own: OwnFetch | null,
): Promise<FetchResponse> {
  const body = request.body === undefined ? null : new Blob([request.body])
  const init = {
    method: request.method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...request.headers,
      ...authorizationOf(request),
      ...(body && { 'content-length': String(body.size) }),
      connection: 'close',
    },
    // fetch sends by itself again what is answered with 421, unless its body is a stream, which can be read once (Fetch Standard,
    // HTTP-network-or-cache fetch, step 16).
    ...(body && { body: body.stream(), duplex: 'half' as const }),
    redirect: 'manual',
    signal,
  } as const
  if (own) return own.fetch(request.url, init)
  return ky(request.url, { ...init, retry: 0, timeout: false, throwHttpErrors: false })
}

function authorizationOf({ apiKey, authorization }: ServiceRequest): Readonly<Record<string, string>> {
  if (authorization) return authorization
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}

async function readResponse(
  response: FetchResponse,
  { chunks, readJson }: Body,
  cleaner: KeyCleaner,
): Promise<ServiceResponse> {
  const json = await readJson()
  return {
    kind: 'response',
    status: response.status,
    json: json === undefined ? undefined : await cleaner.json(json),
    excerpt: excerptOf(chunks, cleaner),
    header: (name) => {
      const value = response.headers.get(name)
      return value === null ? null : cleaner.text(value)
    },
  }
}

function excerptOf(chunks: readonly Uint8Array[], cleaner: KeyCleaner): string {
  const sizeBytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const head = Buffer.concat(chunks, Math.min(EXCERPT_BYTES, sizeBytes)).toString('utf8')
  return cleaner.text(head).slice(0, EXCERPT_CHARACTERS)
}

/** The innermost cause in a word: its code where it has one. */
function reasonOf(error: unknown): string {
  if (asksSignIn(error)) return PROXY_SIGN_IN
  const innermost = causesOf(error).at(-1)
  return innermost?.code || innermost?.message || String(error)
}

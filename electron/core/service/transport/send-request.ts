/**
 * One HTTP request to a service, told as data: its response, or how sure we are that nothing was sent.
 *
 * Every request has a socket of its own (`connection: close`), is sent once, follows no redirect and is never repeated
 * here: a kept-alive socket that dies under a request leaves open whether the service saw it, and a repeated generate
 * request is paid twice. What a response means is the caller's business.
 */
import ky from 'ky'
import { Buffer } from 'node:buffer'
import type { Json } from '#contract/json.ts'
import type { FindProxy } from '../../ports/proxy.ts'
import { createJsonMeter, parseMeasuredJson } from '../../json/bounded-json.ts'
import type { WhileReading } from '../service-api.ts'
import { createKeyCleaner, type KeyCleaner } from './key-cleaner.ts'
import { fetchThrough, type ProxiedFetch } from './proxied-fetch.ts'
import { causesOf, watchSending } from './watch-sending.ts'

/** Room for the files that some services put inside a response. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
/** Text compresses to a tenth, JSON that repeats itself to a thirtieth. */
const HIGHEST_RATIO = 100
/** The ratio says nothing of less. */
const SMALL_RESPONSE_BYTES = 1024 * 1024
const EXCERPT_CHARACTERS = 200
/** Enough to find every key that the excerpt may show a part of. */
const EXCERPT_BYTES = 64 * 1024

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly apiKey?: string
  /** Sent as application/json. */
  readonly body?: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Without it, the request goes directly to the address. */
  readonly findProxy?: FindProxy
  readonly whileReading?: WhileReading
}

export interface ServiceResponse {
  readonly kind: 'response'
  readonly status: number
  /** The parsed body; undefined when it was no JSON, was cut, too large, too deep, or made of too many values. */
  readonly json: Json | undefined
  /** The first 200 characters of the body. */
  readonly excerpt: string
  readonly retryAfter: string | null
  readonly location: string | null
  readonly date: string | null
}

export type RequestResult =
  | ServiceResponse
  /** Nothing left this computer: no address, no connection, or no TLS. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The request left, at least in part, and no response came. */
  | { readonly kind: 'no_response'; readonly reason: string }
  /** The caller's signal ended it. `sent` tells whether the request had begun to leave. */
  | { readonly kind: 'aborted'; readonly sent: boolean }

/** Never throws. */
export async function sendRequest(request: ServiceRequest): Promise<RequestResult> {
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  const route = await connectProxy(request)
  if (!route.ok) return { kind: 'not_sent', reason: route.reason }
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const watch = watchSending()
  const cleaner = createKeyCleaner(request.apiKey)
  try {
    const response = await watch.run(() => fetchOnce(request, signal, route.proxied))
    const body = await readBody(response, () => watch.receivedBytes())
    const { whileReading = (read) => read() } = request
    return await whileReading(() => readResponse(response, body, cleaner))
  } catch (error) {
    if (request.signal?.aborted) return { kind: 'aborted', sent: watch.mayBeSent(error) }
    const cause = cleaner.text(reasonOf(error))
    if (!watch.mayBeSent(error)) return { kind: 'not_sent', reason: cause }
    const reason = timeout.aborted
      ? `no response within ${Math.round(request.timeoutMs / 1000)} s`
      : `the connection broke (${cause})`
    return { kind: 'no_response', reason }
  } finally {
    await route.proxied?.close()
  }
}

type ProxyRoute =
  | { readonly ok: true; readonly proxied: ProxiedFetch | null }
  | { readonly ok: false; readonly reason: string }

/** A URL that cannot be parsed is reported by the request itself. */
async function connectProxy({ url, findProxy }: ServiceRequest): Promise<ProxyRoute> {
  const parsed = URL.parse(url)
  if (!findProxy || !parsed) return { ok: true, proxied: null }
  try {
    const proxy = await findProxy(parsed)
    return { ok: true, proxied: proxy === null ? null : await fetchThrough(proxy) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** What the responses of Node's fetch and of undici's have in common. */
interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

async function fetchOnce(
  request: ServiceRequest,
  signal: AbortSignal,
  proxied: ProxiedFetch | null,
): Promise<FetchResponse> {
  const init = {
    method: request.method,
    headers: {
      accept: 'application/json',
      connection: 'close',
      ...(request.apiKey === undefined ? {} : { authorization: `Bearer ${request.apiKey}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'manual',
    signal,
  } as const
  if (proxied) return proxied.fetch(request.url, init)
  return ky(request.url, { ...init, retry: 0, timeout: false, throwHttpErrors: false })
}

async function readResponse(
  response: FetchResponse,
  { chunks, isWhole }: Body,
  cleaner: KeyCleaner,
): Promise<ServiceResponse> {
  const json = isWhole ? parseMeasuredJson(Buffer.concat(chunks).toString('utf8')) : undefined
  const location = response.headers.get('location')
  return {
    kind: 'response',
    status: response.status,
    json: json === undefined ? undefined : await cleaner.json(json),
    excerpt: excerptOf(chunks, cleaner),
    retryAfter: response.headers.get('retry-after'),
    location: location === null ? null : cleaner.text(location),
    date: response.headers.get('date'),
  }
}

interface Body {
  readonly chunks: readonly Uint8Array[]
  readonly isWhole: boolean
}

/**
 * Stops as soon as the body is more than is read. A body that breaks off leaves a response without a body: its status is
 * known, and may decide.
 */
async function readBody(response: FetchResponse, receivedBytes: () => number): Promise<Body> {
  const chunks: Uint8Array[] = []
  const meter = createJsonMeter()
  let sizeBytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      sizeBytes += chunk.byteLength
      if (isTooLarge(sizeBytes, receivedBytes()) || !meter(chunk)) return { chunks, isWhole: false }
    }
  } catch {
    return { chunks, isWhole: false }
  }
  return { chunks, isWhole: true }
}

function isTooLarge(sizeBytes: number, receivedBytes: number): boolean {
  if (sizeBytes > MAX_RESPONSE_BYTES) return true
  return sizeBytes > SMALL_RESPONSE_BYTES && receivedBytes > 0 && sizeBytes > receivedBytes * HIGHEST_RATIO
}

function excerptOf(chunks: readonly Uint8Array[], cleaner: KeyCleaner): string {
  const sizeBytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const head = Buffer.concat(chunks, Math.min(EXCERPT_BYTES, sizeBytes)).toString('utf8')
  return cleaner.text(head).slice(0, EXCERPT_CHARACTERS)
}

/** The innermost cause in a word: its code where it has one. */
function reasonOf(error: unknown): string {
  const innermost = causesOf(error).at(-1)
  return innermost?.code || innermost?.message || String(error)
}

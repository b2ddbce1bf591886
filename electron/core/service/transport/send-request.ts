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
import { parseBoundedJson } from './bounded-json.ts'
import { fetchThrough, type ProxiedFetch } from './proxied-fetch.ts'
import { causesOf, watchSending } from './watch-sending.ts'

/** Far more than any real response holds. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
const EXCERPT_CHARACTERS = 200
/** A shorter key could stand in a response by chance, and is not redacted. In characters. */
const SHORTEST_KEY = 8

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
}

export interface ServiceResponse {
  readonly kind: 'response'
  readonly status: number
  /** The parsed body; undefined when it was no JSON, was cut, too large or too deep. */
  readonly json: Json | undefined
  /** The first 200 characters of the body as received. */
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
  try {
    const response = await watch.run(() => fetchOnce(request, signal, route.proxied))
    return await readResponse(response, keyRedactor(request.apiKey))
  } catch (error) {
    if (request.signal?.aborted) return { kind: 'aborted', sent: watch.mayBeSent(error) }
    if (!watch.mayBeSent(error)) return { kind: 'not_sent', reason: reasonOf(error) }
    const reason = timeout.aborted
      ? `no response within ${Math.round(request.timeoutMs / 1000)} s`
      : `the connection broke (${reasonOf(error)})`
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
  redact: (text: string) => string,
): Promise<ServiceResponse> {
  const body = await readBody(response, redact)
  const location = response.headers.get('location')
  return {
    kind: 'response',
    status: response.status,
    json: body.whole === undefined ? undefined : parseBoundedJson(body.whole),
    excerpt: body.excerpt,
    retryAfter: response.headers.get('retry-after'),
    location: location === null ? null : redact(location),
    date: response.headers.get('date'),
  }
}

/** A body that breaks off leaves a response without a body: its status is known, and may decide. */
async function readBody(
  response: FetchResponse,
  redact: (text: string) => string,
): Promise<{ whole?: string; excerpt: string }> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const textOf = () => redact(Buffer.concat(chunks).toString('utf8'))
  const excerptOf = () => textOf().slice(0, EXCERPT_CHARACTERS)
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      sizeBytes += chunk.byteLength
      if (sizeBytes > MAX_RESPONSE_BYTES) return { excerpt: excerptOf() }
    }
  } catch {
    return { excerpt: excerptOf() }
  }
  const whole = textOf()
  return { whole, excerpt: whole.slice(0, EXCERPT_CHARACTERS) }
}

/** Some services repeat the key in their message about it, and messages are shown and stored. */
function keyRedactor(apiKey: string | undefined): (text: string) => string {
  if (apiKey === undefined || apiKey.length < SHORTEST_KEY) return (text) => text
  const inJson = JSON.stringify(apiKey).slice(1, -1)
  return (text) => text.replaceAll(apiKey, '[key]').replaceAll(inJson, '[key]')
}

/** The innermost cause in a word: its code where it has one. */
function reasonOf(error: unknown): string {
  const innermost = causesOf(error).at(-1)
  return innermost?.code || innermost?.message || String(error)
}

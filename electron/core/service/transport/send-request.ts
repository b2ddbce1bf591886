/**
 * One HTTP request to a service, told as data: its response, or how sure we are that nothing was sent.
 *
 * Every request has a socket of its own (`connection: close`), is sent once, follows no redirect and is never repeated
 * here: a kept-alive socket that dies under a request leaves open whether the service saw it, and a repeated generate
 * request is paid twice. What a response means is the caller's business.
 */
import { Buffer } from 'node:buffer'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import ky from 'ky'
import type { Json } from '#contract/json.ts'
import type { FindProxy } from '#core/ports/shell.ts'
import { createJsonMeter, parseMeasuredJson } from '#core/json/bounded-json.ts'
import { createKeyCleaner, type KeyCleaner } from './key-cleaner.ts'
import { fetchThrough, type ProxiedFetch } from './proxied-fetch.ts'

/** Room for the files that some services put inside a response. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
/** Text compresses to a tenth, JSON that repeats itself to a thirtieth. */
const HIGHEST_RATIO = 100
/** The ratio says nothing of less. */
const SMALL_RESPONSE_BYTES = 1024 * 1024
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
  readonly apiKey?: string
  /** The headers that carry the key; without them it is a Bearer token. */
  readonly authorization?: Readonly<Record<string, string>>
  /** Sent as application/json where `headers` name no other type. */
  readonly body?: string | Uint8Array<ArrayBuffer>
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
  readonly contentType: string | null
  readonly retryAfter: string | null
  readonly location: string | null
  readonly date: string | null
  /** Any header by its name in any case, without the key. */
  readonly header: (name: string) => string | null
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
    const body = await readBody(response, signal, () => watch.receivedBytes())
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
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
      ...authorizationOf(request),
      connection: 'close',
    },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'manual',
    signal,
  } as const
  if (proxied) return proxied.fetch(request.url, init)
  return ky(request.url, { ...init, retry: 0, timeout: false, throwHttpErrors: false })
}

function authorizationOf({ apiKey, authorization }: ServiceRequest): Readonly<Record<string, string>> {
  if (authorization) return authorization
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}

async function readResponse(
  response: FetchResponse,
  { chunks, isWhole }: Body,
  cleaner: KeyCleaner,
): Promise<ServiceResponse> {
  const json = isWhole ? parseMeasuredJson(Buffer.concat(chunks).toString('utf8')) : undefined
  const header = (name: string): string | null => {
    const value = response.headers.get(name)
    return value === null ? null : cleaner.text(value)
  }
  return {
    kind: 'response',
    status: response.status,
    json: json === undefined ? undefined : await cleaner.json(json),
    excerpt: excerptOf(chunks, cleaner),
    contentType: header('content-type'),
    retryAfter: header('retry-after'),
    location: header('location'),
    date: header('date'),
    header,
  }
}

interface Body {
  readonly chunks: readonly Uint8Array[]
  readonly isWhole: boolean
}

/**
 * Stops as soon as the body is more than is read. A body that breaks off leaves a response without a body: its status is
 * known, and may decide.
 *
 * `signal` is watched here once more: fetch forgets it when its request is garbage collected, which may be before the body ends
 * (https://github.com/nodejs/undici/blob/main/lib/web/fetch/request.js, `requestFinalizer`).
 */
async function readBody(
  { body }: FetchResponse,
  signal: AbortSignal,
  receivedBytes: () => number,
): Promise<Body> {
  const chunks: Uint8Array[] = []
  const meter = createJsonMeter()
  let sizeBytes = 0
  try {
    if (!body) return { chunks, isWhole: true }
    const reader = addAbortSignal(signal, Readable.fromWeb(body as ReadableStream<Uint8Array>))
    for await (const chunk of reader as AsyncIterable<Uint8Array>) {
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

/** Errors that happen before a connection is established. */
const BEFORE_CONNECTION = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

const DEEPEST_CAUSE = 8

interface Steps {
  created: boolean
  headSent: boolean
  receivedBytes: number
}

interface SendingWatch {
  run<T>(send: () => Promise<T>): Promise<T>
  /** Whether any part of the request may have reached the network, given the error it ended with. */
  mayBeSent(error: unknown): boolean
  /** Of the response's body, before it is decompressed. */
  receivedBytes(): number
}

const current = new AsyncLocalStorage<Steps>()
const stepsOf = new WeakMap<object, Steps>()
let listening = false

/**
 * Watches the requests started inside `run`.
 *
 * Node's fetch reports its steps on diagnostics channels
 * (https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md): `undici:request:create` when a request
 * reaches the network stack, `undici:client:sendHeaders` just before its head is written to a connected (and, for https,
 * verified) socket, `undici:request:bodyChunkReceived` for each part of a response's body. For a request that never appeared
 * there, only the error's own code can prove that nothing was sent; otherwise it may have been.
 */
function watchSending(): SendingWatch {
  listen()
  const steps: Steps = { created: false, headSent: false, receivedBytes: 0 }
  return {
    run: (send) => current.run(steps, send),
    mayBeSent: (error) => (steps.created ? steps.headSent : !failedBeforeConnection(error)),
    receivedBytes: () => steps.receivedBytes,
  }
}

/** Subscribes once a process, at the first request: the channels are global. */
function listen(): void {
  if (listening) return
  listening = true
  subscribe('undici:request:create', (message) => {
    const steps = current.getStore()
    const request = requestOf(message)
    // A CONNECT to the proxy carries nothing of the request.
    if (!steps || !request || isConnect(request)) return
    steps.created = true
    stepsOf.set(request, steps)
  })
  subscribe('undici:client:sendHeaders', (message) => {
    const request = requestOf(message)
    const steps = request ? stepsOf.get(request) : undefined
    if (steps) steps.headSent = true
  })
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const request = requestOf(message)
    const steps = request ? stepsOf.get(request) : undefined
    if (steps) steps.receivedBytes += chunkBytes(message)
  })
}

function requestOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('request' in message)) return null
  return typeof message.request === 'object' ? message.request : null
}

function chunkBytes(message: unknown): number {
  const chunk = typeof message === 'object' && message !== null && 'chunk' in message ? message.chunk : null
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}

function isConnect(request: object): boolean {
  return 'method' in request && request.method === 'CONNECT'
}

function failedBeforeConnection(error: unknown): boolean {
  return causesOf(error).some(({ message, code }) => message === 'bad port' || BEFORE_CONNECTION.has(code))
}

/** An error and its causes, outermost first: libraries wrap the socket's own error. */
export function causesOf(error: unknown): readonly { readonly message: string; readonly code: string }[] {
  const causes = []
  for (let cause = error; cause instanceof Error && causes.length < DEEPEST_CAUSE; cause = cause.cause) {
    causes.push({ message: cause.message, code: 'code' in cause ? String(cause.code) : '' })
  }
  return causes
}

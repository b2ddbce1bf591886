/**
 * One HTTP exchange with the service, told as data: what came back, or how sure we are that nothing was sent.
 *
 * Every exchange has a socket of its own (`connection: close`), is sent once, follows no redirect and is never repeated
 * here: a kept-alive socket that dies under a request leaves open whether the service saw it, and a repeated generate
 * request is paid twice. What an answer means is its caller's business.
 */
import ky from 'ky'
import { Buffer } from 'node:buffer'
import type { Json } from '#contract/json.ts'
import type { FindProxy } from '../../ports/proxy.ts'
import { parseBoundedJson } from './bounded-json.ts'
import { causesOf, watchDeparture } from './watch-sending.ts'
import { fetchThrough, type ProxiedFetch } from './proxied-fetch.ts'
import { withoutKey } from './without-key.ts'

/** More than any answer needs, and less than hurts. */
const LARGEST_ANSWER_BYTES = 32 * 1024 * 1024
const EXCERPT_CHARACTERS = 200

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly apiKey?: string
  /** Sent as application/json. */
  readonly body?: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Without it, straight to the address. */
  readonly findProxy?: FindProxy
}

export type Answer =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** The parsed body, or undefined when it was not JSON, was cut, too large or too deep. */
      readonly json: Json | undefined
      /** The first 200 characters of the body as it came. */
      readonly excerpt: string
      readonly retryAfter: string | null
      readonly location: string | null
      readonly date: string | null
    }
  /** Nothing left this computer: no address, no connection, or no TLS. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The request left, at least in part, and no readable answer came. */
  | { readonly kind: 'no_answer'; readonly reason: string }
  /** The caller's own signal ended it. `sent` tells whether the request had begun to leave. */
  | { readonly kind: 'aborted'; readonly sent: boolean }

/** Never throws. */
export async function exchange(request: Exchange): Promise<Answer> {
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  const way = await wayOf(request)
  if (!way.ok) return { kind: 'not_sent', reason: way.reason }
  if (request.signal?.aborted) return { kind: 'aborted', sent: false }
  const { proxied } = way
  const departure = watchDeparture()
  try {
    const response = await departure.run(() => send(request, signal, proxied))
    return await readAnswer(response, withoutKey(request.apiKey))
  } catch (error) {
    if (request.signal?.aborted) return { kind: 'aborted', sent: departure.mayHaveLeft(error) }
    if (!departure.mayHaveLeft(error)) return { kind: 'not_sent', reason: reasonOf(error) }
    const reason = timeout.aborted
      ? `no answer within ${Math.round(request.timeoutMs / 1000)} s`
      : `the connection broke (${reasonOf(error)})`
    return { kind: 'no_answer', reason }
  } finally {
    await proxied?.close()
  }
}

type Way =
  | { readonly ok: true; readonly proxied: ProxiedFetch | null }
  | { readonly ok: false; readonly reason: string }

/** An address that is none is met by the request itself. */
async function wayOf({ url, findProxy }: Exchange): Promise<Way> {
  const parsed = URL.parse(url)
  if (!findProxy || !parsed) return { ok: true, proxied: null }
  try {
    const proxy = await findProxy(parsed)
    return { ok: true, proxied: proxy === null ? null : await fetchThrough(proxy) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** What both Node's and undici's own fetch answer. */
interface Answered {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

async function send(request: Exchange, signal: AbortSignal, proxied: ProxiedFetch | null): Promise<Answered> {
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

async function readAnswer(response: Answered, clean: (text: string) => string): Promise<Answer> {
  const text = await readCapped(response, clean)
  const location = response.headers.get('location')
  return {
    kind: 'answer',
    status: response.status,
    json: text.whole === undefined ? undefined : parseBoundedJson(text.whole),
    excerpt: text.excerpt,
    retryAfter: response.headers.get('retry-after'),
    location: location === null ? null : clean(location),
    date: response.headers.get('date'),
  }
}

/** A body that breaks off is an answer without a body: its status is known, and that can decide. */
async function readCapped(
  response: Answered,
  clean: (text: string) => string,
): Promise<{ whole?: string; excerpt: string }> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const textOf = () => clean(Buffer.concat(chunks).toString('utf8'))
  const excerptOf = () => textOf().slice(0, EXCERPT_CHARACTERS)
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      sizeBytes += chunk.byteLength
      if (sizeBytes > LARGEST_ANSWER_BYTES) return { excerpt: excerptOf() }
    }
  } catch {
    return { excerpt: excerptOf() }
  }
  const whole = textOf()
  return { whole, excerpt: whole.slice(0, EXCERPT_CHARACTERS) }
}

/** The innermost cause in a word: its code where it has one. */
function reasonOf(error: unknown): string {
  const innermost = causesOf(error).at(-1)
  return innermost?.code || innermost?.message || String(error)
}

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
import { causesOf, watchDeparture } from './departure.ts'

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
}

export type Answer =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** The parsed body, or undefined when it was not JSON, was cut, or was too large. */
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
  const departure = watchDeparture()
  try {
    const response = await departure.run(() => send(request, signal))
    return await readAnswer(response)
  } catch (error) {
    if (request.signal?.aborted) return { kind: 'aborted', sent: departure.mayHaveLeft(error) }
    if (!departure.mayHaveLeft(error)) return { kind: 'not_sent', reason: reasonOf(error) }
    const reason = timeout.aborted
      ? `no answer within ${Math.round(request.timeoutMs / 1000)} s`
      : `the connection broke (${reasonOf(error)})`
    return { kind: 'no_answer', reason }
  }
}

async function send(request: Exchange, signal: AbortSignal): Promise<Response> {
  return ky(request.url, {
    method: request.method,
    headers: {
      accept: 'application/json',
      connection: 'close',
      ...(request.apiKey === undefined ? {} : { authorization: `Bearer ${request.apiKey}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'manual',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    signal,
  })
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await readCapped(response)
  return {
    kind: 'answer',
    status: response.status,
    json: text.whole === undefined ? undefined : parseJson(text.whole),
    excerpt: text.excerpt,
    retryAfter: response.headers.get('retry-after'),
    location: response.headers.get('location'),
    date: response.headers.get('date'),
  }
}

/** A body that breaks off is an answer without a body: its status is known, and that can decide. */
async function readCapped(response: Response): Promise<{ whole?: string; excerpt: string }> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  const excerptOf = () => Buffer.concat(chunks).toString('utf8').slice(0, EXCERPT_CHARACTERS)
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      sizeBytes += chunk.byteLength
      if (sizeBytes > LARGEST_ANSWER_BYTES) return { excerpt: excerptOf() }
    }
  } catch {
    return { excerpt: excerptOf() }
  }
  const whole = Buffer.concat(chunks).toString('utf8')
  return { whole, excerpt: whole.slice(0, EXCERPT_CHARACTERS) }
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The innermost cause in a word: its code where it has one. */
function reasonOf(error: unknown): string {
  const innermost = causesOf(error).at(-1)
  return innermost?.code || innermost?.message || String(error)
}

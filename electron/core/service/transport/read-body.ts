/** The body of a response in memory, as far as it is no more than is read. */
import { Buffer } from 'node:buffer'
import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Json } from '#contract/json.ts'
import { createJsonMeter, parseMeasuredJson } from '#core/json/bounded-json.ts'
import { createJsonShallower } from '#core/json/shallow-json.ts'

/** Room for the files that some services put inside a response. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
/** With what is left out of it. */
const MAX_PASSED_BYTES = 256 * 1024 * 1024
/** Text compresses to a tenth, JSON that repeats itself to a thirtieth. */
const HIGHEST_RATIO = 100
/** The ratio says nothing of less. */
const SMALL_RESPONSE_BYTES = 1024 * 1024

/** What the responses of Node's fetch and of undici's have in common. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface Body {
  /** As it came, from its beginning; not all of it where it is not whole, is kept on disk, or is read to a depth. */
  readonly chunks: readonly Uint8Array[]
  /** Undefined when it was no JSON, was cut, too large, too deep, or made of too many values. */
  readonly readJson: () => Promise<Json | undefined>
}

/**
 * Stops as soon as the body is more than is read. A body that breaks off leaves a response without a body: its status is
 * known, and may decide. Of JSON, what lies below `deepest` is left out.
 *
 * `signal` is watched here once more: fetch forgets it when its request is garbage collected, which may be before the body ends
 * (https://github.com/nodejs/undici/blob/main/lib/web/fetch/request.js, `requestFinalizer`).
 */
export async function readBody(
  { body }: FetchResponse,
  signal: AbortSignal,
  receivedBytes: () => number,
  deepest?: number,
): Promise<Body> {
  const chunks: Uint8Array[] = []
  const meter = createJsonMeter()
  const shallow = deepest === undefined ? (chunk: Uint8Array) => [chunk] : createJsonShallower(deepest)
  const cut: Body = { chunks, readJson: async () => undefined }
  let sizeBytes = 0
  let keptBytes = 0
  try {
    const reader = body && addAbortSignal(signal, Readable.fromWeb(body as ReadableStream<Uint8Array>))
    for await (const chunk of (reader ?? []) as AsyncIterable<Uint8Array>) {
      const kept = shallow(chunk)
      chunks.push(...kept)
      sizeBytes += chunk.byteLength
      keptBytes += kept.reduce((sum, { byteLength }) => sum + byteLength, 0)
      const isTooLarge = keptBytes > MAX_RESPONSE_BYTES || sizeBytes > MAX_PASSED_BYTES
      if (isTooLarge || isSuspicious(sizeBytes, receivedBytes()) || !kept.every(meter)) return cut
    }
  } catch {
    return cut
  }
  return { chunks, readJson: async () => parseMeasuredJson(Buffer.concat(chunks).toString('utf8')) }
}

/** Whether a body is far more than what was received of it: it was compressed to harm. */
export function isSuspicious(sizeBytes: number, receivedBytes: number): boolean {
  return sizeBytes > SMALL_RESPONSE_BYTES && receivedBytes > 0 && sizeBytes > receivedBytes * HIGHEST_RATIO
}

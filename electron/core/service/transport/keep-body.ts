/**
 * The body of a response that carries the result: it goes to disk as it comes, and is synced before anything of it is parsed.
 *
 * It is what was paid for, so neither a slow line nor a full disk ends it: the connection waits.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Json } from '#contract/json.ts'
import { publishResponse, type IncomingResponse } from '#core/results/responses/response-folder.ts'
import { readKeptResponse } from '#core/results/responses/read-response.ts'
import { isSuspicious, type Body, type FetchResponse } from './read-body.ts'

const MAX_RESPONSE_BYTES = 200 * 1024 ** 2
/** The longest wait between two parts of a body. */
const SILENCE_MS = 60_000
/** A body may take this long, and a second more for each of these bytes. */
const GRACE_MS = 600_000
const SLOWEST_BYTES_PER_MS = 1
/** Of the beginning, which is shown where the rest cannot be read. */
const HEAD_BYTES = 64 * 1024

export interface KeepResponse {
  readonly incoming: IncomingResponse
  readonly untilWritten: UntilWritten
}

/** Repeats what touches the disk until it is done. @throws the reason of the caller's signal */
export type UntilWritten = <Value>(write: () => Promise<Value>) => Promise<Value>

/**
 * Takes the whole body. One that broke off is left as a part, and says nothing unless it is whole JSON all the same.
 *
 * @throws the reason of `signal` where the disk refuses until then
 */
export async function keepBody(
  { headers, body }: FetchResponse,
  { incoming, untilWritten }: KeepResponse,
  signal: AbortSignal | undefined,
  receivedBytes: () => number,
): Promise<Body> {
  const head: Uint8Array[] = []
  const write = async (bytes: Uint8Array): Promise<boolean> => {
    if (incoming.sizeBytes < HEAD_BYTES) head.push(bytes)
    await untilWritten(() => incoming.write(bytes))
    const { sizeBytes } = incoming
    return sizeBytes <= MAX_RESPONSE_BYTES && !isSuspicious(sizeBytes, receivedBytes())
  }
  const hasEnded = await receive(body, signal, write)
  if (incoming.sizeBytes === 0) return { chunks: head, readJson: async () => undefined }
  await untilWritten(() => incoming.finish())
  // The end of a connection alone does not mark the end of a body: https://www.rfc-editor.org/rfc/rfc9112#section-6.3
  const isFramed = hasEnded && (headers.get('content-length') ?? headers.get('transfer-encoding')) !== null
  const { file, part } = incoming
  if (isFramed) await untilWritten(() => publishResponse(file))
  const readJson = async (): Promise<Json | undefined> => {
    const contentType = headers.get('content-type')
    const json = await untilWritten(() => readKeptResponse(isFramed ? file : part, contentType, isFramed))
    if (!isFramed && json !== undefined) await untilWritten(() => publishResponse(file))
    return json
  }
  return { chunks: head, readJson }
}

/** Whether the body came to its end. `write` returns false where no more of it is wanted. */
async function receive(
  body: AsyncIterable<Uint8Array> | null,
  signal: AbortSignal | undefined,
  write: (bytes: Uint8Array) => Promise<boolean>,
): Promise<boolean> {
  if (!body) return true
  const reader = Readable.fromWeb(body as ReadableStream<Uint8Array>)
  const end = (): void => void reader.destroy(new Error('The body is no longer waited for.'))
  // Watched here, because fetch forgets the signal of a request that is garbage collected.
  signal?.addEventListener('abort', end, { once: true })
  const begunAt = performance.now()
  let sizeBytes = 0
  let timer = setTimeout(end, SILENCE_MS)
  try {
    if (signal?.aborted) end()
    for await (const bytes of reader as AsyncIterable<Uint8Array>) {
      clearTimeout(timer)
      sizeBytes += bytes.length
      if (!(await write(bytes))) return false
      if (performance.now() - begunAt > GRACE_MS + sizeBytes / SLOWEST_BYTES_PER_MS) return false
      timer = setTimeout(end, SILENCE_MS)
    }
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

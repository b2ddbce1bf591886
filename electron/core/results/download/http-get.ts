/**
 * One GET request on undici's dispatcher: status, headers, and the body as a stream of chunks.
 *
 * Chunks that arrived before the connection broke are delivered before the error, so that they need not be fetched again.
 */
import type { Dispatcher } from 'undici'

/** Pauses the connection at the first and resumes it below the second, so that a slow disk does not fill the memory. */
const PAUSE_AT_BYTES = 256 * 1024
const RESUME_BELOW_BYTES = 128 * 1024

export interface Body extends AsyncIterable<Uint8Array> {
  /** Closes the connection unless the body has ended. */
  cancel(): void
}

export interface HttpResponse {
  readonly status: number
  /** The first value of a header, by its name in lower case, or null. */
  header(name: string): string | null
  readonly body: Body
}

/** @throws Error when the connection fails before the headers arrive, and the reason of `signal`. */
export function httpGet(
  dispatcher: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    let controller: Dispatcher.DispatchController | null = null
    const body = createBufferedBody(() => controller)
    const abort = (): void => controller?.abort(signal.reason as Error)
    const removeListener = (): void => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers: { ...headers } },
      {
        onRequestStart: (given) => {
          controller = given
          if (signal.aborted) abort()
        },
        onResponseStart: (_, status, given) => {
          // An informational response comes before the one that counts (RFC 9110, 15.2).
          if (status < 200) return
          const header = (name: string): string | null => {
            const value = given[name]
            return (Array.isArray(value) ? value[0] : value) ?? null
          }
          resolve({ status, header, body })
        },
        onResponseData: (_, chunk) => body.push(chunk),
        onResponseEnd: () => {
          removeListener()
          body.end(null)
        },
        onResponseError: (_, error) => {
          removeListener()
          reject(error)
          body.end(error)
        },
      },
    )
  })
}

interface BufferedBody extends Body {
  push(chunk: Uint8Array): void
  /** With the error that ended it, or null. */
  end(error: Error | null): void
}

function createBufferedBody(controller: () => Dispatcher.DispatchController | null): BufferedBody {
  const chunks: Uint8Array[] = []
  let bufferedBytes = 0
  let ended: { readonly error: Error | null } | null = null
  let wake: (() => void) | null = null
  const cancel = (): void => {
    chunks.length = 0
    if (!ended) controller()?.abort(new Error('The body was cancelled.'))
  }
  const read = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = chunks.shift()
        if (chunk) {
          bufferedBytes -= chunk.length
          if (bufferedBytes < RESUME_BELOW_BYTES && controller()?.paused) controller()?.resume()
          yield chunk
        } else if (ended) {
          if (ended.error) throw ended.error
          return
        } else {
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    } finally {
      cancel()
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    cancel,
    push: (chunk) => {
      chunks.push(chunk)
      bufferedBytes += chunk.length
      if (bufferedBytes >= PAUSE_AT_BYTES) controller()?.pause()
      wake?.()
    },
    end: (error) => {
      ended = { error }
      wake?.()
    },
  }
}

/**
 * One GET request on undici's dispatcher: the answer's head, and its body as pieces to be taken one after the other.
 *
 * What arrived before a connection broke is handed out before the error: what was received is never fetched again for it.
 */
import type { Dispatcher } from 'undici'

/** Between these a body is held back, so that a slow disk does not fill the memory. */
const MOST_WAITING_BYTES = 256 * 1024
const FEW_WAITING_BYTES = 128 * 1024

export interface Body extends AsyncIterable<Uint8Array> {
  /** Nothing more is wanted: ends the connection unless the body has come to its end. */
  leave(): void
}

export interface Exchanged {
  readonly status: number
  /** The first value of a header, by its name in lower case, or null. */
  header(name: string): string | null
  readonly body: Body
}

/** @throws Error when the connection fails before the head is there, and the reason of `signal`. */
export function exchange(
  dispatcher: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    let controller: Dispatcher.DispatchController | null = null
    const body = createWaitingBody(() => controller)
    const abort = (): void => controller?.abort(signal.reason as Error)
    const over = (): void => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers: { ...headers } },
      {
        onRequestStart: (given) => {
          controller = given
          if (signal.aborted) abort()
        },
        onResponseStart: (_, status, given) => {
          // An informational answer comes before the one that counts (RFC 9110, 15.2).
          if (status < 200) return
          const header = (name: string): string | null => {
            const value = given[name]
            return (Array.isArray(value) ? value[0] : value) ?? null
          }
          resolve({ status, header, body })
        },
        onResponseData: (_, chunk) => body.push(chunk),
        onResponseEnd: () => {
          over()
          body.end(null)
        },
        onResponseError: (_, error) => {
          over()
          reject(error)
          body.end(error)
        },
      },
    )
  })
}

interface WaitingBody extends Body {
  push(chunk: Uint8Array): void
  /** With the error that ended it, or null. */
  end(error: Error | null): void
}

function createWaitingBody(controller: () => Dispatcher.DispatchController | null): WaitingBody {
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let ended: { readonly error: Error | null } | null = null
  let wake: (() => void) | null = null
  const leave = (): void => {
    waiting.length = 0
    if (!ended) controller()?.abort(new Error('Nothing more is wanted.'))
  }
  const take = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = waiting.shift()
        if (chunk) {
          waitingBytes -= chunk.length
          if (waitingBytes < FEW_WAITING_BYTES && controller()?.paused) controller()?.resume()
          yield chunk
        } else if (ended) {
          if (ended.error) throw ended.error
          return
        } else {
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    } finally {
      leave()
    }
  }
  return {
    [Symbol.asyncIterator]: take,
    leave,
    push: (chunk) => {
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes >= MOST_WAITING_BYTES) controller()?.pause()
      wake?.()
    },
    end: (error) => {
      ended = { error }
      wake?.()
    },
  }
}

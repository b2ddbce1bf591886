/**
 * An HTTP server that nobody can fill up or hold open: limits on connections, on slow senders and on slow readers.
 *
 * Silence alone is no fault: a call may take minutes to answer, and a browser keeps connections it will use again.
 */
import { createServer, type RequestListener, type Server } from 'node:http'

export interface SocketLimits {
  /** Further connections are closed at once. */
  readonly mostConnections: number
  /** From the start of a connection to the end of its first headers, in milliseconds. */
  readonly headersMs: number
  /** For a whole request, with room for an upload of 200 MB, in milliseconds. */
  readonly requestMs: number
  /** How long a reader may take nothing of what waits for it, in milliseconds. */
  readonly readerMs: number
  /** How often senders are looked at, in milliseconds. */
  readonly checkEveryMs: number
}

const LIMITS: SocketLimits = {
  mostConnections: 256,
  headersMs: 10_000,
  requestMs: 5 * 60_000,
  // A video that is paused is not read on, sometimes for long; a player asks again with a range.
  readerMs: 2 * 60_000,
  checkEveryMs: 5_000,
}

/** Not listening yet. `changes` are for tests. */
export function createLimitedServer(listener: RequestListener, changes: Partial<SocketLimits> = {}): Server {
  const { mostConnections, headersMs, requestMs, readerMs, checkEveryMs } = { ...LIMITS, ...changes }
  const server = createServer(
    { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs },
    listener,
  )
  server.maxConnections = mostConnections
  // With a listener of ours a silent socket stays, unless something waits in it to be read.
  server.setTimeout(readerMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
  return server
}

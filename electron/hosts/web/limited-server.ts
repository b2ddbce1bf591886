/**
 * An HTTP server that nobody can fill up or hold open: limits on connections, on slow senders, on slow readers and on
 * connections that nobody uses any more.
 *
 * Silence alone is no fault: a call may take minutes to answer, and a browser keeps connections it will use again.
 */
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'

export interface SocketLimits {
  /** Beyond it, the oldest connection that was never trusted is closed for the new one. */
  readonly mostConnections: number
  /** From the start of a connection to the end of its first headers, in milliseconds. */
  readonly headersMs: number
  /** For a whole request, with room for an upload of 200 MB, in milliseconds. */
  readonly requestMs: number
  /** How long a reader may take nothing of what waits for it, in milliseconds. */
  readonly readerMs: number
  /** How long a connection may stay without a request after its last answer, in milliseconds. */
  readonly idleMs: number
  /** How often senders are looked at, in milliseconds. */
  readonly checkEveryMs: number
}

interface Connection {
  isTrusted: boolean
  /** Requests that are not answered to the end. */
  open: number
  /** A connection that never asked anything ends with `headersMs`. */
  hasAsked: boolean
}

const LIMITS: SocketLimits = {
  mostConnections: 256,
  headersMs: 10_000,
  requestMs: 5 * 60_000,
  // A video that is paused is not read on, sometimes for long; a player asks again with a range.
  readerMs: 2 * 60_000,
  idleMs: 60_000,
  checkEveryMs: 5_000,
}

/** `changes` are for tests. */
export function createLimitedServer(listener: RequestListener, changes: Partial<SocketLimits> = {}) {
  const { mostConnections, headersMs, requestMs, readerMs, idleMs, checkEveryMs } = { ...LIMITS, ...changes }
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkEveryMs,
      keepAliveTimeout: idleMs,
    },
    listener,
  )
  /** In the order in which they came. */
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket) => {
    if (connections.size >= mostConnections) (oldestToClose(connections) ?? socket).destroy()
    connections.set(socket, { isTrusted: false, open: 0, hasAsked: false })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.open += 1
    connection.hasAsked = true
    response.once('close', () => (connection.open -= 1))
  })
  // With a listener of ours a silent socket stays, unless something waits in it to be read, or nothing is asked any more.
  server.setTimeout(readerMs, (socket) => {
    const connection = connections.get(socket)
    const isIdle = connection !== undefined && connection.hasAsked && connection.open === 0
    if (socket.writableLength > 0 || isIdle) socket.destroy()
  })
  return {
    /** Not listening yet. */
    server,
    /** Says that a request over this connection came from the page of a session or from a script with the token. */
    trust: (socket: Socket): void => {
      const connection = connections.get(socket)
      if (connection) connection.isTrusted = true
    },
  }
}

/** The oldest that was never trusted, else the oldest on which nothing is asked; null where all are in use. */
function oldestToClose(connections: ReadonlyMap<Socket, Connection>): Socket | null {
  const all = [...connections]
  const found = all.find(([, { isTrusted }]) => !isTrusted) ?? all.find(([, { open }]) => open === 0)
  return found?.[0] ?? null
}

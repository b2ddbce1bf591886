/**
 * A loopback HTTP server that bounds what strangers can hold of it, and turns away what another origin could make a browser send.
 *
 * Bound to 127.0.0.1, never to a name or another address.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer, type RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { closing, resultResponse } from '#hosts/page/result-response.ts'
import { COMMON_HEADERS } from '#hosts/page/security-headers.ts'

const HOSTNAME = '127.0.0.1'

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** One request that came with this server's own Host and Origin. */
export interface OwnRequest {
  readonly request: Request
  readonly env: HttpBindings
  readonly port: number
  /** Says that the request came from somebody who proved who they are. */
  readonly trust: () => void
}

interface LoopbackOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly say: Say
  /** For tests: smaller limits than the defaults. */
  readonly limits?: Partial<SocketLimits> | undefined
}

/** Listens; fails as data where the port cannot be had. */
export async function startLoopbackServer(
  options: LoopbackOptions,
  respond: (asked: OwnRequest) => Response | Promise<Response>,
): Promise<Result<LoopbackServer>> {
  let { port } = options
  const listener = getRequestListener(
    async (request, bindings) => {
      // This server speaks HTTP/1 only.
      const env = bindings as HttpBindings
      const trust = (): void => limited.trust(env.incoming.socket)
      if (isForeign(request, port))
        return withCommonHeaders(closing(resultResponse(fail('forbidden', 'hosts.foreign'), options.say)))
      return withCommonHeaders(await respond({ request, env, port, trust }))
    },
    { overrideGlobalObjects: false },
  )
  const limited = createLimitedServer((request, response) => void listener(request, response), options.limits)
  const { server } = limited
  try {
    server.listen(port, HOSTNAME)
    await once(server, 'listening')
  } catch (error) {
    return describeListenError(error, port)
  }
  const address = server.address()
  if (address !== null && typeof address === 'object') port = address.port
  return succeed({
    origin: `http://${HOSTNAME}:${port}`,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  })
}

/** The last word: no answer leaves without these, whichever part made it. */
function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

function describeListenError(error: unknown, port: number): Result<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return fail('conflict', message('hosts.portTaken', { port }))
  if (code === 'EACCES') return fail('forbidden', message('hosts.portForbidden', { port }))
  return fail('internal', message('hosts.portFailed', { port }))
}

/**
 * Whether a request could come from a page of another origin, or through a name that was rebound to this machine.
 *
 * Asked before anything else, on every route. That Host and Origin agree proves nothing, for a rebound name has both: each is
 * held against the exact list of this host's own names.
 */
export function isForeign({ headers, url }: Pick<Request, 'headers' | 'url'>, port: number): boolean {
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  // As clients write them, who leave the usual port out.
  const ownHosts = [HOSTNAME, 'localhost'].map((name) => new URL(`http://${name}:${port}`).host)
  const isOwnAddress = new URL(url).host === host
  const isOwnOrigin = origin === null || origin === `http://${host}`
  const isOwnSite = site === null || site === 'same-origin' || site === 'none'
  return !(ownHosts.includes(host) && isOwnAddress && isOwnOrigin && isOwnSite)
}

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

/**
 * `changes` are for tests.
 *
 * Silence alone is no fault: a call may take minutes to answer, and a browser keeps connections it will use again.
 */
function createLimitedServer(listener: RequestListener, changes: Partial<SocketLimits> = {}) {
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

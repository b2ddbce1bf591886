/**
 * The loopback HTTP server: guard, authentication, then the routes, in this order for every request.
 *
 * Bound to 127.0.0.1, never to a name or another address.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer, type RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { App } from '#core/app.ts'
import type { Clock } from '#core/ports/clock.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import type { PageFiles } from '#hosts/page/page-files.ts'
import { methodNotAllowed, resultResponse } from '#hosts/page/result-response.ts'
import { COMMON_HEADERS } from '#hosts/page/security-headers.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { MOST_CALL_VALUES } from '#contract/json.ts'
import { largestInputBytes } from '#contract/routes.ts'
import { readLimitedBody } from '#hosts/page/uploads.ts'
import { findSession, launch, refuseStranger, type Sessions } from './sessions.ts'
import { createEventStreams, type EventStreams } from './event-streams.ts'

const HOSTNAME = '127.0.0.1'

export interface WebServerOptions {
  readonly app: App
  readonly files: PageFiles
  readonly mediaFolders: readonly string[]
  readonly sessions: Sessions
  readonly clock: Clock
  /** 0 for any free port. */
  readonly port: number
  readonly log: (line: string) => void
  /** For tests: smaller limits than the defaults. */
  readonly limits?: Partial<SocketLimits> & {
    readonly callBytes?: number
    readonly inputBytes?: number
    readonly bufferedEventBytes?: number
  }
}

export interface WebServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** Listens; fails as data where the port cannot be had. */
export async function startWebServer(options: WebServerOptions): Promise<Result<WebServer>> {
  const { app, clock, limits } = options
  const events = createEventStreams(app, clock, limits?.bufferedEventBytes)
  const bound = { port: options.port }
  const routes = createRoutes(options, events, bound, (socket) => limited.trust(socket))
  const answer = getRequestListener(
    async (request, env) => withCommonHeaders(await routes.fetch(request, env)),
    { overrideGlobalObjects: false },
  )
  const limited = createLimitedServer((request, response) => void answer(request, response), limits)
  const { server } = limited
  try {
    server.listen(options.port, HOSTNAME)
    await once(server, 'listening')
  } catch (error) {
    events.close()
    return describeListenError(error, options.port)
  }
  const address = server.address()
  if (address !== null && typeof address === 'object') bound.port = address.port
  return succeed({
    origin: `http://${HOSTNAME}:${bound.port}`,
    async close() {
      events.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  })
}

function createRoutes(
  options: WebServerOptions,
  events: EventStreams,
  bound: { readonly port: number },
  trust: (socket: Socket) => void,
) {
  const { app, files, mediaFolders, sessions, limits, log } = options
  const servePage = createPageHandler({
    app,
    files,
    mediaFolders,
    ...(limits?.inputBytes !== undefined && { maxInputBytes: limits.inputBytes }),
  })
  const routes = new Hono<{ Bindings: HttpBindings }>()
  routes.use(async (context, next) => {
    const refusal = refuseForeign(context.req.raw, bound.port)
    if (refusal) return closing(refusal)
    const token = context.req.path === '/' ? context.req.query('token') : undefined
    if (token !== undefined && context.req.raw.method === 'GET') {
      const response = launch(context, sessions, bound.port, token)
      return response.status === 401 ? closing(response) : response
    }
    const locked = refuseStranger(context, sessions, bound.port)
    if (locked) return closing(locked)
    trust(context.env.incoming.socket)
    return next()
  })
  routes.post('/rpc/:route', ({ req }) => answerCall(app, req.param('route'), req.raw, limits?.callBytes))
  routes.all('/rpc/*', () => methodNotAllowed('POST'))
  routes.all('/events', ({ req, env }) =>
    req.raw.method === 'GET' ? events.open(() => env.outgoing.destroy()) : methodNotAllowed('GET'),
  )
  routes.all('*', (context) => {
    const session = findSession(context, sessions, bound.port)
    return servePage(context.req.raw, session?.pageToken)
  })
  routes.onError((error) => {
    log(`A request failed inside the web host: ${error.name}`)
    return resultResponse(fail('internal', 'Atelier could not answer this request; its log says more.'))
  })
  return routes
}

/** Whoever is turned away keeps no connection. */
function closing(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}

/** The last word: no answer leaves without these, whichever part made it. */
function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

function describeListenError(error: unknown, port: number): Result<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return fail('conflict', `Port ${port} is taken. Choose another with --port.`)
  if (code === 'EACCES')
    return fail('forbidden', `Port ${port} needs more rights. Choose one above 1023 with --port.`)
  return fail('internal', `The web host could not listen on port ${port}.`)
}

/**
 * Turns away what a page of another origin, or a name that was rebound to this machine, could make a browser send.
 *
 * Runs before anything else, on every route. That Host and Origin agree proves nothing, for a rebound name has both: each is
 * held against the exact list of this host's own names. Returns the answer that ends the request, or null where it may go on.
 */
function refuseForeign(request: Request, port: number): Response | null {
  const host = request.headers.get('host') ?? ''
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isOwnHost = host === `127.0.0.1:${port}` || host === `localhost:${port}`
  const isOwnAddress = new URL(request.url).host === host
  const isOwnOrigin = origin === null || origin === `http://${host}`
  const isOwnSite = site === null || site === 'same-origin' || site === 'none'
  if (isOwnHost && isOwnAddress && isOwnOrigin && isOwnSite) return null
  return resultResponse(fail('forbidden', 'This address answers only to Atelier itself.'))
}

/**
 * `POST /rpc/<route>`: one call of the contract, its input as JSON. The answer is always the envelope. What the input must be is the router's business; here it only has to be JSON of a bearable size.
 */
async function answerCall(
  app: App,
  route: string,
  request: Request,
  maxBytes = largestInputBytes(route),
): Promise<Response> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return resultResponse(fail('invalid_input', 'Send the input as application/json.'), 415)
  }
  const body = await readLimitedBody(request, maxBytes)
  if (body === null) {
    const limit = Math.floor(maxBytes / (1024 * 1024))
    return resultResponse(fail('invalid_input', `The input is larger than ${limit} MB.`), 413)
  }
  const input = parseJson(body)
  if (input === undefined) return resultResponse(fail('invalid_input', 'The input is not JSON.'))
  return resultResponse(await app.call(route, input))
}

function parseJson(body: Uint8Array): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body), MOST_CALL_VALUES)
  } catch {
    return undefined
  }
}

interface SocketLimits {
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

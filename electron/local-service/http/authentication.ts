/** Who may call: by key, from this computer alone, and without being crowded out by idle connections. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { Problem } from '../problem.ts'
import type { ApiKeys } from '../store/api-keys.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** The user the caller's key belongs to, also noted in the context as `owner`; a `Problem` 401 when the key is missing or nobody's. */
export function authenticate(context: Context, apiKeys: ApiKeys): string {
  const header = context.req.header('Authorization')
  if (header === undefined) {
    throw new Problem(401, 'The API key is missing: send Authorization: Bearer <API_KEY>.', CHALLENGE)
  }
  const [, key] = /^Bearer +(\S+)$/iu.exec(header) ?? []
  const owner = key === undefined ? null : apiKeys.ownerOf(key)
  if (owner === null) throw new Problem(401, 'The API key is not valid.', CHALLENGE)
  context.set('owner', owner)
  admitConnection(context)
  return owner
}

const known = new WeakSet<Socket>()

export function admitConnection(context: Context<{ Bindings: HttpBindings }>): void {
  known.add(context.env.incoming.socket)
}

/**
 * Keeps `server` at `most` connections, so that idle ones never lock anybody out: when there are too many, the oldest is dropped
 * on which no request had a valid key or the secret address of a file. Slow and silent ones end by Node's own time limits.
 */
export function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size <= most) return
    for (const oldest of open) {
      if (known.has(oldest)) continue
      oldest.destroy()
      return
    }
  })
}

export const OWN_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses every request whose Host is not a name of this computer with 421.
 *
 * The service listens on 127.0.0.1, which keeps other computers out, but not a web page whose host name was made to point
 * there (DNS rebinding): such a request names the page's host.
 */
export function ownHostOnly(): MiddlewareHandler {
  return async (context, next) => {
    const name = (context.req.header('Host') ?? '').replace(/:\d+$/u, '').toLowerCase()
    if (!OWN_NAMES.includes(name)) {
      throw new Problem(421, 'This service responds for 127.0.0.1 and localhost only.')
    }
    await next()
  }
}

/**
 * Refuses with 403 what a page of another origin asks for: the studio's own pages are read by themselves alone, or by a program
 * that sends no Origin.
 */
export function ownPagesOnly(): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('Origin')
    const isOwn = origin === undefined || origin === `http://${context.req.header('Host')}`
    const site = context.req.header('Sec-Fetch-Site') ?? 'none'
    if (!isOwn || !['none', 'same-origin'].includes(site)) {
      throw new Problem(403, 'Pages of other origins may not read this.')
    }
    await next()
  }
}

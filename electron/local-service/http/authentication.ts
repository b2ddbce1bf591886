/** Says who is calling, by `Authorization: Bearer <API_KEY>`, and keeps connections of those who may from being crowded out. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
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
  welcomeConnection(context)
  return owner
}

const known = new WeakSet<Socket>()

/** Says that who is calling may. */
export function welcomeConnection(context: Context<{ Bindings: HttpBindings }>): void {
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

/**
 * Bounds the connections to the service, so that idle ones never lock anybody out.
 *
 * A connection is known once a request on it had a valid key or the secret address of a file. When there are too many, the
 * oldest that is not known is dropped. Slow and silent ones end by Node's own time limits, which `server.ts` sets.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

const known = new WeakSet<Socket>()

/** Says that who is calling may. */
export function welcomeConnection(context: Context<{ Bindings: HttpBindings }>): void {
  known.add(context.env.incoming.socket)
}

/** Keeps `server` at `most` connections. */
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

/** Servers on loopback: a port that is free, sockets whose errors nobody needs, and an end that waits for no client. */
import type { AddressInfo, Server, Socket } from 'node:net'

export interface Listening {
  readonly port: number
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Cuts every connection. */
  close(): Promise<void>
}

/** `port` 0 takes any that is free. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const taken = (server.address() as AddressInfo).port
  return {
    port: taken,
    origin: `http://127.0.0.1:${taken}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

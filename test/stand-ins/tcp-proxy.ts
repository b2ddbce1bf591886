/** A TCP proxy in front of a service that can cut after so many bytes in either direction, hold back what follows, refuse, or stall. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Connections that were made to it. */
  readonly connections: number
  /** Cuts a connection with a reset once this many bytes went towards the service. */
  cutUpAfterBytes: number
  /** The same for bytes coming back. */
  cutDownAfterBytes: number
  /** Of the next connection: how many of the bytes coming back are let through; nothing is said of the rest. */
  holdDownAfterBytes: number
  /** Resolves when everything that is let through of the next response was handed on. */
  handedOn(): Promise<void>
  /** Takes connections and lets nothing through. */
  stalled: boolean
  /** Stops listening: new connections are refused. The port can be listened on again. */
  refuse(): Promise<void>
  listen(): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let connections = 0
  let port = 0
  let handedOn = Promise.withResolvers<void>()
  const pass = (from: Socket, to: Socket, limit: () => number, heldAfter = Infinity) => {
    let bytes = 0
    const isHeld = () => bytes >= heldAfter
    from.on('data', (chunk: Buffer) => {
      if (proxy.stalled) return
      const end = Math.min(limit(), heldAfter)
      const part = chunk.subarray(0, Math.max(0, end - bytes))
      bytes += chunk.length
      if (bytes < end) return void to.write(part)
      // What is still allowed is let through before the line is cut.
      to.write(part, () => {
        if (isHeld()) return handedOn.resolve()
        from.resetAndDestroy()
        to.resetAndDestroy()
      })
    })
    from.on('end', () => void (isHeld() || to.end()))
    from.on('close', () => void (isHeld() || to.destroy()))
    from.on('error', () => to.destroy())
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections++
    const upstream = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
    pass(client, upstream, () => proxy.cutUpAfterBytes)
    pass(upstream, client, () => proxy.cutDownAfterBytes, proxy.holdDownAfterBytes)
    upstream.on('end', () => handedOn.resolve())
  })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  const refuse = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const proxy: TcpProxy = {
    get port() {
      return port
    },
    get connections() {
      return connections
    },
    cutUpAfterBytes: Infinity,
    cutDownAfterBytes: Infinity,
    holdDownAfterBytes: Infinity,
    handedOn: () => {
      handedOn = Promise.withResolvers<void>()
      return handedOn.promise
    },
    stalled: false,
    refuse,
    listen,
    close: refuse,
  }
  await listen()
  return proxy
}

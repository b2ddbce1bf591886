/** A line to a service that lets so many bytes of a response through and then holds the rest back, saying nothing. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface HeldLine {
  readonly port: number
  /** Of the next connection: how much of what comes back is let through. */
  letThrough: number
  /** Resolves when everything that is let through of the next response was handed on. */
  handedOn(): Promise<void>
  close(): Promise<void>
}

export async function openHeldLine(targetPort: number): Promise<HeldLine> {
  const open = new Set<Socket>()
  let handedOn = Promise.withResolvers<void>()
  const pass = (client: Socket, upstream: Socket): void => {
    let room = line.letThrough
    upstream.on('data', (bytes: Buffer) => {
      const part = bytes.subarray(0, room)
      room -= part.length
      client.write(part, () => void (room === 0 && handedOn.resolve()))
    })
    upstream.on('end', () => {
      if (room === 0) return
      client.end()
      handedOn.resolve()
    })
    client.on('data', (bytes: Buffer) => void upstream.write(bytes))
    if (room === 0) upstream.once('data', () => handedOn.resolve())
  }
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    pass(client, upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: HeldLine = {
    port: (server.address() as AddressInfo).port,
    letThrough: Infinity,
    handedOn: () => {
      handedOn = Promise.withResolvers<void>()
      return handedOn.promise
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}

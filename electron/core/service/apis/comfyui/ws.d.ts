/** What is used of a package that brings no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage, Server } from 'node:http'

  interface Options {
    readonly headers?: Readonly<Record<string, string>>
    readonly handshakeTimeout?: number
    /** In bytes. A longer message ends the connection. */
    readonly maxPayload?: number
    readonly perMessageDeflate?: boolean
  }
  interface Events {
    message: [data: Buffer, isBinary: boolean]
    error: [error: Error]
    open: []
    close: []
  }
  export class WebSocket extends EventEmitter<Events> {
    constructor(url: string, options?: Options)
    send(data: string | Uint8Array): void
    close(): void
    /** At once, whatever the other side says. */
    terminate(): void
  }
  export class WebSocketServer extends EventEmitter<{
    connection: [socket: WebSocket, request: IncomingMessage]
  }> {
    constructor(options: { readonly server: Server; readonly path: string })
    close(): void
  }
}

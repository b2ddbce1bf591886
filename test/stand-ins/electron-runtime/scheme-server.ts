/**
 * Carries the page's requests to the handler that `protocol.handle` registered, and its answers back.
 *
 * A server on loopback that Chromium reaches under the names of `addresses.ts`, rather than `Fetch.fulfillRequest`: bodies
 * stream both ways, Range reaches the handler as the media player sent it, uploads of files arrive whole (the DevTools
 * protocol leaves out the bytes of a Blob), and an abort of either side reaches the other.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { fromChromium, toChromium } from './addresses.ts'

export type SchemeHandler = (request: Request) => Response | Promise<Response>

export interface SchemeServer {
  readonly port: number
  close(): void
}

/** What belongs to the connection to this server, and what a custom scheme never sees. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'cookie',
  'accept-encoding',
  'upgrade-insecure-requests',
])
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** `handlers` by scheme, looked at for each request. Does not keep the process alive. */
export async function serveSchemes(
  handlers: ReadonlyMap<string, SchemeHandler>,
  schemes: ReadonlySet<string>,
): Promise<SchemeServer> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const address = fromChromium(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`, schemes)
    const handler = handlers.get(address.slice(0, address.indexOf(':')))
    // Electron answers net::ERR_UNKNOWN_URL_SCHEME; to the page both are a request that failed.
    if (handler === undefined) return void outgoing.destroy()
    const response = await handler(requestOf(incoming, outgoing, address))
    await send(response, outgoing, incoming.method === 'HEAD')
  }

  function requestOf(incoming: IncomingMessage, outgoing: ServerResponse, address: string): Request {
    const aborted = new AbortController()
    outgoing.once('close', () => aborted.abort())
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headersDistinct)) {
      if (OF_THE_CONNECTION.has(name)) continue
      for (const text of value ?? []) headers.append(name, fromChromium(text, schemes))
    }
    const method = incoming.method ?? 'GET'
    const body = WITHOUT_BODY.has(method) ? null : (Readable.toWeb(incoming) as unknown as BodyInit)
    // `duplex` is of the Fetch standard and missing in the types of the DOM.
    const streaming = { duplex: 'half' }
    return new Request(address, { method, headers, body, signal: aborted.signal, ...streaming })
  }

  async function send(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
    // Response.error() of the Fetch standard: the request fails.
    if (response.type === 'error') return void outgoing.destroy()
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') outgoing.setHeader(name, toChromium(value, schemes))
    }
    outgoing.writeHead(response.status, response.statusText)
    if (response.body === null || isHead) return void outgoing.end()
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => undefined)
  }

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

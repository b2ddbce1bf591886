/**
 * Carries the page's requests to the handler that `protocol.handle` registered, and its answers back.
 *
 * A server on loopback that Chromium reaches under the names of `runtime.ts`, rather than `Fetch.fulfillRequest`: answers
 * stream, Range reaches the handler as the media player sent it, and uploads of files arrive (the DevTools protocol leaves out the
 * bytes of a Blob).
 *
 * As in Electron a body that the page streams is streamed to the handler, any other is held whole first, which a main process
 * cannot do with large ones; no length is told, and the signal of a request is never aborted (electron 45,
 * `lib/browser/api/protocol.ts`).
 */
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { CustomScheme } from 'electron'
import { MAX_WHOLE_BYTES } from './config.ts'
import { fromChromium, needsReady, needsStart, record, runtime, strict, toChromium } from './runtime.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>

/** What `main-world.ts` says of a body that the page streams. */
const STREAMED = 'x-stand-in-streamed'
/** What belongs to the connection to this server, and what a custom scheme never sees. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'cookie',
  'accept-encoding',
  'upgrade-insecure-requests',
  'content-length',
  STREAMED,
])
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** By scheme. */
const handlers = new Map<string, SchemeHandler>()

/** Resolves to its port. Does not keep the process alive. */
export async function serveSchemes(): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return (server.address() as AddressInfo).port
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = fromChromium(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`)
  const handler = handlers.get(address.slice(0, address.indexOf(':')))
  // Electron answers net::ERR_UNKNOWN_URL_SCHEME; to the page both are a request that failed.
  if (handler === undefined) return void outgoing.destroy()
  const response = await handler(await requestOf(incoming, address))
  await send(response, outgoing, incoming.method === 'HEAD')
}

async function requestOf(incoming: IncomingMessage, address: string): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    if (OF_THE_CONNECTION.has(name)) continue
    for (const text of value ?? []) headers.append(name, fromChromium(text))
  }
  const method = incoming.method ?? 'GET'
  const body = WITHOUT_BODY.has(method) ? null : await bodyOf(incoming)
  // `duplex` is of the Fetch standard and missing in the types of the DOM.
  const streaming = { duplex: 'half' }
  return new Request(address, { method, headers, body, ...streaming })
}

async function bodyOf(incoming: IncomingMessage): Promise<BodyInit> {
  if (STREAMED in incoming.headers) return Readable.toWeb(incoming) as unknown as BodyInit
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > MAX_WHOLE_BYTES) throw new Error('The body is held whole, and too large for that.')
  }
  return Buffer.concat(chunks)
}

async function send(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  // Response.error() of the Fetch standard: the request fails.
  if (response.type === 'error') return void outgoing.destroy()
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, toChromium(value))
  }
  outgoing.writeHead(response.status, response.statusText)
  if (response.body === null || isHead) return void outgoing.end()
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => undefined)
}

let isRegistered = false

/**
 * `protocol`: the application's own scheme.
 *
 * Assumed (electron.d.ts, `Protocol`): `registerSchemesAsPrivileged` "can only be used before the `ready` event of the `app`
 * module gets emitted and can be called only once"; the handlers belong to the default session, which exists from then on; a
 * scheme that is not standard has no relative addresses and no storage.
 */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    needsStart('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged can be called only once')
    isRegistered = true
    for (const { scheme, privileges = {} } of schemes) {
      const { standard, secure, supportFetchAPI, stream } = privileges
      if (!standard || !secure || !supportFetchAPI || !stream) {
        throw new Error('The stand-in has only schemes that are standard, secure, stream and support fetch.')
      }
      runtime.schemes.add(scheme)
      record('protocol.registerSchemesAsPrivileged', { scheme, privileges })
    }
  },
  handle(scheme: string, handler: SchemeHandler): void {
    needsReady('protocol.handle cannot be used before app is ready')
    if (handlers.has(scheme)) {
      throw new Error(`Failed to register protocol: ${scheme}: the scheme has been registered`)
    }
    if (!runtime.schemes.has(scheme)) {
      throw new Error(`The stand-in has no scheme "${scheme}": it was not registered as privileged.`)
    }
    handlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
})

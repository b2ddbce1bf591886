/**
 * The HTTP frame of a fake provider: a real server on loopback with a ledger of every request, answers that can be scripted,
 * and responses that can be cut after any number of bytes.
 *
 * What a provider says to a request is the fake's business.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../loopback.ts'

/** A request that arrived whole. */
export interface ProviderRequest {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Undefined for a body that is no JSON. */
  readonly json?: unknown
  /** Of a multipart body, in its order. */
  readonly form?: FormData
  /** It would be on the bill. */
  charged: boolean
  status: number
}

export interface ProviderResponse {
  readonly status: number
  /** An object is sent as JSON. */
  readonly body: object | string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** The request costs money. */
  readonly charged?: boolean
  /** Only the end of the connection marks the end of the body. */
  readonly unframed?: boolean
  /** So many bytes of the response are sent, its head among them; then the connection breaks. */
  readonly cutAfterBytes?: number
}

type Respond = (request: ProviderRequest) => ProviderResponse | Promise<ProviderResponse>

export interface ProviderServer {
  /** For what is no request: a fake may take WebSockets. */
  readonly server: Server
  readonly baseUrl: string
  readonly port: number
  readonly ledger: readonly ProviderRequest[]
  charged(): readonly ProviderRequest[]
  /** Requests of this method whose path ends so. */
  requests(method: string, pathEnd: string): readonly ProviderRequest[]
  /** The next request of this method whose path ends so is answered like this. */
  script(method: string, pathEnd: string, respond: ProviderResponse | Respond): void
  /** Every response to a charged request breaks after so many bytes; null for whole ones. */
  cutChargedAfter: number | null
  /** What is sent in place of a response. */
  rewrite: ((request: ProviderRequest, response: ProviderResponse) => ProviderResponse) | null
  close(): Promise<void>
}

interface Script {
  readonly method: string
  readonly pathEnd: string
  readonly respond: ProviderResponse | Respond
}

/** `port` 0 takes any that is free. */
export async function startProviderServer(respond: Respond, port = 0): Promise<ProviderServer> {
  const ledger: ProviderRequest[] = []
  const scripts: Script[] = []
  const server = createServer((incoming) => {
    handle(incoming).catch(() => incoming.socket.destroy())
  })
  const handle = async (incoming: IncomingMessage): Promise<void> => {
    const request = await readRequest(incoming, ledger.length + 1)
    ledger.push(request)
    const at = scripts.findIndex(
      ({ method, pathEnd }) => method === request.method && request.path.endsWith(pathEnd),
    )
    const [script] = at === -1 ? [] : scripts.splice(at, 1)
    const chosen = script?.respond ?? respond
    const given = typeof chosen === 'function' ? await chosen(request) : chosen
    const response = self.rewrite?.(request, given) ?? given
    request.charged = response.charged === true
    request.status = response.status
    const cut = response.cutAfterBytes ?? (request.charged ? self.cutChargedAfter : null)
    const bytes = encode(response, incoming.method === 'HEAD')
    const { socket } = incoming
    if (cut === null || cut >= bytes.length) return void socket.end(bytes)
    socket.write(bytes.subarray(0, cut), () => socket.resetAndDestroy())
    if (cut === 0) socket.resetAndDestroy()
  }
  const at = await listen(server, port)
  const self: ProviderServer = {
    server,
    baseUrl: at.origin,
    port: at.port,
    ledger,
    charged: () => ledger.filter(({ charged }) => charged),
    requests: (method, pathEnd) =>
      ledger.filter((request) => request.method === method && request.path.endsWith(pathEnd)),
    script: (method, pathEnd, scripted) => void scripts.push({ method, pathEnd, respond: scripted }),
    cutChargedAfter: null,
    rewrite: null,
    close: at.close,
  }
  return self
}

async function readRequest(incoming: IncomingMessage, number: number): Promise<ProviderRequest> {
  const bytes = await buffer(incoming)
  const url = new URL(incoming.url ?? '/', 'http://service')
  const type = incoming.headers['content-type'] ?? ''
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value)
  const form = type.startsWith('multipart/form-data')
    ? await new Response(bytes, { headers: { 'content-type': type } }).formData()
    : undefined
  const json = parse(bytes)
  return {
    number,
    method: incoming.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers,
    bytes,
    ...(json === undefined ? {} : { json }),
    ...(form ? { form } : {}),
    charged: false,
    status: 0,
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Written by hand, so that a response can be cut inside its head too. */
function encode({ status, body, unframed, headers = {} }: ProviderResponse, isHead: boolean): Buffer {
  const isBytes = body instanceof Uint8Array
  const content = isBytes
    ? Buffer.from(body)
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const all: Record<string, string> = {
    ...(typeof body === 'object' && !isBytes ? { 'content-type': 'application/json' } : {}),
    date: new Date().toUTCString(),
    connection: 'close',
    ...(unframed ? {} : { 'content-length': String(content.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`)
  return isHead ? head : Buffer.concat([head, content])
}

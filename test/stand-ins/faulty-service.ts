/**
 * A generation service that misbehaves on request: the API of the spec on plain node:http, with every response scriptable.
 *
 * It keeps a ledger of every request it received, whatever became of it: the ledger is what a bill would be made from.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  accept,
  errorObject,
  parsed,
  respond,
  sendJson,
  type FaultyResponse,
  type Incoming,
  type LedgerEntry,
} from './faulty-responses.ts'
import { createFaultyTasks, type FaultyTasks } from './faulty-tasks.ts'
import { listen } from './loopback.ts'

/** The parts of the service that are scripted separately. */
export type Place = 'generate' | 'task' | 'file' | 'models' | 'contact' | 'elsewhere'

export interface FaultyService {
  readonly baseUrl: string
  readonly port: number
  readonly ledger: readonly LedgerEntry[]
  readonly tasks: FaultyTasks
  /** Keys that are taken; null takes every key, and none. */
  keys: readonly string[] | null
  /** The second request on one connection is answered with a reset. */
  resetReused: boolean
  /** The next requests of this place are answered like this, one after the other; then as always. */
  script(place: Place, ...responses: readonly FaultyResponse[]): void
  /** From now on; null for the response of a service without faults. */
  always(place: Place, response: FaultyResponse | (() => FaultyResponse) | null): void
  /** Generate requests, each of which may have cost money. */
  generates(): readonly LedgerEntry[]
  polls(): readonly LedgerEntry[]
  /** Called when a request's head has arrived, before anything is answered. */
  onRequest: ((entry: LedgerEntry) => void) | null
  close(): Promise<void>
}

export const MODELS = [
  { id: 'sample', provider: 'stand-in', label: 'Sample', mediaTypes: ['image'], scenes: ['text-to-image'] },
]

/** `port` 0 takes any that is free. */
export async function startFaultyService(port = 0): Promise<FaultyService> {
  const ledger: LedgerEntry[] = []
  const scripts = new Map<Place, FaultyResponse[]>()
  const usual = new Map<Place, FaultyResponse | (() => FaultyResponse)>()
  const sockets = new Map<object, number>()
  const tasks = createFaultyTasks(() => service.baseUrl)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', service.baseUrl)
    const reused = sockets.has(request.socket)
    if (!reused) sockets.set(request.socket, sockets.size + 1)
    const entry = ledgerEntry(request, url, ledger.length + 1, sockets.get(request.socket) ?? 0)
    ledger.push(entry)
    service.onRequest?.(entry)
    if (reused && service.resetReused) {
      entry.responded = 'reset'
      request.socket.resetAndDestroy()
      return
    }
    request.on('data', (chunk: Buffer) => (entry.bodyBytes += chunk.length))
    request.pause()
    const place = placeOf(entry)
    const chosen = chooseResponse(place, entry)
    entry.responded = chosen.name
    const at: Incoming = {
      request,
      response,
      entry,
      readBody: () => readBody(request, entry),
      makeTask: () => (entry.taskId ??= tasks.make()),
    }
    await chosen.give(at)
  }

  const chooseResponse = (place: Place, entry: LedgerEntry): FaultyResponse => {
    const scripted = scripts.get(place)?.shift()
    if (scripted) return scripted
    const always = usual.get(place)
    if (always) return typeof always === 'function' ? always() : always
    const needsKey = place === 'generate' || place === 'task'
    if (needsKey && service.keys && !service.keys.includes(entry.key ?? '')) {
      return respond(401, errorObject(401, 'the key is not valid'))
    }
    return usualResponse(tasks, place, entry)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    handle(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  const at = await listen(server, port)
  const service: FaultyService = {
    baseUrl: at.origin,
    port: at.port,
    ledger,
    tasks,
    keys: null,
    resetReused: false,
    onRequest: null,
    script: (place, ...responses) => void scripts.set(place, [...(scripts.get(place) ?? []), ...responses]),
    always: (place, response) => void (response ? usual.set(place, response) : usual.delete(place)),
    generates: () => ledger.filter((entry) => placeOf(entry) === 'generate'),
    polls: () => ledger.filter((entry) => placeOf(entry) === 'task'),
    close: at.close,
  }
  return service
}

function ledgerEntry(request: IncomingMessage, url: URL, number: number, socketId: number): LedgerEntry {
  return {
    number,
    method: request.method ?? '',
    path: url.pathname,
    query: url.search,
    key: /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    socketId,
    at: Date.now(),
    bodyBytes: 0,
    responded: 'not yet',
  }
}

/** What a service without faults responds. */
function usualResponse(tasks: FaultyTasks, place: Place, { path }: LedgerEntry): FaultyResponse {
  const last = decodeURIComponent(path.split('/').at(-1) ?? '')
  switch (place) {
    case 'generate':
      return accept
    case 'task':
      return { name: 'task', give: (at) => tasks.poll(at, last) }
    case 'file':
      return { name: 'file', give: (at) => tasks.file(at, last) }
    case 'models':
      return { name: 'models', give: ({ response }) => sendJson(response, 200, { code: 0, data: MODELS }) }
    case 'contact':
      return respond(200, '{"code":0,"message":"thank you"}')
    case 'elsewhere':
      return respond(404, errorObject(404, 'no such address'))
  }
}

function placeOf({ method, path }: LedgerEntry): Place {
  if (method === 'POST' && path.endsWith('/api/v1/generate')) return 'generate'
  if (method === 'GET' && /\/api\/v1\/task\/[^/]+$/.test(path)) return 'task'
  if (method === 'GET' && path.startsWith('/files/')) return 'file'
  if (method === 'GET' && path.endsWith('/ai/models')) return 'models'
  if (method === 'POST' && path.endsWith('/api/v1/contact')) return 'contact'
  return 'elsewhere'
}

async function readBody(request: IncomingMessage, entry: LedgerEntry): Promise<void> {
  if (request.readableEnded) return
  entry.body = parsed(await text(request))
}

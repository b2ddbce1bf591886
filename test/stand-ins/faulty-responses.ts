/**
 * The ways in which a generation service can answer a request, well and badly.
 *
 * A response is made from a request whose body has not been read yet: when and whether it is read is part of it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One line of the ledger: a request that reached the service, and what became of it. */
export interface LedgerEntry {
  readonly number: number
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: string
  /** What the authorization header carried after "Bearer ", or null. */
  readonly key: string | null
  /** Requests with the same id came over the same connection. */
  readonly socketId: number
  readonly at: number
  bodyBytes: number
  /** The parsed body, as far as one arrived whole. */
  body?: unknown
  responded: string
  /** The task that the service made for it, whether or not the client was told. */
  taskId?: string
}

export interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly entry: LedgerEntry
  /** Reads the body to its end and notes it in the ledger. */
  readBody(): Promise<void>
  /** Makes a task, as a service does that takes the request. */
  makeTask(): string
}

export interface FaultyResponse {
  readonly name: string
  give(at: Incoming): void | Promise<void>
}

type Headers = Readonly<Record<string, string>>

/** A status with a body as it stands; the content type follows from it. */
export function respond(status: number, body: string, headers: Headers = {}): FaultyResponse {
  const type = /^\s*[[{]/.test(body) ? 'application/json' : 'text/html'
  return {
    name: `${status}`,
    give: async ({ response, readBody }) => {
      await readBody()
      response.writeHead(status, { ...(body === '' ? {} : { 'content-type': type }), ...headers }).end(body)
    },
  }
}

export function errorObject(code: number, message: string): string {
  return JSON.stringify({ code, message })
}

/** Takes the request and says so. */
export const accept: FaultyResponse = {
  name: '200',
  give: async ({ response, readBody, makeTask }) => {
    await readBody()
    sendJson(response, 200, { code: 0, message: 'ok', data: { taskId: makeTask() } })
  },
}

export function redirect(status: 301 | 302 | 303 | 307 | 308, location: string): FaultyResponse {
  return { ...respond(status, '', { location }), name: `${status} to elsewhere` }
}

export function rateLimited(
  retryAfter?: string,
  body = errorObject(429, 'too many requests'),
): FaultyResponse {
  return respond(429, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

/** The connection ends with a reset before the body was read; what came of it with the head is noted for the ledger, not waited for. */
export const dropBeforeBody: FaultyResponse = {
  name: 'dropped before the body',
  give: ({ request, entry }) => {
    setImmediate(() => {
      entry.body = parsed(String(request.read() ?? ''))
      request.socket.resetAndDestroy()
    })
  },
}

/** The connection ends with the first chunk of the body. */
export const dropDuringBody: FaultyResponse = {
  name: 'dropped during the body',
  give: ({ request, entry }) => {
    request.once('data', (chunk: Buffer) => {
      entry.body = parsed(chunk.toString('utf8'))
      request.socket.resetAndDestroy()
    })
    request.resume()
  },
}

/** The service takes the request, and its response never leaves. */
export const dropAfterBody: FaultyResponse = {
  name: 'dropped after the body',
  give: async ({ request, readBody, makeTask }) => {
    await readBody()
    makeTask()
    request.socket.resetAndDestroy()
  },
}

/** The service takes the request, and its response breaks off in the middle. */
export const cutResponse: FaultyResponse = {
  name: 'cut response',
  give: async ({ response, readBody, makeTask }) => {
    await readBody()
    const text = JSON.stringify({ code: 0, message: 'ok', data: { taskId: makeTask() } })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    response.write(text.slice(0, 30), () => response.destroy())
  },
}

/** The service takes the request, and its response breaks off after so many bytes, those of its head included. */
export function acceptAndCut(bytes: number): FaultyResponse {
  return {
    name: `cut after ${bytes} bytes`,
    give: async ({ request: { socket }, readBody, makeTask }) => {
      await readBody()
      const text = JSON.stringify({ code: 0, message: 'ok', data: { taskId: makeTask() } })
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n`
      const whole = `${head}connection: close\r\n\r\n${text}`
      if (bytes >= whole.length) return void socket.end(whole)
      if (bytes === 0) return void socket.resetAndDestroy()
      socket.write(whole.slice(0, bytes), () => socket.resetAndDestroy())
    },
  }
}

/** The service takes the request and sends JSON that is not whole, as if it were. */
export const brokenJson: FaultyResponse = {
  name: 'broken JSON',
  give: async ({ response, readBody, makeTask }) => {
    await readBody()
    makeTask()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"data":{"taskI')
  },
}

/** Takes the request and never answers; the connection stays open. */
export const hang: FaultyResponse = {
  name: 'hangs',
  give: async ({ readBody, makeTask }) => {
    await readBody()
    makeTask()
  },
}

/** The head comes, the body never does. */
export const hangAfterHead: FaultyResponse = {
  name: 'hangs after the head',
  give: async ({ response, readBody, makeTask }) => {
    await readBody()
    makeTask()
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
  },
}

/** Valid JSON of more than 32 MB. */
export const hugeResponse: FaultyResponse = {
  name: 'huge response',
  give: async ({ response, readBody, makeTask }) => {
    await readBody()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(`{"code":0,"data":{"taskId":${JSON.stringify(makeTask())},"padding":"`)
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    for (let sent = 0; sent < 33 && !response.destroyed; sent++) response.write(chunk)
    response.end('"}}')
  },
}

export function delayed(waitMs: number, inner: FaultyResponse): FaultyResponse {
  return {
    name: `${inner.name} after ${waitMs} ms`,
    give: async (at) => {
      await at.readBody()
      await pause(waitMs)
      await inner.give(at)
    },
  }
}

/** The same response, once `gate` is open. */
export function heldBack(gate: Promise<unknown>, inner: FaultyResponse): FaultyResponse {
  return {
    name: `${inner.name}, held back`,
    give: async (at) => {
      await at.readBody()
      await gate
      await inner.give(at)
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function success(taskResult: unknown): FaultyResponse {
  return respond(200, JSON.stringify({ code: 0, message: 'ok', data: { status: 'SUCCESS', taskResult } }))
}

/** The body of a request; its text where that is no JSON, and undefined where there is none. */
export function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

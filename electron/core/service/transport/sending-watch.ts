/** Watches how far a request came: whether any part of it may have left, and what of its response arrived. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/** Errors that happen before a connection is established. */
const BEFORE_CONNECTION = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

interface Steps {
  created: boolean
  headSent: boolean
  receivedBytes: number
}

export interface SendingWatch {
  run<T>(send: () => Promise<T>): Promise<T>
  /** Whether any part of the request may have reached the network, given the error it ended with. */
  mayBeSent(error: unknown): boolean
  /** Of the response's body, before it is decompressed. */
  receivedBytes(): number
}

const current = new AsyncLocalStorage<Steps>()
const stepsOf = new WeakMap<object, Steps>()
let listening = false

/**
 * Watches the requests started inside `run`.
 *
 * Node's fetch reports its steps on diagnostics channels
 * (https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md): `undici:request:create` when a request
 * reaches the network stack, `undici:client:sendHeaders` just before its head is written to a connected (and, for https,
 * verified) socket, `undici:request:bodyChunkReceived` for each part of a response's body. For a request that never appeared
 * there, only the error's own code can prove that nothing was sent; otherwise it may have been.
 */
export function watchSending(): SendingWatch {
  listen()
  const steps: Steps = { created: false, headSent: false, receivedBytes: 0 }
  return {
    run: (send) => current.run(steps, send),
    mayBeSent: (error) => (steps.created ? steps.headSent : !failedBeforeConnection(error)),
    receivedBytes: () => steps.receivedBytes,
  }
}

/** Subscribes once a process, at the first request: the channels are global. */
function listen(): void {
  if (listening) return
  listening = true
  subscribe('undici:request:create', (message) => {
    const steps = current.getStore()
    const request = requestOf(message)
    // A CONNECT to the proxy carries nothing of the request.
    if (!steps || !request || isConnect(request)) return
    steps.created = true
    stepsOf.set(request, steps)
  })
  subscribe('undici:client:sendHeaders', (message) => {
    const request = requestOf(message)
    const steps = request ? stepsOf.get(request) : undefined
    if (steps) steps.headSent = true
  })
  subscribe('undici:request:bodyChunkReceived', (message) => {
    const request = requestOf(message)
    const steps = request ? stepsOf.get(request) : undefined
    if (steps) steps.receivedBytes += chunkBytes(message)
  })
}

function requestOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('request' in message)) return null
  return typeof message.request === 'object' ? message.request : null
}

function chunkBytes(message: unknown): number {
  const chunk = typeof message === 'object' && message !== null && 'chunk' in message ? message.chunk : null
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}

function isConnect(request: object): boolean {
  return 'method' in request && request.method === 'CONNECT'
}

function failedBeforeConnection(error: unknown): boolean {
  return causesOf(error).some(({ message, code }) => message === 'bad port' || BEFORE_CONNECTION.has(code))
}

const DEEPEST_CAUSE = 8

/** An error and its causes, outermost first: libraries wrap the socket's own error. */
export function causesOf(error: unknown): readonly { readonly message: string; readonly code: string }[] {
  const causes = []
  for (let cause = error; cause instanceof Error && causes.length < DEEPEST_CAUSE; cause = cause.cause) {
    causes.push({ message: cause.message, code: 'code' in cause ? String(cause.code) : '' })
  }
  return causes
}

/**
 * Passes the messages of a client on stdio to the server of a running Atelier, and what it answers back to the client.
 *
 * A request whose answer was lost is sent again to whoever runs then: `generate` takes a quote, which is sent once whatever is
 * repeated, and everything else is free. What an Atelier refuses is passed on.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message as saying, type Message, written } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { MCP_PATH, type ServerAddress } from '#hosts/agents/server-file.ts'

/** How often one request is sent before its loss is told. */
const MAX_SENDS = 3
/** The implementation's own range of JSON-RPC 2.0. */
const PROXY_ERROR = -32_000

/** Finds the server that the messages go to. */
export interface ServerFinder {
  /** The server of the Atelier that runs; starts one where none does. `lost`: the server that stopped answering. */
  find(lost: ServerAddress | null, signal: AbortSignal): Promise<Result<ServerAddress>>
}

export type ProxyClient = Pick<StdioServerTransport, 'start' | 'close' | 'send' | 'onmessage' | 'onclose'>

/** How it speaks: to the client, and to the log. */
interface Output {
  readonly say: Say
  readonly log: (line: string) => void
}

interface OpenRequest {
  readonly message: JSONRPCRequest
  readonly abort: AbortController
  /** Resolves when it is answered or cancelled. */
  readonly over: PromiseWithResolvers<void>
}

interface Connection {
  readonly server: ServerAddress
  readonly transport: StreamableHTTPClientTransport
}

interface Proxy extends Output {
  readonly client: ProxyClient
  readonly finder: ServerFinder
  readonly token: string | undefined
  readonly open: Map<RequestId, OpenRequest>
  readonly closing: AbortController
  connecting: Promise<Result<Connection>> | null
  /** The server that stopped answering. */
  lost: ServerAddress | null
  /** What `initialize` agreed on; clients of the current revision name theirs in each message. */
  revision: string | undefined
}

/** Resolves when the client has gone. `token`: the agent's; without one it is the anonymous agent. */
export async function runStdioProxy(
  client: ProxyClient,
  finder: ServerFinder,
  token: string | undefined,
  output: Output,
): Promise<void> {
  const closing = new AbortController()
  const open = new Map<RequestId, OpenRequest>()
  const proxy: Proxy = {
    client,
    finder,
    token,
    ...output,
    open,
    closing,
    connecting: null,
    lost: null,
    revision: undefined,
  }
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  Object.assign(client, { onmessage: (message: JSONRPCMessage) => take(proxy, message), onclose: resolve })
  await client.start()
  await gone
  closing.abort()
  for (const id of open.keys()) cancel(proxy, id)
  const connection = await proxy.connecting
  if (connection?.ok) await connection.data.transport.close()
}

function take(proxy: Proxy, message: JSONRPCMessage): void {
  if (isJSONRPCRequest(message)) {
    const request = { message, abort: new AbortController(), over: Promise.withResolvers<void>() }
    proxy.open.set(message.id, request)
    void deliver(proxy, request)
    return
  }
  const cancelled = cancelledId(message)
  // Over HTTP a request is cancelled by leaving it.
  if (cancelled !== undefined) cancel(proxy, cancelled)
  else void pass(proxy, message).catch(() => proxy.log('A message of the client was not taken.'))
}

/** Sends a request until it is answered. */
async function deliver(proxy: Proxy, request: OpenRequest): Promise<void> {
  for (let sends = 0; sends < MAX_SENDS; sends++) {
    const connection = await connect(proxy)
    if (!connection.ok) return refuse(proxy, request, connection.error)
    const refusal = await sendOnce(connection.data.transport, request)
    if (refusal !== null) return refuse(proxy, request, refusal)
    if (proxy.open.get(request.message.id) !== request) return
    proxy.log(`The answer to ${request.message.method} was lost; Atelier is asked again.`)
    await leave(proxy, connection.data)
  }
  refuse(proxy, request, saying('agents.ended'))
}

/** Sends a message that has no answer. */
async function pass(proxy: Proxy, message: JSONRPCMessage): Promise<void> {
  const connection = await connect(proxy)
  if (connection.ok) await connection.data.transport.send(message)
}

async function connect(proxy: Proxy): Promise<Result<Connection>> {
  const connecting = (proxy.connecting ??= openConnection(proxy))
  const connection = await connecting
  if (!connection.ok && proxy.connecting === connecting) proxy.connecting = null
  return connection
}

async function openConnection(proxy: Proxy): Promise<Result<Connection>> {
  const found = await findServer(proxy)
  if (!found.ok) return found
  const transport = openTransport(found.data, proxy.token)
  if (proxy.revision !== undefined) transport.setProtocolVersion(proxy.revision)
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => receiveResponse(proxy, message, transport),
  })
  await transport.start()
  return succeed({ server: found.data, transport })
}

async function findServer({ finder, lost, closing }: Proxy): Promise<Result<ServerAddress>> {
  try {
    return await finder.find(lost, closing.signal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fail('internal', saying('hosts.startFailed', { reason }))
  }
}

/** What is under way over the connection may still be answered: it is not closed. */
async function leave(proxy: Proxy, left: Connection): Promise<void> {
  const current = await proxy.connecting
  if (!current?.ok || current.data !== left) return
  proxy.connecting = null
  proxy.lost = left.server
}

function receiveResponse(
  proxy: Proxy,
  message: JSONRPCMessage,
  transport: StreamableHTTPClientTransport,
): void {
  if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
    const request = message.id === undefined ? undefined : end(proxy, message.id)
    if (!request) return
    const agreed = request.message.method === 'initialize' ? agreedRevision(message) : undefined
    if (agreed !== undefined) transport.setProtocolVersion((proxy.revision = agreed))
  }
  send(proxy, message)
}

function send({ client, log }: Proxy, message: JSONRPCMessage): void {
  client.send(message).catch(() => log('The client does not read any more.'))
}

function refuse(proxy: Proxy, request: OpenRequest, refusal: Message): void {
  const { id } = request.message
  if (proxy.open.get(id) !== request) return
  end(proxy, id)
  send(proxy, { jsonrpc: '2.0', id, error: { code: PROXY_ERROR, message: proxy.say(refusal) } })
}

function cancel(proxy: Proxy, id: RequestId): void {
  end(proxy, id)?.abort.abort()
}

/** The request with this id, which is open no longer. */
function end({ open }: Proxy, id: RequestId): OpenRequest | undefined {
  const request = open.get(id)
  open.delete(id)
  request?.over.resolve()
  return request
}

function openTransport({ origin, secret }: ServerAddress, token: string | undefined) {
  return new StreamableHTTPClientTransport(new URL(MCP_PATH, origin), {
    requestInit: { headers: { authorization: `Bearer ${token ?? secret}` } },
  })
}

/** Resolves when the response has come to its end, with or without an answer: to what the client is told, where it was refused. */
async function sendOnce(
  transport: StreamableHTTPClientTransport,
  { message, abort, over }: OpenRequest,
): Promise<Message | null> {
  const ended = Promise.withResolvers<void>()
  try {
    await transport.send(message, { requestSignal: abort.signal, onRequestStreamEnd: ended.resolve })
  } catch (error) {
    return error instanceof SdkHttpError ? refusalOf(error) : null
  }
  await Promise.race([over.promise, ended.promise])
  return null
}

const refusalSchema = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.object({ error: z.object({ message: z.string().max(2_000) }) }))

/** The server's own sentence, where it gave one. */
function refusalOf({ status, data }: SdkHttpError): Message {
  try {
    return written(refusalSchema.parse(data['text']).error.message)
  } catch {
    return saying('agents.refused', { status })
  }
}

function agreedRevision(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined
  const { protocolVersion } = message.result
  return typeof protocolVersion === 'string' ? protocolVersion : undefined
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

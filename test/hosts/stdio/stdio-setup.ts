/** A server that answers with the library's own handler, and can lose answers; and clients of both generations of the SDK. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { createMcpHandler, InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { runStdioProxy, type ServerFinder } from '#hosts/stdio/stdio-proxy.ts'
import { say } from '#test/stand-ins/say.ts'

export const SECRET = 'secret-of-the-server-file-for-tests'

/** What becomes of the answer to one message. */
type Fate = 'answer' | 'lose' | 'cut the body' | { readonly status: number; readonly body: string }

export interface FakeServer {
  readonly origin: string
  /** Tokens that came, by message. */
  readonly tokens: string[]
  readonly calls: string[]
  /** What becomes of the next messages of this method. */
  readonly fates: Map<string, Fate[]>
  readonly server: Server
  close(): void
}

export async function openFakeServer(): Promise<FakeServer> {
  const calls: string[] = []
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'fake', version: '1.0.0' })
    server.registerTool(
      'echo',
      { inputSchema: z.object({ word: z.string() }) },
      async ({ word }, context) => {
        calls.push(word)
        if (word === 'wait')
          await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve))
        return { content: [{ type: 'text', text: word }] }
      },
    )
    return server
  })
  const tokens: string[] = []
  const fates = new Map<string, Fate[]>()
  const server = createServer((request, response) => {
    void (async () => {
      tokens.push(request.headers.authorization ?? '')
      const body = await text(request)
      const { method = '' } = body === '' ? {} : (JSON.parse(body) as { readonly method?: string })
      const fate = fates.get(method)?.shift() ?? 'answer'
      if (typeof fate === 'object') return void response.writeHead(fate.status).end(fate.body)
      const abort = new AbortController()
      response.once('close', () => abort.abort())
      const answer = await handler.fetch(asWebRequest(request, body, abort.signal))
      if (fate === 'lose') return void request.socket.destroy()
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (fate === 'answer') return void response.end(bytes)
      response.write(bytes.subarray(0, 10), () => request.socket.destroy())
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { origin, tokens, calls, fates, server, close }
}

function asWebRequest({ method, headers, url }: IncomingMessage, body: string, signal: AbortSignal): Request {
  return new Request(`http://127.0.0.1${url}`, {
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    signal,
    ...(body !== '' && { body }),
  })
}

export type Generation = 'current' | 'earlier'

/** A client of that generation, before a proxy that runs in this process. */
export async function openClient(generation: Generation, finder: ServerFinder, token?: string) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const logged: string[] = []
  const ended = runStdioProxy(far, finder, token, { say, log: (line) => logged.push(line) })
  const client = createClient(generation)
  onTestFinished(() => client.close())
  await client.connect(near)
  return { client, logged, ended }
}

function createClient(generation: Generation): Client {
  const info = { name: 'test', version: '1.0.0' }
  // What is used of the earlier generation's client has the same form.
  return generation === 'current'
    ? new Client(info, { versionNegotiation: { mode: 'auto' } })
    : (new EarlierClient(info) as unknown as Client)
}

export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as readonly { readonly type: string; readonly text?: string }[]
  return content.map((part) => part.text ?? '').join('\n')
}

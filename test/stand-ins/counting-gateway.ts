/**
 * Stands before a generation service, counts the generate requests that came for each prompt, and loses some of them: before the
 * service has them, or after, so that its answer never comes.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What becomes of a generate request. */
export type RequestFate = 'pass' | 'lose it' | 'lose the answer'

export interface CountingGateway {
  readonly baseUrl: string
  /** How many generate requests came, by prompt. */
  readonly received: ReadonlyMap<string, number>
  /** The tasks that the service made, by prompt. */
  readonly made: ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

/** `fate` is asked once for each generate request. */
export async function openCountingGateway(
  serviceUrl: string,
  apiKey: string,
  fate: () => RequestFate,
): Promise<CountingGateway> {
  const received = new Map<string, number>()
  const made = new Map<string, string[]>()
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const isGenerate = request.method === 'POST' && request.url?.endsWith('/api/v1/generate') === true
    const prompt = isGenerate ? promptOf(body) : ''
    if (isGenerate) received.set(prompt, (received.get(prompt) ?? 0) + 1)
    const chosen = isGenerate ? fate() : 'pass'
    if (chosen === 'lose it') return void request.socket.destroy()
    const { method = 'GET' } = request
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body.length > 0 && { 'content-type': request.headers['content-type'] ?? '' }),
    }
    const answer = await fetch(`${serviceUrl}${request.url}`, {
      method,
      headers,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (isGenerate && answer.ok) made.set(prompt, [...(made.get(prompt) ?? []), taskIdOf(bytes)])
    if (chosen === 'lose the answer') return void request.socket.destroy()
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(bytes)
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    made,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function promptOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { readonly prompt?: string }).prompt ?? ''
}

function taskIdOf(body: Buffer): string {
  return (JSON.parse(body.toString()) as { readonly data: { readonly taskId: string } }).data.taskId
}

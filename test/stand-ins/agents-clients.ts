/** Clients of the official SDK and of its previous generation, over HTTP and over stdio, that lose answers and processes. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { NODE_CACHE } from './agents-host.ts'

export type Generation = 'current' | 'earlier'

const INFO = { name: 'trial', version: '1.0.0' }

export interface ToolResponse {
  readonly isError: boolean
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface AgentClient {
  /** @throws where the answer was lost, with the process, the host, or on the way. */
  call(tool: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResponse>
  /** Of its server, where that is a process of its own. */
  readonly pid: number | null
  close(): Promise<void>
}

/** Loses the answers of which `isLost` says so, after the host has given them. */
export async function openHttpClient(
  generation: Generation,
  origin: string,
  token: string,
  isLost: () => boolean,
): Promise<AgentClient> {
  const url = new URL('/mcp', origin)
  const options = {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (input: string | URL, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init)
      const isCall = typeof init?.body === 'string' && init.body.includes('"tools/call"')
      if (!isCall || !isLost()) return response
      await response.arrayBuffer()
      throw new TypeError('The answer was lost.')
    },
  }
  const Transport = generation === 'current' ? StreamableHTTPClientTransport : EarlierHttp
  return connect(generation, new Transport(url, options), null)
}

/** Starts the program as a client does. `onNoise` is told of what on its standard output is no message. */
export async function openStdioClient(
  generation: Generation,
  program: readonly string[],
  token: string | undefined,
  onNoise: (error: Error) => void,
): Promise<AgentClient> {
  const [command = process.execPath, ...args] = program
  const environment = Object.entries({ ...process.env, ...NODE_CACHE }).filter(
    ([, value]) => value !== undefined,
  )
  const env = {
    ...(Object.fromEntries(environment) as Record<string, string>),
    ...(token !== undefined && { ATELIER_AGENT_TOKEN: token }),
  }
  const Transport = generation === 'current' ? StdioClientTransport : EarlierStdio
  const transport = new Transport({ command, args, env, stderr: 'ignore' })
  return connect(generation, transport, transport, onNoise)
}

interface HasPid {
  readonly pid: number | null
}

async function connect(
  generation: Generation,
  transport: StreamableHTTPClientTransport | StdioClientTransport | EarlierHttp | EarlierStdio,
  process: HasPid | null,
  onNoise?: (error: Error) => void,
): Promise<AgentClient> {
  // What is used of the earlier generation's client has the same form, but for the schema of a result before the options.
  const client =
    generation === 'current'
      ? new Client(INFO, { versionNegotiation: { mode: 'auto' } })
      : (new EarlierClient(INFO) as unknown as Client)
  if (onNoise) Object.assign(client, { onerror: onNoise })
  await client.connect(transport)
  return {
    call: async (name, input, signal) => {
      const options = { ...(signal && { signal }) }
      const more = generation === 'current' ? [options] : [undefined, options]
      return toolResponse(await client.callTool({ name, arguments: input }, ...(more as [typeof options])))
    },
    get pid() {
      return process?.pid ?? null
    },
    close: () => client.close(),
  }
}

interface RawResponse {
  readonly isError?: boolean | undefined
  readonly content?: unknown
  readonly structuredContent?: unknown
}

function toolResponse({ isError = false, content, structuredContent = {} }: RawResponse): ToolResponse {
  const parts = (content ?? []) as readonly { readonly text?: string }[]
  return {
    isError,
    text: parts.map(({ text = '' }) => text).join('\n'),
    data: structuredContent as Readonly<Record<string, unknown>>,
  }
}

/** A real web host over a real sample service, with an agent, and the official clients of two generations. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { RenderedResult } from '#contract/errors.ts'
import { openApp } from '#core/open-app.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { startService } from '#test/local-service/support/service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'

export interface ToolResponse {
  readonly isError: boolean
  readonly text: string
  /** The structured answer. */
  readonly data: Record<string, unknown>
  readonly content: readonly { readonly type: string }[]
}

/** A connected client of either generation. */
export interface Caller {
  tools(): Promise<readonly { readonly name: string }[]>
  /** One tool call. Rejects with the protocol's errors. */
  use(tool: string, input?: Record<string, unknown>): Promise<ToolResponse>
}

export async function openAgentsFixture() {
  const service = await startService()
  const dataDir = await makeTempDir()
  const started = await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp, say })
  if (!started.ok) throw new Error(started.error.id)
  const { origin, bearerToken, close } = started.data
  let closing: Promise<void> | null = null
  const closeOnce = () => (closing ??= close())
  onTestFinished(async () => {
    await closeOnce()
    await service.stop()
  })

  /** As the user's page does. */
  async function page<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<RouteOutput<Name>> {
    const response = await fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const result = (await response.json()) as RenderedResult<RouteOutput<Name>>
    if (!result.ok) throw new Error(`${route}: ${result.error.message}`)
    return result.data
  }

  const profile = await page('profiles.create', {
    name: 'Sample',
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
  })
  await page('profiles.activate', { id: profile.id })
  const createAgent = (name: string, requestsPerDay = 0) =>
    page('agents.create', { name, budget: { requestsPerDay } })
  /** The user approves what they are shown. */
  const approve = async (quoteId: string) => {
    const { bodyHash, price } = await page('agents.bodies', { quoteId })
    return page('agents.approve', { quoteId, bodyHash, price })
  }
  return { service, dataDir, origin, bearerToken, page, profile, createAgent, approve, close: closeOnce }
}

export type Fixture = Awaited<ReturnType<typeof openAgentsFixture>>

interface Raw {
  readonly isError?: unknown
  readonly content?: unknown
  readonly structuredContent?: unknown
}

function toResponse({ isError, content, structuredContent }: Raw): ToolResponse {
  const blocks = content as readonly { readonly type: string; readonly text?: string }[]
  return {
    isError: isError === true,
    text: blocks
      .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
      .join('\n'),
    data: (structuredContent ?? {}) as Record<string, unknown>,
    content: blocks,
  }
}

function authorized(token: string) {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } }
}

/** The revision of July 2026; `elicited` gets what a client that can ask its user is told. */
export async function connect(
  { origin }: Pick<Fixture, 'origin'>,
  token: string,
  elicited?: (message: string) => Promise<void> | void,
): Promise<Caller> {
  const capabilities = elicited ? { elicitation: {} } : {}
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  if (elicited) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await elicited(params.message)
      return { action: 'accept', content: {} }
    })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), authorized(token)))
  onTestFinished(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools,
    use: async (name, input = {}) => toResponse(await client.callTool({ name, arguments: input })),
  }
}

/** The revision of November 2025, with the SDK of its time. */
async function connectEarlier({ origin }: Pick<Fixture, 'origin'>, token: string): Promise<Caller> {
  const client = new EarlierClient({ name: 'test', version: '1' })
  await client.connect(new EarlierTransport(new URL(`${origin}/mcp`), authorized(token)))
  onTestFinished(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools,
    use: async (name, input = {}) => toResponse((await client.callTool({ name, arguments: input })) as Raw),
  }
}

export const GENERATIONS = [
  ['2026-07-28', connect],
  ['2025-11-25', connectEarlier],
] as const

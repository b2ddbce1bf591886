/**
 * The server for agents of a program that has no other: one on loopback that serves nothing but `/mcp`.
 *
 * Open while agents are switched on and the user has created at least one, or an agent has started the program. Its port stays the same from start to start, where nobody
 * else has it, so that what the user copied into a client stays right.
 */
import { createHash } from 'node:crypto'
import { fail, type Result } from '#contract/errors.ts'
import type { App } from '#core/app.ts'
import type { Call } from '#hosts/command-line/open-core.ts'
import { closing, resultResponse } from '#hosts/page/result-response.ts'
import { type LoopbackServer, startLoopbackServer } from '#hosts/loopback/loopback-server.ts'
import { type AgentsServer, type AgentsServerOptions, openAgentsServer } from './agents-server.ts'
import { MCP_PATH } from './server-file.ts'

export interface LoopbackAgentsServer {
  /** Where agents come in; null while it is closed. */
  mcpUrl(): string | null
  close(): Promise<void>
}

interface Options extends Pick<AgentsServerOptions, 'app' | 'dataDir' | 'say' | 'log'> {
  /** An agent started this Atelier: it comes in, also without a token. */
  readonly isForAgent?: boolean
}

interface Open {
  readonly agents: AgentsServer
  readonly server: LoopbackServer
}

export function openLoopbackAgentsServer(options: Options): LoopbackAgentsServer {
  const { app, isForAgent = false, log } = options
  let open: Open | null = null
  let isClosing = false
  /** One change after the other. */
  let settled = Promise.resolve()
  const settle = async (): Promise<void> => {
    const isWanted = !isClosing && app.agents.isEnabled() && (isForAgent || (await hasAgents(app)))
    if (isWanted && open === null) open = await openServer(options)
    else if (!isWanted && open !== null) {
      await open.agents.close()
      await open.server.close()
      open = null
    }
  }
  const follow = (): Promise<void> =>
    (settled = settled.then(settle).catch(() => log('The server for agents could not be opened or closed.')))
  const unsubscribe = app.subscribe(({ name }) => {
    if (name === 'agents.changed' || name === 'settings.changed') void follow()
  })
  void follow()
  return {
    mcpUrl: () => (open === null ? null : `${open.server.origin}${MCP_PATH}`),
    close: async () => {
      unsubscribe()
      isClosing = true
      await follow()
    },
  }
}

/** Whoever comes without a token does not count: nobody gave it leave to. */
async function hasAgents({ call }: App): Promise<boolean> {
  const list = await (call as Call)('agents.list', {})
  return list.ok && list.data.items.some(({ isAnonymous }) => !isAnonymous)
}

async function openServer(options: Options): Promise<Open | null> {
  const agents = openAgentsServer(options)
  const listen = (port: number): Promise<Result<LoopbackServer>> =>
    startLoopbackServer({ port, say: options.say }, ({ request, trust }) =>
      new URL(request.url).pathname === MCP_PATH
        ? agents.respond(request, trust)
        : closing(resultResponse(NOTHING, options.say)),
    )
  const usual = await listen(usualPort(options.dataDir))
  const server = usual.ok ? usual : await listen(0)
  if (!server.ok) {
    options.log(`The server for agents could not be opened: ${server.error.id}`)
    return null
  }
  await agents.announce(server.data.origin)
  return { agents, server: server.data }
}

const NOTHING = fail('not_found', 'hosts.nothingHere')

/** One of the ports that are nobody's (RFC 6335), the same for the same data directory. */
function usualPort(dataDir: string): number {
  return 49_152 + (createHash('sha256').update(dataDir).digest().readUInt16BE(0) % 16_384)
}

/**
 * The door of a program that has no server: one on loopback that serves nothing but `/mcp`.
 *
 * Open while agents are switched on and the user has created at least one. Its port stays the same from start to start, where nobody
 * else has it, so that what the user copied into a client stays right.
 */
import { createHash } from 'node:crypto'
import { fail, type Result } from '#contract/errors.ts'
import type { App } from '#core/app.ts'
import type { Call } from '#hosts/command-line/open-core.ts'
import { closing, resultResponse } from '#hosts/page/result-response.ts'
import { type LoopbackServer, startLoopbackServer } from '#hosts/loopback/loopback-server.ts'
import { type AgentsDoor, type AgentsDoorOptions, openAgentsDoor } from './agents-door.ts'
import { MCP_PATH } from './door-file.ts'

export interface LoopbackDoor {
  /** Where agents come in; null while the door is closed. */
  mcpUrl(): string | null
  close(): Promise<void>
}

type Options = Pick<AgentsDoorOptions, 'app' | 'dataDir' | 'say' | 'log'>

interface Open {
  readonly door: AgentsDoor
  readonly server: LoopbackServer
}

export function openLoopbackDoor(options: Options): LoopbackDoor {
  const { app, log } = options
  let open: Open | null = null
  let isClosing = false
  /** One change after the other. */
  let settled = Promise.resolve()
  const settle = async (): Promise<void> => {
    const isWanted = !isClosing && (await hasAgents(app))
    if (isWanted && open === null) open = await openDoor(options)
    else if (!isWanted && open !== null) {
      await open.door.close()
      await open.server.close()
      open = null
    }
  }
  const follow = (): Promise<void> =>
    (settled = settled.then(settle).catch(() => log('The door for agents could not be opened or closed.')))
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
async function hasAgents({ agents, call }: App): Promise<boolean> {
  if (!agents.isEnabled()) return false
  const list = await (call as Call)('agents.list', {})
  return list.ok && list.data.items.some(({ isAnonymous }) => !isAnonymous)
}

async function openDoor(options: Options): Promise<Open | null> {
  const door = openAgentsDoor(options)
  const listen = (port: number): Promise<Result<LoopbackServer>> =>
    startLoopbackServer({ port, say: options.say }, ({ request, trust }) =>
      new URL(request.url).pathname === MCP_PATH
        ? door.answer(request, trust)
        : closing(resultResponse(NOTHING, options.say)),
    )
  const usual = await listen(usualPort(options.dataDir))
  const server = usual.ok ? usual : await listen(0)
  if (!server.ok) {
    options.log(`The door for agents could not be opened: ${server.error.id}`)
    return null
  }
  await door.announce(server.data.origin)
  return { door, server: server.data }
}

const NOTHING = fail('not_found', 'hosts.nothingHere')

/** One of the ports that are nobody's (RFC 6335), the same for the same data directory. */
function usualPort(dataDir: string): number {
  return 49_152 + (createHash('sha256').update(dataDir).digest().readUInt16BE(0) % 16_384)
}

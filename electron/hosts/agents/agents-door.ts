/** The door for agents, whole: the protocol, who may come in, and the file that says where it is. */
import { fail, succeed } from '#contract/errors.ts'
import type { App } from '#core/app.ts'
import { closing, resultResponse } from '#hosts/page/result-response.ts'
import { createSecret, isSameSecret } from '#hosts/web/secrets.ts'
import { removeDoorFile, writeDoorFile } from './door-file.ts'
import { proofFor } from './door-proof.ts'
import { bearerToken, createHttpDoor, type HttpDoor } from './http-door.ts'
import { MAKE_ROOM_PATH } from './make-room.ts'
import type { McpHandler } from './mcp-handler.ts'

export interface AgentsDoor {
  readonly answer: HttpDoor
  /** Writes where the door is. It works without: who has a token needs no file. */
  announce(origin: string): Promise<void>
  /** Takes the file away and ends what is under way. */
  close(): Promise<void>
}

export interface AgentsDoorOptions {
  readonly app: App
  readonly dataDir: string
  /** For a host that an agent started: called when the user starts Atelier. */
  readonly makeRoom?: (() => void) | undefined
  readonly log: (line: string) => void
}

export function openAgentsDoor({ app, dataDir, makeRoom, log }: AgentsDoorOptions): AgentsDoor {
  const secret = createSecret()
  // The protocol's library is loaded when the first agent comes: a start does not wait for it.
  let loading: Promise<McpHandler> | null = null
  const load = async (): Promise<McpHandler> =>
    (await import('./mcp-handler.ts')).createMcpHandler({ app, log })
  const isSecret = (token: string): boolean => isSameSecret(secret, token)
  const enter = createHttpDoor({ agents: app.agents, mcp: () => (loading ??= load()), isSecret })
  return {
    answer: async (request, admitted) => {
      const proof = proofFor(request.headers, secret)
      if (proof) return proof
      if (new URL(request.url).pathname !== MAKE_ROOM_PATH) return enter(request, admitted)
      const isAsked = request.method === 'POST' && isSecret(bearerToken(request) ?? '')
      if (!makeRoom || !isAsked)
        return closing(resultResponse(fail('forbidden', 'Only the user starts another Atelier.')))
      makeRoom()
      return resultResponse(succeed({}))
    },
    announce: (origin) =>
      writeDoorFile(dataDir, {
        origin,
        secret,
        pid: process.pid,
        ...(makeRoom && { stepsAside: true }),
      }).catch(() =>
        log('agents-door.json could not be written: programs without a token do not find Atelier.'),
      ),
    close: async () => {
      await removeDoorFile(dataDir, secret).catch(() => undefined)
      await (await loading)?.close()
    },
  }
}

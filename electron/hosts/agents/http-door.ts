/**
 * `/mcp`: who may talk to it and how much of it is read, before the protocol begins.
 *
 * Agents bring their token, or the secret of the door file, which only programs of this user can read. The page's cookie and its
 * bearer token open nothing here, and an agent's token nothing elsewhere.
 */
import { fail } from '#contract/errors.ts'
import type { AgentDoor, AgentName } from '#core/agents/agents.ts'
import { readJsonBody } from '#hosts/page/json-body.ts'
import { closing, methodNotAllowed, resultResponse } from '#hosts/page/result-response.ts'
import type { McpHandler } from './mcp-handler.ts'

export const MCP_PATH = '/mcp'

const LARGEST_MESSAGE_BYTES = 1024 * 1024
const MOST_MESSAGE_VALUES = 20_000
/** Messages of one batch, which the revision of March 2025 allows. */
const LARGEST_BATCH = 20

export interface HttpDoorOptions {
  readonly agents: AgentDoor
  readonly mcp: () => Promise<McpHandler>
  /** True for the secret of the door file; compared in a time that tells nothing. */
  readonly isSecret: (token: string) => boolean
}

/** `admitted` is called once it is known who asks. Refusals keep no connection. */
export type HttpDoor = (request: Request, admitted: () => void) => Promise<Response>

export function createHttpDoor({ agents, mcp, isSecret }: HttpDoorOptions): HttpDoor {
  const identify = (request: Request): AgentName | null => {
    const token = bearerToken(request)
    if (token === undefined) return null
    return isSecret(token) ? agents.anonymous() : agents.identify(token)
  }
  return async (request, admitted) => {
    if (!agents.isEnabled()) return closing(resultResponse(fail('forbidden', SWITCHED_OFF)))
    const agent = identify(request)
    if (agent === null) {
      const headers = { 'www-authenticate': 'Bearer' }
      return closing(resultResponse(fail('unauthorized', UNKNOWN), 401, headers))
    }
    admitted()
    if (request.method === 'GET' || request.method === 'DELETE') return (await mcp()).fetch(request, agent)
    if (request.method !== 'POST') return closing(methodNotAllowed('POST'))
    const body = await readMessage(request)
    return body instanceof Response ? closing(body) : (await mcp()).fetch(request, agent, body.json)
  }
}

export function bearerToken(request: Request): string | undefined {
  return /^Bearer (\S{1,200})$/iu.exec(request.headers.get('authorization') ?? '')?.[1]
}

const SWITCHED_OFF = 'Agents are switched off in Atelier. Its user can switch them on in Settings > Agents.'
const UNKNOWN = 'No agent of Atelier has this token. Its user can create one in Settings > Agents.'

/** The message, or the response that says why it is not read. */
async function readMessage(request: Request): Promise<Response | { readonly json: unknown }> {
  const body = await readJsonBody(request, LARGEST_MESSAGE_BYTES, MOST_MESSAGE_VALUES)
  if (body instanceof Response || !Array.isArray(body.json) || body.json.length <= LARGEST_BATCH) return body
  return resultResponse(fail('invalid_input', `At most ${LARGEST_BATCH} messages at once.`), 413)
}

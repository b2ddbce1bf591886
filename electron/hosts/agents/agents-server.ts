/**
 * The server for agents, whole: the protocol, who may come in, and the file that says where it is.
 *
 * Agents bring their token, or the secret of the server file, which only programs of this user can read. The page's cookie and its
 * bearer token open nothing here, and an agent's token nothing elsewhere.
 */
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import { closing, resultResponse, methodNotAllowed } from '#hosts/page/result-response.ts'
import { createSecret, isSameSecret } from '#hosts/loopback/secrets.ts'
import type { AgentName } from '#core/agents/agents.ts'
import { readJsonBody } from '#hosts/page/json-body.ts'
import { type CallLimit, RETRY_AFTER_MS, createCallLimit } from './call-limit.ts'
import { removeServerFile, writeServerFile, proofFor } from './server-file.ts'
import { CLOSE_FOR_USER_PATH } from './close-for-user.ts'
import type { McpHandler } from './mcp-handler.ts'

/** `onIdentified` is called once it is known who asks. Refusals keep no connection. */
export type AgentsEndpoint = (request: Request, onIdentified: () => void) => Promise<Response>

export interface AgentsServer {
  readonly respond: AgentsEndpoint
  /** Writes where the server is. It works without: who has a token needs no file. */
  announce(origin: string): Promise<void>
  /** Takes the file away and ends what is under way. */
  close(): Promise<void>
}

export interface AgentsServerOptions {
  readonly app: App
  readonly dataDir: string
  /** For a host that an agent started: called when the user starts Atelier. */
  readonly closeForUser?: (() => void) | undefined
  readonly say: Say
  readonly log: (line: string) => void
}

export function openAgentsServer({
  app,
  dataDir,
  closeForUser,
  say,
  log,
}: AgentsServerOptions): AgentsServer {
  const secret = createSecret()
  const limit = createCallLimit()
  // The protocol's library is loaded when the first agent comes: a start does not wait for it.
  let loading: Promise<McpHandler> | null = null
  const load = async (): Promise<McpHandler> =>
    (await import('./mcp-handler.ts')).createMcpHandler({ app, limit, say, log })
  const mcp = () => (loading ??= load())
  return {
    respond: async (request, onIdentified) => {
      const proof = proofFor(request.headers, secret)
      if (proof) return proof
      const token = /^Bearer (\S{1,200})$/iu.exec(request.headers.get('authorization') ?? '')?.[1]
      const isOwn = token !== undefined && isSameSecret(secret, token)
      if (new URL(request.url).pathname !== CLOSE_FOR_USER_PATH) {
        const find = () =>
          isOwn ? app.agents.anonymous() : token === undefined ? null : app.agents.identify(token)
        return authorize({ isEnabled: app.agents.isEnabled, find, mcp, limit, say, onIdentified }, request)
      }
      if (!closeForUser || !isOwn || request.method !== 'POST')
        return closing(resultResponse(fail('forbidden', 'agents.onlyUserStarts'), say))
      closeForUser()
      return resultResponse(succeed({}), say)
    },
    announce: (origin) =>
      writeServerFile(dataDir, {
        origin,
        secret,
        pid: process.pid,
        ...(closeForUser && { closesForUser: true }),
      }).catch(() =>
        log('agents-server.json could not be written: programs without a token do not find Atelier.'),
      ),
    close: async () => {
      await removeServerFile(dataDir, secret).catch(() => undefined)
      await (await loading)?.close()
    },
  }
}

const MAX_MESSAGE_BYTES = 1024 * 1024
const MAX_MESSAGE_VALUES = 20_000
/** Messages of one batch, which the revision of March 2025 allows. */
const MAX_BATCH = 20

interface RequestAccess {
  readonly isEnabled: () => boolean
  /** Whose token came along, or the anonymous agent where it was the server file's secret. */
  readonly find: () => AgentName | null
  readonly mcp: () => Promise<McpHandler>
  readonly limit: CallLimit
  readonly say: Say
  readonly onIdentified: () => void
}

/** Who may talk to `/mcp` and how much of it is read, before the protocol begins. */
async function authorize(
  { isEnabled, find, mcp, limit, say, onIdentified }: RequestAccess,
  request: Request,
): Promise<Response> {
  if (!isEnabled()) return closing(resultResponse(fail('forbidden', 'agents.serverOff'), say))
  const agent = find()
  if (agent === null) {
    const headers = { 'www-authenticate': 'Bearer' }
    return closing(resultResponse(fail('unauthorized', 'agents.unknownToken'), say, 401, headers))
  }
  onIdentified()
  if (request.method === 'GET' || request.method === 'DELETE') return (await mcp()).fetch(request, agent)
  if (request.method !== 'POST') return closing(methodNotAllowed(['POST'], say))
  if (!limit.enter(agent.agentId)) return closing(resultResponse(TOO_MANY, say, undefined, RETRY_AFTER))
  return untilResponded(request, limit, agent, () => handleMessage({ mcp, say }, request, agent))
}

/** Its answer may be a stream: the agent has room for another message when it has ended, or when nobody listens any more. */
async function untilResponded(
  { signal }: Request,
  limit: CallLimit,
  { agentId }: AgentName,
  respond: () => Promise<Response>,
): Promise<Response> {
  let isOver = false
  const over = (): void => {
    if (!isOver) limit.leave(agentId)
    isOver = true
  }
  signal.addEventListener('abort', over, { once: true })
  try {
    const response = await respond()
    if (!response.body) over()
    // `cancel` is missing in the types. It is called on errors too: https://streams.spec.whatwg.org/#transformer-api
    const ends = { flush: over, cancel: over }
    const passedOn = response.body?.pipeThrough(new TransformStream(ends))
    return passedOn ? new Response(passedOn, response) : response
  } catch (error) {
    over()
    throw error
  }
}

async function handleMessage(
  { mcp, say }: Pick<RequestAccess, 'mcp' | 'say'>,
  request: Request,
  agent: AgentName,
): Promise<Response> {
  const body = await readMessage(request, say)
  return body instanceof Response ? closing(body) : (await mcp()).fetch(request, agent, body.json)
}

const TOO_MANY = fail('rate_limited', 'agents.tooManyCalls', { charged: 'no', retryAfterMs: RETRY_AFTER_MS })
const RETRY_AFTER = { 'retry-after': String(Math.ceil(RETRY_AFTER_MS / 1_000)) }

/** The message, or the response that says why it is not read. */
async function readMessage(request: Request, say: Say): Promise<Response | { readonly json: unknown }> {
  const body = await readJsonBody(request, MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES, say)
  if (body instanceof Response || !Array.isArray(body.json) || body.json.length <= MAX_BATCH) return body
  return resultResponse(
    fail('invalid_input', message('agents.batchTooLarge', { limit: MAX_BATCH })),
    say,
    413,
  )
}

/** The web host's server: authentication, then the routes, in this order for every request. Agents have an endpoint of their own. */
import { Hono } from 'hono'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { MCP_PATH } from '#hosts/agents/server-file.ts'
import type { AgentsEndpoint } from '#hosts/agents/agents-server.ts'
import { CLOSE_FOR_USER_PATH } from '#hosts/agents/close-for-user.ts'
import { readJsonBody } from '#hosts/page/json-body.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import type { PageFiles } from '#hosts/page/page-files.ts'
import { closing, methodNotAllowed, resultResponse } from '#hosts/page/result-response.ts'
import { MAX_CALL_VALUES } from '#contract/json.ts'
import { largestInputBytes } from '#contract/routes.ts'
import { acceptedLanguages } from '#contract/rules/languages.ts'
import { voiceOf, type Voices } from '#hosts/voices.ts'
import { createEventStreams, type EventStreams } from './event-streams.ts'
import {
  type LoopbackServer,
  type OwnRequest,
  type SocketLimits,
  startLoopbackServer,
} from '#hosts/loopback/loopback-server.ts'
import { launch, refuseStranger, type Sessions } from './sessions.ts'

export interface WebServerOptions {
  readonly app: App
  readonly files: PageFiles
  readonly mediaFolders: readonly string[]
  readonly sessions: Sessions
  readonly clock: Clock
  readonly agents: AgentsEndpoint
  /** 0 for any free port. */
  readonly port: number
  /** For scripts. */
  readonly say: Say
  /** For people. */
  readonly voices?: Voices
  readonly log: (line: string) => void
  /** For tests: smaller limits than the defaults. */
  readonly limits?: Partial<SocketLimits> & {
    readonly callBytes?: number
    readonly inputBytes?: number
    readonly bufferedEventBytes?: number
  }
}

/** Listens; fails as data where the port cannot be had. */
export async function startWebServer(options: WebServerOptions): Promise<Result<LoopbackServer>> {
  const { app, clock, limits, port, say } = options
  const events = createEventStreams(app, clock, say, limits?.bufferedEventBytes)
  const routes = createRoutes(options, events)
  const started = await startLoopbackServer({ port, say, limits }, ({ request, ...asked }) =>
    routes.fetch(request, asked),
  )
  if (!started.ok) {
    events.close()
    return started
  }
  return succeed({
    ...started.data,
    async close() {
      events.close()
      await started.data.close()
    },
  })
}

/** What the server knows of a request beside itself. */
type Asked = Omit<OwnRequest, 'request'>

function createRoutes(options: WebServerOptions, events: EventStreams) {
  const { app, agents, files, mediaFolders, sessions, limits, voices, say, log } = options
  const reader = readerOf(voices, say)
  const servePage = createPageHandler({
    app,
    files,
    mediaFolders,
    say,
    reader,
    ...(limits?.inputBytes !== undefined && { maxInputBytes: limits.inputBytes }),
  })
  const routes = new Hono<{ Bindings: Asked }>()
  for (const path of [MCP_PATH, CLOSE_FOR_USER_PATH]) {
    routes.all(path, ({ req, env }) => agents(req.raw, env.trust))
  }
  routes.use(async (context, next) => {
    const { port, trust } = context.env
    const token = context.req.path === '/' ? context.req.query('token') : undefined
    if (token !== undefined && context.req.raw.method === 'GET') {
      const response = launch(context, sessions, port, token, say)
      return response.status === 401 ? closing(response) : response
    }
    const locked = refuseStranger(context, sessions, port, say)
    if (locked) return closing(locked)
    trust()
    return next()
  })
  routes.post('/rpc/:route', async ({ req }) =>
    handleCall(app, req.param('route'), req.raw, await reader.say(req.raw), limits?.callBytes),
  )
  routes.all('/rpc/*', () => methodNotAllowed(['POST'], say))
  routes.all('/events', async ({ req, env }) => {
    if (req.raw.method !== 'GET') return methodNotAllowed(['GET'], say)
    // The first event is in the right language.
    await reader.say(req.raw)
    return events.open(() => env.env.outgoing.destroy(), reader.voice(req.raw))
  })
  routes.all('*', ({ req }) => servePage(req.raw))
  routes.onError((error) => {
    log(`A request failed inside the web host: ${error.name}`)
    return resultResponse(fail('internal', 'hosts.noResponse'), say)
  })
  return routes
}

/** Scripts read English, people what they have chosen, or else what their browsers ask for. */
function readerOf(voices: Voices | undefined, say: Say) {
  const isScript = (request: Request): boolean => request.headers.has('authorization')
  const languages = (request: Request) => acceptedLanguages(request.headers.get('accept-language'))
  return {
    say: async (request: Request): Promise<Say> =>
      voices && !isScript(request) ? voices.find(languages(request)) : say,
    voice: (request: Request): Say =>
      voices && !isScript(request) ? voiceOf(voices, languages(request)) : say,
    language: (request: Request): string => voices?.languageOf(languages(request)) ?? 'en',
  }
}

/**
 * `POST /rpc/<route>`: one call of the contract, its input as JSON. The answer is always the envelope. What the input must be is the router's business; here it only has to be JSON of a bearable size.
 */
async function handleCall(
  app: App,
  route: string,
  request: Request,
  say: Say,
  maxBytes = largestInputBytes(route),
): Promise<Response> {
  const body = await readJsonBody(request, maxBytes, MAX_CALL_VALUES, say)
  return body instanceof Response ? body : resultResponse(await app.call(route, body.json), say)
}

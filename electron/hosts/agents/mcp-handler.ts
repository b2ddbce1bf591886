/**
 * The Model Context Protocol over HTTP: one handler for revision 2026-07-28 and for those of 2025, without sessions.
 *
 * The protocol is the library's. Who asks is decided before a request comes here.
 */
import { createMcpHandler as createProtocolHandler, McpServer } from '@modelcontextprotocol/server'
import type { AgentName } from '#core/agents/agents.ts'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import { VERSION } from '#hosts/build-paths.ts'
import type { Call } from '#hosts/command-line/open-core.ts'
import type { CallLimit } from './call-limit.ts'
import { addTasks } from './tasks-extension.ts'
import type { ToolContext } from './tool.ts'
import { addGenerateTool } from './tools/generate.ts'
import { addImportTool } from './tools/import-file.ts'
import { addLibraryTools } from './tools/library.ts'
import { addModelTools } from './tools/models.ts'
import { addQuoteTool } from './tools/quote.ts'
import { addSequenceTools } from './tools/sequence.ts'
import { addSpendingTool } from './tools/spending.ts'
import { addTaskTool } from './tools/task.ts'

/** In the order in which they are used. */
const TOOLS = [
  addModelTools,
  addQuoteTool,
  addGenerateTool,
  addTaskTool,
  addSequenceTools,
  addLibraryTools,
  addImportTool,
  addSpendingTool,
]

const INSTRUCTIONS =
  'Atelier makes images, video and music with the accounts of its user, and keeps every result as a file in a library on this computer. ' +
  'To make something: list_models, quote, generate, then task until it is saved. For a sequence of shots that the user made: sequence_plan, sequence_generate. ' +
  'Only generate and sequence_generate spend money, once for each quote, and above your budget only after the user has approved it in Atelier. Everything else is free.'

/** Streams of changes that clients keep open. Nothing changes here: no tool comes or goes while Atelier runs. */
const MAX_SUBSCRIPTIONS = 16
/** Values that the arguments of one call may hold. */
const MAX_ARGUMENT_VALUES = 5_000

export interface McpHandler {
  /** `body` is the request's JSON, where it was read already. Never rejects for what a client sent. */
  fetch(request: Request, agent: AgentName, body?: unknown): Promise<Response>
  /** Ends what is under way. */
  close(): Promise<void>
}

export interface McpHandlerOptions {
  readonly app: App
  readonly limit: CallLimit
  readonly say: Say
  readonly log: (line: string) => void
}

export function createMcpHandler({ app, limit, say, log }: McpHandlerOptions): McpHandler {
  const handler = createProtocolHandler(
    ({ authInfo }) => {
      const agent = { agentId: authInfo?.clientId ?? '', name: authInfo?.token ?? '' }
      const rest = (wait: () => Promise<void>): Promise<void> => limit.rest(agent.agentId, wait)
      return createServer({ app, agent, call: app.call as Call, say, rest }, limit)
    },
    {
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => log(`A request of an agent was refused: ${error.name}`),
    },
  )
  return {
    fetch: (request, agent, body) =>
      handler.fetch(request, {
        // The library calls it a token; nothing but the name travels in it.
        authInfo: { token: agent.name, clientId: agent.agentId, scopes: [] },
        ...(body !== undefined && { parsedBody: body }),
      }),
    close: () => handler.close(),
  }
}

type Tool = (...asked: readonly unknown[]) => unknown

function createServer(context: ToolContext, limit: CallLimit): McpServer {
  const server = new McpServer(
    { name: 'atelier', title: 'Atelier', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      maxToolInputElements: MAX_ARGUMENT_VALUES,
      // Nobody of 2025 can be asked: without a session no answer finds its way back.
      inputRequired: { legacyShim: false },
    },
  )
  const { agentId } = context.agent
  const register = server.registerTool.bind(server) as (name: string, config: object, tool: Tool) => unknown
  const limited = (name: string, config: object, tool: Tool): unknown =>
    register(name, config, (...asked) => limit.run(agentId, () => tool(...asked)))
  Object.assign(server, { registerTool: limited })
  for (const add of TOOLS) add(server, context)
  addTasks(server, context)
  return server
}

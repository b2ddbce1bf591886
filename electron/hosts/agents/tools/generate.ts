/** The one tool that spends money: sends a quote, once. */
import {
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Generated } from '#contract/agents.ts'
import { message } from '#contract/messages/message.ts'
import { id } from '#contract/route.ts'
import type { Say } from '#core/messages/render.ts'
import { createdTask, takesTasks } from '../tasks-extension.ts'
import { type AddTools, toolResult, toolError, type ToolContext } from '../tool.ts'
import { assetSchema } from './asset-facts.ts'

/** Below what clients wait for an answer, which is a minute where they say nothing else. */
const MAX_WAIT_MS = 20_000

export const addGenerateTool: AddTools = (server, context) => {
  server.registerTool(
    'generate',
    {
      title: 'Generate',
      description:
        'SPENDS MONEY. Sends a quote, once: called again with the same quoteId it sends nothing more and answers the same tasks, so it may be repeated when an answer was lost. ' +
        'Never make a new quote for that. Above the budget the user decides in Atelier: state "waiting" is no error; tell the user and call again. Then follow each taskId with task. ' +
        'Example: {"quoteId":"…"}',
      annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: true },
      inputSchema: z.strictObject({ quoteId: id }),
      outputSchema: z.object({
        state: z.enum(['sent', 'waiting']),
        quoteId: z.string(),
        tasks: z.array(
          z.object({ taskId: z.string(), state: z.string(), assets: z.array(assetSchema).optional() }),
        ),
        expiresAt: z.string().optional().describe('Of a quote that waits.'),
      }),
    },
    async ({ quoteId }, { mcpReq }) => {
      const isFirstRound = mcpReq.inputResponses === undefined
      const mayAsk = isFirstRound && mayElicit(server.server.getClientCapabilities())
      return generate(context, quoteId, { mayAsk, asTask: takesTasks(server.server) }, mcpReq.signal)
    },
  )
}

interface ClientSkills {
  /** It can tell its user something, and did not in this call yet. */
  readonly mayAsk: boolean
  /** It follows tasks of the protocol. */
  readonly asTask: boolean
}

async function generate(
  context: ToolContext,
  quoteId: string,
  { mayAsk, asTask }: ClientSkills,
  signal: AbortSignal,
) {
  const { agent, rest, say } = context
  const { agents } = context.app
  const first = agents.generate(agent.agentId, quoteId)
  if (!first.ok) return toolError(context, first.error)
  if (first.data.state === 'waiting' && mayAsk) return askInClient(say)
  const result = generated(quoteId, first.data, say)
  if (asTask) return createdTask(quoteId, first.data, result)
  if (first.data.state === 'sent') return result
  await rest(() => agents.decided(quoteId, MAX_WAIT_MS, signal))
  const second = agents.generate(agent.agentId, quoteId)
  return second.ok ? generated(quoteId, second.data, say) : toolError(context, second.error)
}

function generated(quoteId: string, now: Generated, say: Say) {
  if (now.state === 'sent') {
    const tasks = now.tasks.map(({ id: taskId, state }) => ({ taskId, state }))
    const text = say(message('agents.sent', { tasks: tasks.map(({ taskId }) => taskId) }))
    return toolResult(text, { state: now.state, quoteId, tasks })
  }
  const expiresAt = new Date(now.quote.expiresAt).toISOString()
  return toolResult(say(message('agents.waitingFor', { expiresAt })), {
    state: now.state,
    quoteId,
    tasks: [],
    expiresAt,
  })
}

/** Clients of 2026 tell with each call what they can. Those of 2025 are not asked: here they have no session to be asked in. */
function mayElicit(client: ClientCapabilities | undefined): boolean {
  const { form, url } = client?.elicitation ?? { url: {} }
  return form !== undefined || url === undefined
}

/** Says where to approve, in the client. Whatever is answered there approves nothing. */
function askInClient(say: Say): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      approval: inputRequired.elicit({
        message: say(message('agents.approveInAtelier')),
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
  })
}

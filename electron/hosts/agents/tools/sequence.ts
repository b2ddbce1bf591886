/** The user's sequences: what their shots need, and the tool that sends it. */
import { z } from 'zod'
import type { Generated } from '#contract/agents.ts'
import type { Failure, RenderedFailure, Result } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { id } from '#contract/route.ts'
import type { PlannedShot, Sequence } from '#contract/sequences.ts'
import type { QuotedPlan } from '#core/agents/quoting.ts'
import { messageIn } from '#core/messages/render.ts'
import { priceMessage } from '#hosts/price.ts'
import {
  type AddTools,
  quoteSchema,
  readsOnly,
  shownQuote,
  toolError,
  toolResult,
  type ToolContext,
} from '../tool.ts'

/** Below what clients wait for an answer, which is a minute where they say nothing else. */
const MAX_WAIT_MS = 20_000

const MAX_QUOTES = 10

const shotSchema = z.object({
  shotId: z.string(),
  title: z.string(),
  state: z
    .enum(['made', 'open', 'stale', 'new', 'waiting'])
    .describe('stale: made from something that has changed. waiting: another shot is made first.'),
  assetId: z.string().optional(),
  taskId: z.string().optional(),
  quoteId: z.string().optional().describe('The quote that sends it.'),
  reason: z.string().optional(),
})

const planSchema = z.object({
  sequences: z
    .array(z.object({ sequenceId: z.string(), name: z.string(), shots: z.number() }))
    .optional()
    .describe('All there are, where no sequenceId was given.'),
  shots: z.array(shotSchema),
  quotes: z.array(quoteSchema),
})

const sentSchema = z.object({
  quotes: z.array(
    z.object({
      quoteId: z.string(),
      state: z.enum(['sent', 'waiting', 'failed']),
      reason: z.string().optional(),
      tasks: z.array(z.object({ taskId: z.string(), state: z.string(), shotId: z.string().optional() })),
    }),
  ),
})

export const addSequenceTools: AddTools = (server, context) => {
  server.registerTool(
    'sequence_plan',
    {
      title: 'Plan a sequence',
      description:
        'Free. What the shots of a sequence of the user are, and a quote for each service of what can be sent now; shots that go on from others come in a later plan, when those are made. ' +
        'What is made already is never sent again. Without sequenceId: the sequences there are. Sends nothing; sequence_generate does, within ten minutes. ' +
        'Example: {"sequenceId":"…"}',
      annotations: { ...readsOnly(false), readOnlyHint: false, idempotentHint: false },
      inputSchema: z.strictObject({
        sequenceId: id.optional(),
        shotIds: z.array(id).min(1).max(500).optional().describe('These shots only.'),
      }),
      outputSchema: planSchema,
    },
    ({ sequenceId, shotIds }) =>
      sequenceId === undefined ? listSequences(context) : planSequence(context, sequenceId, shotIds),
  )
  server.registerTool(
    'sequence_generate',
    {
      title: 'Generate shots',
      description:
        'SPENDS MONEY. Sends quotes of sequence_plan, each once: called again with the same quoteIds it sends nothing more and answers the same tasks. ' +
        'Above the budget the user decides in Atelier: state "waiting" is no error; tell the user and call again. Then follow each taskId with task, and plan again for the shots that waited. ' +
        'Example: {"quoteIds":["…"]}',
      annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: true },
      inputSchema: z.strictObject({ quoteIds: z.array(id).min(1).max(MAX_QUOTES) }),
      outputSchema: sentSchema,
    },
    ({ quoteIds }, { mcpReq }) => generateShots(context, quoteIds, mcpReq.signal),
  )
}

async function listSequences(context: ToolContext) {
  const { call, say } = context
  const listed = await call('sequences.list', {})
  if (!listed.ok) return toolError(context, listed.error)
  const sequences = listed.data.items.map(({ id: sequenceId, name, shots }) => ({ sequenceId, name, shots }))
  const lines = sequences.map(({ sequenceId, name, shots: count }) =>
    say(message('agents.sequence', { sequenceId, name, count })),
  )
  const text = lines.length > 0 ? lines.join('\n') : say(message('agents.sequence.none'))
  return toolResult(text, { sequences, shots: [], quotes: [] })
}

async function planSequence(context: ToolContext, sequenceId: string, shotIds: string[] | undefined) {
  const { app, agent, call, say } = context
  const planned = await app.agents.planSequence(agent.agentId, {
    id: sequenceId,
    ...(shotIds && { shotIds }),
  })
  const found = planned.ok ? await call('sequences.get', { id: sequenceId }) : planned
  if (!planned.ok) return toolError(context, planned.error)
  if (!found.ok) return toolError(context, found.error)
  const { plan, quotes } = planned.data
  const shots = shownShots(found.data, plan.shots, quotes)
  const told = [
    ...shots.map(({ shotId, title, state, reason }): Message =>
      reason === undefined
        ? message('agents.sequence.shot', { shotId, title, state })
        : message('agents.sequence.shotBecause', { shotId, title, state, reason }),
    ),
    ...quotes.flatMap(({ quoteId, requests: count, estimate, needsApproval }): Message[] => [
      message('agents.quote', { quoteId, count, price: say(priceMessage(estimate, say)) }),
      message(needsApproval ? 'agents.sequence.aboveBudget' : 'agents.sequence.inBudget'),
    ]),
    ...(quotes.length === 0 ? [message('agents.sequence.nothing')] : []),
  ]
  return toolResult(told.map(say).join('\n'), {
    shots,
    quotes: quotes.map(shownQuote),
  })
}

function shownShots(
  sequence: Sequence,
  planned: readonly PlannedShot[],
  quotes: QuotedPlan['quotes'],
): z.infer<typeof shotSchema>[] {
  const quoteOf = new Map(
    quotes.flatMap(({ quoteId, shotIds }) => shotIds.map((shotId) => [shotId, quoteId] as const)),
  )
  const parts = sequence.shots.filter(({ stillOf }) => stillOf === undefined)
  return planned.map(({ shotId, state, assetId, taskId, reason }) => {
    const quoteId = quoteOf.get(shotId)
    const { title: given, stillOf = shotId } = sequence.shots.find((shot) => shot.id === shotId) ?? {}
    const title = given ?? String(parts.findIndex(({ id: own }) => own === stillOf) + 1)
    return {
      shotId,
      title,
      state,
      ...(assetId !== undefined && { assetId }),
      ...(taskId !== undefined && { taskId }),
      ...(quoteId !== undefined && { quoteId }),
      ...(reason && { reason: reason.text }),
    }
  })
}

/** Each for itself: what became of one quote is told whatever became of the others. */
async function generateShots(context: ToolContext, quoteIds: readonly string[], signal: AbortSignal) {
  const { app, agent, rest, say } = context
  const send = () =>
    quoteIds.map((quoteId) => ({ quoteId, sent: app.agents.generate(agent.agentId, quoteId) }))
  const first = send()
  const waiting = first.find(({ sent }) => sent.ok && sent.data.state === 'waiting')
  if (waiting) await rest(() => app.agents.decided(waiting.quoteId, MAX_WAIT_MS, signal))
  const outcomes = waiting ? send() : first
  const [only] = outcomes
  if (only && outcomes.length === 1 && !only.sent.ok) return toolError(context, only.sent.error)
  const told = outcomes.map(({ quoteId, sent }) => toldOf(context, quoteId, sent))
  return toolResult(told.map(({ text }) => say(text)).join('\n'), {
    quotes: told.map(({ quote }) => quote),
  })
}

function toldOf(
  { say }: ToolContext,
  quoteId: string,
  sent: Result<Generated, Failure | RenderedFailure>,
): { readonly text: Message; readonly quote: z.infer<typeof sentSchema>['quotes'][number] } {
  if (!sent.ok) {
    const reason = say(messageIn(sent.error))
    const text = message('agents.sequence.failed', { quoteId, reason })
    return { text, quote: { quoteId, state: 'failed', reason, tasks: [] } }
  }
  if (sent.data.state === 'waiting') {
    const text = message('agents.sequence.waits', { quoteId })
    return { text, quote: { quoteId, state: 'waiting', tasks: [] } }
  }
  const tasks = sent.data.tasks.map(({ id: taskId, state, request }) => {
    const shotId = request.provenance?.shot?.shotId
    return { taskId, state, ...(shotId !== undefined && { shotId }) }
  })
  const text = message('agents.sequence.sent', { quoteId, tasks: tasks.map(({ taskId }) => taskId) })
  return { text, quote: { quoteId, state: 'sent', tasks } }
}

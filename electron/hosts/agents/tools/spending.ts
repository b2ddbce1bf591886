/** What the agent itself spent, and what is left of its budget. */
import { z } from 'zod'
import { message } from '#contract/messages/message.ts'
import type { SpendingRow } from '#contract/spending.ts'
import type { Say } from '#core/messages/render.ts'
import { priceMessage } from '#hosts/price.ts'
import {
  type AddTools,
  readsOnly,
  toolResult,
  toolError,
  type ToolContext,
  amountsSchema,
  leftSchema,
} from '../tool.ts'

const DAY_MS = 86_400_000
const MAX_ROWS = 200

const rowsSchema = z.array(
  z.object({
    day: z.string(),
    provider: z.string(),
    model: z.string(),
    requests: z.number(),
    unknown: z.number().describe('Of these, with an unknown outcome; reserved until the user decides.'),
    amounts: amountsSchema,
    reserved: amountsSchema,
    unpriced: z.number(),
  }),
)

export const addSpendingTool: AddTools = (server, context) => {
  server.registerTool(
    'spending',
    {
      title: 'Spending',
      description:
        'Free. What you spent in the last days, by day and model, and your budget for 24 hours. unpriced requests were paid, but their price is not known. ' +
        'Example: {"days":7}',
      annotations: readsOnly(false),
      inputSchema: z.strictObject({ days: z.int().min(1).max(366).default(30) }),
      outputSchema: z.object({
        budget: leftSchema.describe('For 24 hours, without asking the user.'),
        today: z.object({ requests: z.number(), amounts: amountsSchema }).describe('In the last 24 hours.'),
        rows: rowsSchema,
      }),
    },
    ({ days }) => tellSpending(context, days),
  )
}

async function tellSpending(context: ToolContext, days: number) {
  const { call, say } = context
  const { agentId } = context.agent
  const now = Date.now()
  const [agents, spent] = await Promise.all([
    call('agents.list', {}),
    call('spending.query', { from: now - days * DAY_MS, to: now, by: ['day', 'model'], agentId }),
  ])
  if (!agents.ok) return toolError(context, agents.error)
  if (!spent.ok) return toolError(context, spent.error)
  const own = agents.data.items.find((agent) => agent.id === agentId)
  const { requestsPerDay: requests, amountPerDay: amount } = own?.budget ?? { requestsPerDay: 0 }
  const today = own?.today ?? { requests: 0, amounts: [] }
  const rows = spent.data.rows.slice(0, MAX_ROWS)
  return toolResult(
    [
      say(message('agents.today', { count: today.requests, budget: requests })),
      ...rows.map((row) => spendingLine(row, say)),
    ].join('\n'),
    { budget: { requests, ...(amount && { amount }) }, today, rows: rowsSchema.parse(rows) },
  )
}

export function spendingLine(row: SpendingRow, say: Say): string {
  const { requests, amounts, reserved, unpriced, free, day = '', model = '' } = row
  const isFree = free === requests
  const isNothing = amounts.length === 0 && unpriced === 0 && !isFree
  const spent = say(priceMessage({ amounts, unpriced, isFree }, say))
  const kept = say(priceMessage({ amounts: reserved, unpriced: 0, isFree: false }, say))
  const price = [
    ...(isNothing && reserved.length > 0 ? [] : [spent]),
    ...(reserved.length > 0 ? [say(message('agents.reserved', { price: kept }))] : []),
  ]
  return say(message('agents.spent', { day, model, count: requests, price }))
}

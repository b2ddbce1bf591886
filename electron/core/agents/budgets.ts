/**
 * What an agent has used of its budget today, and whether a quote is inside it.
 *
 * Used is what the ledger counts of today, and what still waits to be sent. Whoever decides by it does so in the transaction that sends.
 */
import type { BudgetLeft } from '#contract/agents.ts'
import type { Amount, Estimate, EstimateRequest } from '#contract/spending.ts'
import { generateRequestSchema, type GenerateRequest } from '#contract/tasks.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { addAmount, listAmounts, ROUNDING } from '../spending/amounts.ts'
import { jsonColumn } from '../store/reader.ts'
import type { AgentRecord } from './agent-store.ts'
import type { QuoteRecord } from './quote-store.ts'

export interface BudgetDeps {
  readonly db: Database
  /** What is known of the price of these requests. Reads the database alone. */
  readonly estimate: (profileId: string, requests: readonly EstimateRequest[]) => Estimate
  /** What an agent's requests of today cost or may have cost. One that was definitely not charged is not among them. */
  readonly usedToday: (agentId: string) => { readonly requests: number; readonly amounts: readonly Amount[] }
}

export type Budgets = ReturnType<typeof createBudgets>

export function createBudgets({ db, estimate, usedToday }: BudgetDeps) {
  const today = (agentId: string): { readonly requests: number; readonly amounts: readonly Amount[] } => {
    const used = usedToday(agentId)
    const sql = `SELECT profile_id, request, count(*) AS number FROM tasks WHERE agent_id = ? AND state = 'queued'
      GROUP BY profile_id, request`
    const waiting = db
      .all(sql, agentId)
      .map((row) => estimate(String(row['profile_id']), [counted(requestIn(row), Number(row['number']))]))
    const sums = new Map<string, number>()
    for (const { unit, value } of [used, ...waiting].flatMap(({ amounts }) => amounts)) {
      addAmount(sums, unit, value)
    }
    const requests = waiting.reduce((sum, one) => sum + one.requests, used.requests)
    return { requests, amounts: listAmounts(sums) }
  }
  const left = ({ id, budget, isAnonymous }: AgentRecord): BudgetLeft => {
    if (isAnonymous) return { requests: 0 }
    const { requests, amounts } = today(id)
    const { amountPerDay } = budget
    const used = amounts.find(({ unit }) => unit === amountPerDay?.unit)?.value ?? 0
    return {
      requests: Math.max(0, budget.requestsPerDay - requests),
      ...(amountPerDay && {
        amount: { unit: amountPerDay.unit, value: Math.max(0, amountPerDay.value - used) },
      }),
    }
  }
  return {
    today,
    left,
    estimate: ({ profileId, requests }: Pick<QuoteRecord, 'profileId' | 'requests'>): Estimate =>
      estimate(
        profileId,
        // Most quotes are of one request several times.
        [...Map.groupBy(requests, (request) => JSON.stringify(request)).values()].flatMap(
          ([request, ...same]) => (request ? [counted(request, same.length + 1)] : []),
        ),
      ),
    /** Whether it needs no approval. */
    allows: (agent: AgentRecord, quoted: Estimate): boolean => {
      const { requests, amount } = left(agent)
      return quoted.requests <= requests && (!amount || isWithin(quoted, amount))
    },
  }
}

function requestIn(row: Row): GenerateRequest {
  return parseRow('tasks', () => jsonColumn(generateRequestSchema).parse(row['request']))
}

function counted(request: GenerateRequest, count: number): EstimateRequest {
  const { provider, model, mediaType, scene, options } = request
  return { provider, model, mediaType, scene, count, ...(options && { options }) }
}

/** What has no known price, or one of another unit, is never within an amount, unless it costs no money. */
function isWithin({ amounts, unpriced, isFree }: Estimate, limit: Amount): boolean {
  const isKnown = unpriced === 0 && amounts.every(({ unit }) => unit === limit.unit)
  const cost = amounts.find(({ unit }) => unit === limit.unit)?.value ?? 0
  return (isFree || isKnown) && cost <= limit.value + ROUNDING
}

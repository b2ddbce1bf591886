/**
 * What an agent has used of its budget, and whether a quote is inside it.
 *
 * Used is what the ledger counts of the last 24 hours, and what still waits to be sent. Whoever decides by it does so in the transaction that sends.
 */
import type { BudgetLeft } from '#contract/agents.ts'
import {
  addTo,
  amountOf,
  type Millionths,
  minus,
  type Money,
  roundedDown,
  roundedUp,
  type Sums,
} from '#contract/rules/money.ts'
import type { Amount, Estimate, EstimateRequest } from '#contract/spending.ts'
import { generateRequestSchema, type GenerateRequest } from '#contract/tasks.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { countedRequest } from '../spending/quoted-price.ts'
import type { Spent } from '../spending/spending-queries.ts'
import { jsonColumn } from '../store/reader.ts'
import type { AgentRecord } from './agent-store.ts'
import type { QuoteRecord } from './quote-store.ts'

export interface BudgetDeps {
  readonly db: Database
  /** Reads the database alone. */
  readonly estimate: (profileId: string, requests: readonly EstimateRequest[]) => Estimate
  /** What an agent's requests of the last 24 hours cost or may have cost. One that was definitely not charged is not among them. */
  readonly usedLastDay: (agentId: string) => Pick<Spent, 'requests' | 'amounts'>
}

export type Budgets = ReturnType<typeof createBudgets>

export function createBudgets({ db, estimate, usedLastDay }: BudgetDeps) {
  const used = (agentId: string): { readonly requests: number; readonly amounts: Sums } => {
    const sent = usedLastDay(agentId)
    const sql = `SELECT profile_id, request, count(*) AS number FROM tasks WHERE agent_id = ? AND state = 'queued'
      GROUP BY profile_id, request`
    const waiting = db
      .all(sql, agentId)
      .map((row) =>
        estimate(String(row['profile_id']), [countedRequest(requestIn(row), Number(row['number']))]),
      )
    const sums: Sums = new Map(sent.amounts)
    for (const { unit, value } of waiting.flatMap(({ amounts }) => amounts))
      addTo(sums, unit, roundedUp(value))
    const requests = waiting.reduce((sum, one) => sum + one.requests, sent.requests)
    return { requests, amounts: sums }
  }
  const left = ({ id, budget, isAnonymous }: AgentRecord): { requests: number; amount?: Money } => {
    if (isAnonymous) return { requests: 0 }
    const { requests, amounts } = used(id)
    const { amountPerDay } = budget
    return {
      requests: Math.max(0, budget.requestsPerDay - requests),
      ...(amountPerDay && { amount: leftOf(amountPerDay, amounts) }),
    }
  }
  return {
    used,
    left: (agent: AgentRecord): BudgetLeft => {
      const { requests, amount } = left(agent)
      return { requests, ...(amount && { amount: amountOf(amount) }) }
    },
    estimate: ({ profileId, requests }: Pick<QuoteRecord, 'profileId' | 'requests'>): Estimate =>
      estimate(
        profileId,
        // Most quotes are of one request several times, which is one object then.
        [...Map.groupBy(requests, (request) => request).values()].flatMap(([request, ...same]) =>
          request ? [countedRequest(request, same.length + 1)] : [],
        ),
      ),
    /** Whether it needs no approval. */
    allows: (agent: AgentRecord, quoted: Estimate): boolean => {
      const { requests, amount } = left(agent)
      return quoted.requests <= requests && (!amount || isWithin(quoted, amount))
    },
  }
}

function leftOf({ unit, value }: Amount, used: ReadonlyMap<string, Millionths>): Money {
  return { unit, millionths: minus(roundedDown(value), used.get(unit) ?? 0) }
}

function requestIn(row: Row): GenerateRequest {
  return parseRow('tasks', () => jsonColumn(generateRequestSchema).parse(row['request']))
}

/** What has no known price, or one of another unit, is never within an amount, unless it costs no money. */
function isWithin({ amounts, unpriced, isFree }: Estimate, limit: Money): boolean {
  const isKnown = unpriced === 0 && amounts.every(({ unit }) => unit === limit.unit)
  const cost = amounts.find(({ unit }) => unit === limit.unit)?.value ?? 0
  return (isFree || isKnown) && roundedUp(cost) <= limit.millionths
}

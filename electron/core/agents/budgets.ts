/**
 * What an agent has used of its budget today, and whether a quote is inside it.
 *
 * Used is what the ledger counts of today, and what still waits to be sent. Whoever decides by it does so in the transaction that sends.
 */
import type { BudgetLeft } from '#contract/agents.ts'
import type { Amount, Estimate } from '#contract/spending.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Database } from '../store/database.ts'
import { TASK_COLUMNS, toTaskRecord } from '../tasks/task-row.ts'
import type { AgentRecord } from './agent-store.ts'

/** Amounts are sums of fractions. */
const ROUNDING = 1e-9

export interface BudgetDeps {
  readonly db: Database
  /** What is known of the price of these requests. Reads the database alone. */
  readonly estimate: (profileId: string, requests: readonly GenerateRequest[]) => Estimate
  /** What an agent's requests of today cost or may have cost. One that was definitely not charged is not among them. */
  readonly usedToday: (agentId: string) => { readonly requests: number; readonly amounts: readonly Amount[] }
}

export type Budgets = ReturnType<typeof createBudgets>

export function createBudgets({ db, estimate, usedToday }: BudgetDeps) {
  const today = (agentId: string): { readonly requests: number; readonly amounts: readonly Amount[] } => {
    const used = usedToday(agentId)
    const sql = `SELECT ${TASK_COLUMNS} WHERE agent_id = ? AND state = 'queued'`
    const waiting = db.all(sql, agentId).map(toTaskRecord)
    const expected = waiting.flatMap(({ profileId, request }) => estimate(profileId, [request]).amounts)
    return { requests: used.requests + waiting.length, amounts: sumOf([...used.amounts, ...expected]) }
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
    /** Whether it needs no approval. */
    allows: (agent: AgentRecord, quoted: Estimate): boolean => {
      const { requests, amount } = left(agent)
      return quoted.requests <= requests && (!amount || isWithin(quoted, amount))
    },
  }
}

/** What has no known price, or one of another unit, is never within an amount, unless it costs no money. */
function isWithin({ amounts, unpriced, isFree }: Estimate, limit: Amount): boolean {
  const isKnown = unpriced === 0 && amounts.every(({ unit }) => unit === limit.unit)
  const cost = amounts.find(({ unit }) => unit === limit.unit)?.value ?? 0
  return (isFree || isKnown) && cost <= limit.value + ROUNDING
}

/** One amount for each unit. */
function sumOf(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, number>()
  for (const { unit, value } of amounts) sums.set(unit, (sums.get(unit) ?? 0) + value)
  return [...sums].map(([unit, value]) => ({ unit, value }))
}

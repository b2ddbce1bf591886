/**
 * The ledger: every generate request that was ever sent, its outcome, and what is known of its price.
 *
 * A row is written in the same commit as the intent to send, so no crash loses one. It begins with what is expected, which the
 * service's own word replaces. What was expected stays beside it as reserved: against caps and budgets the larger of both counts,
 * unless the service's adapter vouches that nobody else can have written that word. What each outcome counts for:
 *
 * - `sending`, `accepted`: charged, with its amount. Also when the service could not make it: only its own word (an amount of 0)
 *   says that it charged nothing. One that is refused and charged all the same counts too.
 * - `unknown`: may have been charged. Its amount is reserved until it is decided: a link by the user or by a look-up makes it
 *   `accepted`; "it was not there" makes it `denied`. Whoever forgets the task says nothing of the charge: it stays reserved.
 * - `rejected`, `unauthorized`, `rate_limited`, `not_sent`, `denied`: nothing was charged. They count nowhere.
 */
import type { RequestOutcome } from '#contract/queue.ts'
import type { Json } from '#contract/json.ts'
import { type Money, rounded } from '#contract/rules/money.ts'
import type { Task } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../store/database.ts'
import type { Billing } from '../service/service-api.ts'
import { insertRow } from '../store/reader.ts'
import type { Calendar } from './calendar.ts'
import type { Caps } from './caps.ts'
import { type ExpectedPrice, pricedRequest, type Prices } from './prices.ts'
import { saidAmount } from './said-amount.ts'

/** Services of this kind are paid for with credits. */
const USUAL_UNIT = 'credits'

/** The part of a task that the ledger writes down. */
type PaidTask = Pick<Task, 'id' | 'profileId' | 'agentId' | 'request'>

/** A cap of the user's own leaves no room for a request: nothing was written and nothing may be sent. */
export class OverCap extends Error {}

export type Ledger = ReturnType<typeof createLedger>

interface LedgerDeps extends Pick<Context, 'db' | 'clock'> {
  readonly calendar: Pick<Calendar, 'day'>
  readonly prices: Pick<Prices, 'expected' | 'said'>
  readonly caps: Pick<Caps, 'holding'>
  /** Where the service of a profile says what a task cost; null where it does not. */
  readonly billing: (profileId: string) => Billing | null
  readonly onChange: () => void
}

export function createLedger({
  db,
  clock,
  calendar,
  prices,
  caps,
  billing: billingOf,
  onChange,
}: LedgerDeps) {
  const changed = (rows: number): void => {
    if (rows > 0) onChange()
  }
  return {
    /**
     * Part of the caller's transaction, so that requests begun at the same time cannot pass a cap together.
     *
     * @throws OverCap where the user's caps leave no room for it
     */
    begin: (task: PaidTask): void => {
      const at = clock.now()
      const { id: taskId, profileId, agentId, request } = task
      const cap = caps.holding(profileId, request)
      if (cap) throw new OverCap(cap.message.id)
      const { provider, model } = request
      const price: ExpectedPrice | null = prices.expected(profileId, pricedRequest(request))
      insertRow(db, 'INTO requests', {
        taskId,
        profileId,
        provider,
        model,
        day: calendar.day(at),
        at,
        outcome: 'sending',
        agentId: agentId ?? null,
        millionths: price?.amount?.millionths ?? null,
        unit: price?.amount?.unit ?? null,
        reservedMillionths: price?.amount?.millionths ?? null,
        reservedUnit: price?.amount?.unit ?? null,
        priceSource: price?.source ?? null,
      })
      onChange()
    },
    /** Part of the caller's transaction. Concludes the task's request under way. */
    conclude: (taskId: string, outcome: RequestOutcome): void => {
      const sql = "UPDATE requests SET outcome = ? WHERE task_id = ? AND outcome = 'sending'"
      changed(db.run(sql, outcome, taskId))
    },
    /**
     * Part of the caller's transaction. The task's request of unknown outcome, the last one where there are several. One that the
     * service did not know of when it was asked may be found later all the same.
     */
    decide: (taskId: string, outcome: 'accepted' | 'denied' | 'not_sent'): void => {
      const undecided = outcome === 'accepted' ? "('unknown', 'not_sent')" : "('unknown')"
      const last = `SELECT max(id) FROM requests WHERE task_id = ? AND outcome IN ${undecided}`
      changed(db.run(`UPDATE requests SET outcome = ? WHERE id = (${last})`, outcome, taskId))
    },
    /**
     * Reads what the service says that the task cost, in place of what was expected. What may be an echo of the request counts only
     * where it is more. Part of the caller's transaction.
     */
    readResult: (task: PaidTask, response: Json): void => {
      const said = billOf(db, billingOf(task.profileId), task, response)
      if (!said) return
      const { row, money, frees } = said
      db.run(
        `UPDATE requests SET millionths = ?1, unit = ?2, price_source = 'service',
           reserved_millionths = iif(?3, NULL, reserved_millionths), reserved_unit = iif(?3, NULL, reserved_unit) WHERE id = ?4`,
        money.millionths,
        money.unit,
        Number(frees),
        row,
      )
      if (money.millionths > 0) prices.said(task.profileId, task.request, money)
      onChange()
    },
  }
}

interface Bill {
  /** The task's last request. */
  readonly row: number
  readonly money: Money
  /** What was expected counts no more beside it. */
  readonly frees: boolean
}

/** What the service says, where it counts. */
function billOf(
  db: Database,
  billing: Billing | null,
  { id, request }: PaidTask,
  response: Json,
): Bill | null {
  const said = billing && saidAmount(billing.parts(response), request)
  const row = said && db.get('SELECT * FROM requests WHERE task_id = ? ORDER BY id DESC LIMIT 1', id)
  if (!said || !row || row['price_source'] === 'free') return null
  const expectedUnit = row['reserved_unit'] === null ? null : String(row['reserved_unit'])
  const unit = said.unit ?? billing.unit ?? expectedUnit ?? USUAL_UNIT
  const millionths = rounded(said.value)
  const isMore = unit === expectedUnit && millionths > Number(row['reserved_millionths'])
  if (said.isEcho && !isMore) return null
  const frees = billing.isVouched && !said.isEcho && unit === expectedUnit
  return { row: Number(row['id']), money: { unit, millionths }, frees }
}

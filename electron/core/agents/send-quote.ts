/**
 * Sends a quote, once.
 *
 * Whether it may be sent, that it is sent, and its tasks are one commit: after it every call for the quote returns these tasks, and
 * before it nothing was inserted. The quote's state decides, not who asks or how often.
 */
import type { Budget, Generated, Quote, QuotedPrice } from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Database } from '../store/database.ts'
import type { Engine } from '../tasks/engine.ts'
import { sharedName } from '../tasks/task-routes.ts'
import type { NewTask, TaskStore } from '../tasks/task-store.ts'
import type { AgentRecord, AgentStore } from './agent-store.ts'
import type { Budgets } from './budgets.ts'
import { batchOf, isOpen, type QuoteRecord, type QuoteStore, taskIdOf } from './quote-store.ts'
import { hasRisen, isSamePrice, priceOf } from '../spending/quoted-price.ts'
import { pressOf } from './quote-store.ts'

export interface SendDeps {
  readonly db: Database
  readonly store: Pick<TaskStore, 'insertDecided' | 'batch' | 'shown' | 'withState' | 'change'>
  readonly engine: Pick<Engine, 'enqueue' | 'drop'>
  readonly agents: Pick<AgentStore, 'find' | 'setBudget'>
  readonly quotes: QuoteStore
  readonly budgets: Budgets
  /** What a profile is now, as `QuoteRecord.address`; null where there is none. */
  readonly addressOf: (profileId: string) => string | null
  /** False where a request is for a shot that has changed, is made, or is on its way. */
  readonly areStillWanted: (profileId: string, requests: readonly GenerateRequest[]) => boolean
}

/** For the agent. Repeated, it returns the same tasks. */
export function generate(deps: SendDeps, agent: AgentRecord, quoteId: string): Result<Generated> {
  return send(deps, quoteId, agent.id, (quote) => {
    const estimate = deps.budgets.estimate(quote)
    const { approvedPrice } = quote
    const isApproved = approvedPrice !== undefined && !hasRisen(approvedPrice, priceOf(estimate))
    if (isApproved || deps.budgets.allows(agent, estimate)) return succeed(true)
    if (quote.state === 'approved') deps.quotes.reopen(quote)
    deps.quotes.ask(quote)
    return succeed(false)
  })
}

/** What the user was shown when they approved. */
export interface Approval {
  readonly bodyHash: string
  readonly price: QuotedPrice
  /** The agent's budget from now on. */
  readonly raiseTo?: Budget | undefined
}

/** The user's word. Sends it at once where its agent has asked for that. */
export function approve(
  deps: SendDeps,
  quoteId: string,
  { bodyHash, price, raiseTo }: Approval,
): Result<Record<string, never>> {
  const raise = (agent: AgentRecord): Result<Record<string, never>> => {
    if (raiseTo && agent.isAnonymous) return fail('conflict', 'agents.anonymous.noBudget')
    if (raiseTo) deps.agents.setBudget(agent.id, raiseTo)
    return succeed({})
  }
  const known = deps.quotes.find(quoteId)
  const owner = known?.state === 'sent' ? deps.agents.find(known.agentId) : null
  // It was approved in another window: the budget is the user's word all the same.
  if (owner) return deps.db.durably(() => raise(owner))
  const sent = send(deps, quoteId, null, (quote, agent) => {
    const now = priceOf(deps.budgets.estimate(quote))
    if (quote.bodyHash !== bodyHash) return fail('conflict', 'agents.quote.otherBody', FREE)
    if (!isSamePrice(price, now)) return fail('conflict', 'agents.quote.otherPrice', FREE)
    const raised = raise(agent)
    if (!raised.ok) return raised
    if (quote.askedAt !== undefined) return succeed(true)
    if (quote.state === 'quoted') deps.quotes.approve(quote, now)
    return succeed(false)
  })
  return sent.ok ? succeed({}) : sent
}

/**
 * Called once, before anything is sent: of an end between the notes about the tasks (accepted.jsonl) and the commit, some tasks come
 * back and their quote is still open. The others follow, for it was decided.
 */
export function completeInterrupted(deps: Pick<SendDeps, 'store' | 'quotes' | 'budgets'>): void {
  const { store, quotes } = deps
  for (const quote of quotes.openBefore()) {
    const batchId = batchOf(quote.id)
    const before = new Set(store.batch(batchId).map(({ id }) => id))
    if (before.size === 0) continue
    store.insertDecided(() => {
      quotes.markSent(quote)
      return tasksOf(deps, quote, batchId).filter(({ id }) => !before.has(id))
    })
    quotes.wasSent(quote.id)
  }
}

/** The user's word, until it is sent. */
export function refuse({ db, quotes }: SendDeps, quoteId: string): Result<Record<string, never>> {
  const quote = quotes.find(quoteId)
  if (!quote) return noSuchQuote()
  if (quote.state === 'sent') return fail('conflict', 'agents.quote.sent')
  // A power cut must not take the word back.
  if (isOpen(quote.state)) db.durably(() => quotes.close(quote, 'refused'))
  return succeed({})
}

/** What came of what the agent asked to send; one that it only quoted is not there. Sends nothing. */
export function outcomeOf(deps: SendDeps, agent: AgentRecord, quoteId: string): Result<Generated> {
  const batchId = batchOf(quoteId)
  const quote = deps.quotes.find(quoteId)
  const tasks = deps.store.batch(batchId)
  if ((quote?.agentId ?? tasks[0]?.agentId) !== agent.id) return noSuchQuote()
  if (!quote || quote.state === 'sent' || tasks.length > 0) {
    return succeed({ state: 'sent', batchId, tasks: tasks.map(deps.store.shown) })
  }
  if (quote.askedAt === undefined) return noSuchQuote()
  return whyClosed(quote) ?? succeed({ state: 'waiting', quote: shownQuote(deps, agent, quote) })
}

export function withdraw(deps: SendDeps, agent: AgentRecord, quoteId: string): Result<Record<string, never>> {
  return deps.quotes.find(quoteId)?.agentId === agent.id ? refuse(deps, quoteId) : noSuchQuote()
}

/** What an agent is told of a quote that is open. */
export function shownQuote(deps: SendDeps, agent: AgentRecord, quote: QuoteRecord): Quote {
  const estimate = deps.budgets.estimate(quote)
  return {
    quoteId: quote.id,
    profileId: quote.profileId,
    requests: quote.requests.length,
    estimate,
    needsApproval: quote.state !== 'approved' && !deps.budgets.allows(agent, estimate),
    left: deps.budgets.left(agent),
    createdAt: quote.createdAt,
    expiresAt: quote.expiresAt,
  }
}

/** For one agent, or for the user. `mayBeSent` is asked of an open quote, within the transaction; false leaves it open. */
function send(
  deps: SendDeps,
  quoteId: string,
  agentId: string | null,
  mayBeSent: (quote: QuoteRecord, agent: AgentRecord) => Result<boolean>,
): Result<Generated> {
  const { store, engine, agents, quotes } = deps
  const batchId = batchOf(quoteId)
  let result: Result<Generated> = noSuchQuote()
  const inserted = store.insertDecided(() => {
    const quote = quotes.find(quoteId)
    const before = store.batch(batchId)
    // The row may be lost with a damaged database; the tasks tell then.
    const owner = quote?.agentId ?? before[0]?.agentId
    const agent = owner !== undefined && (agentId ?? owner) === owner ? agents.find(owner) : null
    if (!agent) return []
    if (!quote || quote.state === 'sent' || before.length > 0) {
      result = succeed({ state: 'sent', batchId, tasks: before.map(store.shown) })
      return []
    }
    const allowed = obstacleTo(deps, quote) ?? mayBeSent(quote, agent)
    if (!allowed.ok) result = allowed
    else if (!allowed.data) {
      const now = quotes.find(quoteId) ?? quote
      result = succeed({ state: 'waiting', quote: shownQuote(deps, agent, now) })
    }
    if (!allowed.ok || !allowed.data) return []
    quotes.markSent(quote)
    return tasksOf(deps, quote, batchId)
  })
  if (inserted.length === 0) return result
  engine.enqueue(inserted)
  quotes.wasSent(quoteId)
  return succeed({ state: 'sent', batchId, tasks: inserted.map(store.shown) })
}

function whyClosed({ state }: QuoteRecord): Result<never> | null {
  if (state === 'refused') return fail('forbidden', 'agents.quote.refused', FREE)
  if (state === 'expired') {
    return fail('conflict', 'agents.quote.expired', FREE)
  }
  return null
}

/** Why a quote that was not sent cannot be. */
function obstacleTo(
  { addressOf, areStillWanted, quotes }: SendDeps,
  quote: QuoteRecord,
): Result<never> | null {
  const closed = whyClosed(quote)
  if (closed) return closed
  const isService = addressOf(quote.profileId) === quote.address
  if (isService && areStillWanted(quote.profileId, quote.requests)) return null
  quotes.close(quote, 'expired')
  return fail('conflict', isService ? 'agents.quote.sequenceChanged' : 'agents.quote.serviceChanged', FREE)
}

function tasksOf(
  { budgets }: Pick<SendDeps, 'budgets'>,
  quote: QuoteRecord,
  batchId: string,
): readonly (NewTask & { readonly id: string })[] {
  const { agentId, profileId, requests, bodyHashes } = quote
  const batchName = sharedName(requests)
  const press = pressOf(quote.id)
  const prices = new Map<GenerateRequest, QuotedPrice>()
  const priceAt = (request: GenerateRequest): QuotedPrice => {
    const price = prices.get(request) ?? priceOf(budgets.estimate({ profileId, requests: [request] }))
    prices.set(request, price)
    return price
  }
  return requests.map((request, index) => {
    // Without its hash it is never sent.
    const bodyHash = bodyHashes[index] ?? ''
    const quotedPrice = priceAt(request)
    const whose = { press, batchId, batchName, profileId, agentId }
    return { id: taskIdOf(quote, index), ...whose, request, bodyHash, quotedPrice }
  })
}

export const FREE = { charged: 'no' } as const

function noSuchQuote(): Result<never> {
  return fail('not_found', 'agents.quote.none', FREE)
}

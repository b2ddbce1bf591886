/**
 * Agents, as a host's server for them sees it, and as the user does.
 *
 * An agent is a program that nobody here has written: whatever it says is parsed and bounded, and all it can do is to ask for a quote,
 * to send one that the user or its budget allows, and to ask after its own tasks.
 */
import {
  type Agent,
  type Generated,
  type Quote,
  type WaitingQuote,
  type AgentConnection,
  MOST_REQUESTS,
} from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { SequencePlan } from '#contract/sequences.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import type { SendablePlan, SendableShot } from '../sequences/sendable-shots.ts'
import type { CheckRequest, ExpandRequests } from '../tasks/check-request.ts'
import type { QuotedBodies, RequestsToQuote } from '../tasks/submission/quoted-bodies.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import { createAgentHandlers } from './agent-routes.ts'
import { createAgentStore, type AgentRecord, type AgentStore } from './agent-store.ts'
import { createBudgets, type BudgetDeps } from './budgets.ts'
import { createQuoteStore, type NewQuote, type QuoteRecord, taskIdOf } from './quote-store.ts'
import {
  completeInterrupted,
  FREE,
  generate,
  outcomeOf,
  shownQuote,
  withdraw,
  type SendDeps,
} from './send-quote.ts'
import { createAnnouncer, waitingQuotes } from './waiting-quotes.ts'
import { amountsOf } from '#contract/rules/money.ts'
import { type QuoteInput, readQuote } from './read-quote.ts'

/** Quotes of one agent that are open at once. */
const MOST_OPEN = 10

/** All that a host may let an agent do. None of it approves, changes a setting or a budget, reads a key, or deletes. */
export interface AgentAccess {
  /** Null: no such agent, or removed, or switched off. Notes the use. */
  identify(token: string): AgentName | null
  /** Whoever may read the data directory but has no token. */
  anonymous(): AgentName
  isEnabled(): boolean
  /** What sending these requests would mean. Checks them as `tasks.submit` does. */
  quote(agentId: string, input: unknown): Promise<Result<Quote>>
  /** What the user's sequence needs, with a quote for what can be sent of it now: one for each service. */
  planSequence(agentId: string, input: ParsedInput<'sequences.plan'>): Promise<Result<QuotedPlan>>
  /** Sends a quote once. Repeated, from anywhere, at any time, it returns the same tasks. */
  generate(agentId: string, quoteId: string): Result<Generated>
  /** As `generate`, of a quote that was asked for; sends nothing. */
  outcome(agentId: string, quoteId: string): Result<Generated>
  /** Refuses an own quote that is open: whatever the user says later, it is not sent. */
  withdraw(agentId: string, quoteId: string): Result<Record<string, never>>
  /** Resolves when the quote is decided, after `ms` (at most 25 s), or when `signal` aborts. */
  decided(quoteId: string, ms: number, signal: AbortSignal): Promise<void>
  /** A task of this agent; another's is `not_found`. */
  task(agentId: string, taskId: string): Result<TaskDetail>
}

export interface AgentName {
  readonly agentId: string
  readonly name: string
}

/** A plan, and what of it was quoted. */
export interface QuotedPlan {
  readonly plan: SequencePlan
  readonly quotes: readonly (Quote & { readonly shotIds: readonly string[] })[]
}

interface AgentsDeps extends BudgetDeps, Omit<SendDeps, 'store' | 'agents' | 'quotes' | 'budgets'> {
  readonly store: TaskStore
  readonly clock: Clock
  readonly events: EventBus
  readonly activeProfile: () => string
  readonly check: CheckRequest
  readonly expand: ExpandRequests
  /** The requests as they would be sent. */
  readonly bodies: (requests: RequestsToQuote) => Promise<Result<QuotedBodies>>
  readonly sendable: (input: ParsedInput<'sequences.plan'>) => Promise<Result<SendablePlan>>
  readonly isEnabled: () => boolean
  /** Makes an error that nobody expected data. */
  readonly unforeseen: (what: string, error: unknown) => Result<never>
}

export function createAgents(deps: AgentsDeps) {
  const { db, clock, events, unforeseen } = deps
  const agents = createAgentStore(db, clock)
  const budgets = createBudgets(deps)
  const announcer = createAnnouncer(() => {
    events.emit('quotes.changed', { items: waiting() })
    events.emit('agents.changed', { items: list() })
  }, unforeseen)
  const quotes = createQuoteStore(db, clock, announcer.mark)
  // What an agent used is part of what is told of it.
  const unsubscribe = events.subscribe(({ name }) => {
    if (name === 'spending.changed' && agents.count() > 0) announcer.mark()
  })
  const sending: SendDeps = { ...deps, agents, quotes, budgets }
  completeInterrupted(sending)
  const shown = (agent: AgentRecord): Agent => {
    const { requests, amounts } = budgets.used(agent.id)
    return { ...agent, today: { requests, amounts: amountsOf(amounts) } }
  }
  const list = (): readonly Agent[] => agents.list().map(shown)
  const waiting = (): readonly WaitingQuote[] => waitingQuotes(sending, agents)
  const told = { announce: announcer.mark, list, shown, waiting }
  return {
    access: createAccess(deps, sending, agents, announcer.mark),
    /** The user's calls about agents. No agent reaches them. */
    handlers: (connection: () => Promise<AgentConnection>) =>
      createAgentHandlers(sending, agents, told, connection),
    /** Ends every wait. */
    close: (): void => {
      unsubscribe()
      quotes.stop()
      announcer.stop()
    },
  }
}

function createAccess(
  deps: AgentsDeps,
  sending: SendDeps,
  agents: AgentStore,
  announce: () => void,
): AgentAccess {
  const { bodies, store, isEnabled, unforeseen } = deps
  const used = (agent: AgentRecord): AgentName => {
    if (agents.noteUse(agent)) announce()
    return { agentId: agent.id, name: agent.name }
  }
  const known = (agentId: string): Result<AgentRecord> => {
    if (!isEnabled()) return fail('forbidden', 'agents.switchedOff', FREE)
    const agent = agents.find(agentId)
    return agent ? succeed(agent) : fail('unauthorized', 'agents.removed', FREE)
  }
  const forAgent = <Data>(
    what: string,
    agentId: string,
    work: (agent: AgentRecord) => Result<Data>,
  ): Result<Data> => {
    try {
      const agent = known(agentId)
      return agent.ok ? work(agent.data) : agent
    } catch (error) {
      return unforeseen(what, error)
    }
  }
  const addQuote = async (agentId: string, asked: Asked): Promise<Result<Quote>> => {
    const draft = sending.quotes.draft()
    const built = await bodies({ ...asked, taskIdOf: (index) => taskIdOf(draft, index) })
    if (!built.ok) return built
    const { hash: bodyHash, hashes: bodyHashes, shown } = built.data
    return forAgent('A quote', agentId, (now) => {
      const own = { ...draft, ...asked, agentId, bodyHash, bodyHashes, bodies: shown }
      const quote = keepQuote(sending, now, own)
      return quote.ok ? succeed(shownQuote(sending, now, quote.data)) : quote
    })
  }
  return {
    isEnabled,
    identify: (token) => {
      const agent = isEnabled() ? agents.identify(token) : null
      return agent && used(agent)
    },
    anonymous: () => used(agents.anonymous()),
    quote: async (agentId, input) => {
      try {
        const allowed = forAgent('A quote', agentId, () => succeed(null))
        const read = allowed.ok ? await readQuote(input) : allowed
        const asked = read.ok ? await checkQuote(deps, read.data) : read
        if (!asked.ok) return asked
        return await addQuote(agentId, asked.data)
      } catch (error) {
        return unforeseen('A quote', error)
      }
    },
    planSequence: async (agentId, input) => {
      try {
        const allowed = forAgent('A plan', agentId, () => succeed(null))
        const planned = allowed.ok ? await deps.sendable(input) : allowed
        if (!planned.ok) return planned
        const quotes: QuotedPlan['quotes'][number][] = []
        for (const { shotIds, ...asked } of byService(deps, planned.data.sendable)) {
          const quote = await addQuote(agentId, asked)
          if (!quote.ok) return quote
          quotes.push({ ...quote.data, shotIds })
        }
        return succeed({ plan: planned.data.plan, quotes })
      } catch (error) {
        return unforeseen('A plan', error)
      }
    },
    generate: (agentId, quoteId) =>
      forAgent('Sending a quote', agentId, (agent) => generate(sending, agent, quoteId)),
    outcome: (agentId, quoteId) =>
      forAgent('What became of a quote', agentId, (agent) => outcomeOf(sending, agent, quoteId)),
    withdraw: (agentId, quoteId) =>
      forAgent('Withdrawing a quote', agentId, (agent) => withdraw(sending, agent, quoteId)),
    decided: (quoteId, ms, signal) => sending.quotes.decided(quoteId, ms, signal),
    task: (agentId, taskId) =>
      forAgent('A task', agentId, () => {
        const detail = store.detail(taskId)
        return detail?.agentId === agentId ? succeed(detail) : fail('not_found', 'tasks.noTask')
      }),
  }
}

type Asked = Pick<QuoteRecord, 'profileId' | 'address' | 'requests'>

/** What is sent to each service, as much of it as a quote takes; the rest is in the next plan. */
function byService(
  { addressOf }: Pick<AgentsDeps, 'addressOf'>,
  shots: readonly SendableShot[],
): readonly (Asked & { readonly shotIds: readonly string[] })[] {
  return [...Map.groupBy(shots, ({ profileId }) => profileId)].flatMap(([profileId, all]) => {
    const address = addressOf(profileId)
    const quoted = all.slice(0, MOST_REQUESTS)
    const requests = quoted.map(({ request }) => request)
    return address === null
      ? []
      : [{ profileId, address, requests, shotIds: quoted.map(({ shotId }) => shotId) }]
  })
}

async function checkQuote(
  {
    activeProfile,
    addressOf,
    check,
    expand,
  }: Pick<AgentsDeps, 'activeProfile' | 'addressOf' | 'check' | 'expand'>,
  { profileId = activeProfile(), requests: written }: QuoteInput,
): Promise<Result<Asked>> {
  const address = addressOf(profileId)
  if (address === null) return fail('not_found', 'profiles.noProfile', { field: 'profileId' })
  const expanded = await expand(profileId, written, 'requests')
  if (!expanded.ok) return expanded
  const requests = expanded.data
  for (const request of new Set(requests)) {
    const checked = await check(profileId, request, `requests.${requests.indexOf(request)}`)
    if (!checked.ok) return checked
  }
  return succeed({ profileId, address, requests })
}

function keepQuote({ quotes }: SendDeps, agent: AgentRecord, quote: NewQuote): Result<QuoteRecord> {
  if (quotes.countOpen(agent.id) >= MOST_OPEN && !quotes.expireOldest(agent.id)) {
    return fail('rate_limited', message('agents.quote.tooManyOpen', { count: MOST_OPEN }), FREE)
  }
  return succeed(quotes.add(quote))
}

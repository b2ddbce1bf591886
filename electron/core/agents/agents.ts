/**
 * Agents, as a host's door to them sees it, and as the user does.
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
} from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { CheckRequest } from '../tasks/check-request.ts'
import type { QuotedBodies, RequestsToQuote } from '../tasks/submission/quoted-bodies.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import { createAgentStore, type AgentRecord, type AgentStore, MOST_AGENTS } from './agent-store.ts'
import { createBudgets, type BudgetDeps } from './budgets.ts'
import { createQuoteStore, isOpen, type NewQuote, type QuoteRecord, taskIdOf } from './quote-store.ts'
import { priceOf } from './quoted-price.ts'
import {
  completeInterrupted,
  FREE,
  generate,
  outcomeOf,
  shownQuote,
  withdraw,
  type SendDeps,
  approve,
  refuse,
} from './send-quote.ts'
import { createAnnouncer, waitingQuotes } from './waiting-quotes.ts'
import { amountsOf } from '#contract/rules/money.ts'
import { type QuoteInput, readQuote } from './read-quote.ts'

/** Quotes of one agent that are open at once. */
const MOST_OPEN = 10

/** All that a host may let an agent do. None of it approves, changes a setting or a budget, reads a key, or deletes. */
export interface AgentDoor {
  /** Null: no such agent, or removed, or switched off. Notes the use. */
  identify(token: string): AgentName | null
  /** Whoever may read the data directory but has no token. */
  anonymous(): AgentName
  isEnabled(): boolean
  /** What sending these requests would mean. Checks them as `tasks.submit` does. */
  quote(agentId: string, input: unknown): Promise<Result<Quote>>
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

interface AgentsDeps extends BudgetDeps, Omit<SendDeps, 'store' | 'agents' | 'quotes' | 'budgets'> {
  readonly store: TaskStore
  readonly clock: Clock
  readonly events: EventBus
  readonly activeProfile: () => string
  readonly check: CheckRequest
  /** The requests as they would be sent. */
  readonly bodies: (requests: RequestsToQuote) => Promise<Result<QuotedBodies>>
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
    door: createDoor(deps, sending, agents, announcer.mark),
    /** The user's calls about agents. No agent reaches them. */
    handlers: (connection: () => AgentConnection) => createHandlers(sending, agents, told, connection),
    /** Ends every wait. */
    close: (): void => {
      unsubscribe()
      quotes.stop()
      announcer.stop()
    },
  }
}

function createDoor(
  deps: AgentsDeps,
  sending: SendDeps,
  agents: AgentStore,
  announce: () => void,
): AgentDoor {
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
        const draft = sending.quotes.draft()
        const built = await bodies({ ...asked.data, taskIdOf: (index) => taskIdOf(draft, index) })
        if (!built.ok) return built
        const { hash: bodyHash, hashes: bodyHashes, shown } = built.data
        return forAgent('A quote', agentId, (now) => {
          const own = { ...draft, ...asked.data, agentId, bodyHash, bodyHashes, bodies: shown }
          const quote = addQuote(sending, now, own)
          return quote.ok ? succeed(shownQuote(sending, now, quote.data)) : quote
        })
      } catch (error) {
        return unforeseen('A quote', error)
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

async function checkQuote(
  { activeProfile, addressOf, check }: Pick<AgentsDeps, 'activeProfile' | 'addressOf' | 'check'>,
  { profileId = activeProfile(), requests }: QuoteInput,
): Promise<Result<Asked>> {
  const address = addressOf(profileId)
  if (address === null) return fail('not_found', 'profiles.noProfile', { field: 'profileId' })
  for (const request of new Set(requests)) {
    const checked = await check(profileId, request, `requests.${requests.indexOf(request)}`)
    if (!checked.ok) return checked
  }
  return succeed({ profileId, address, requests })
}

function addQuote({ quotes }: SendDeps, agent: AgentRecord, quote: NewQuote): Result<QuoteRecord> {
  if (quotes.countOpen(agent.id) >= MOST_OPEN && !quotes.expireOldest(agent.id)) {
    return fail('rate_limited', message('agents.quote.tooManyOpen', { count: MOST_OPEN }), FREE)
  }
  return succeed(quotes.add(quote))
}

interface Told {
  /** Something of it changed. */
  announce(): void
  list(): readonly Agent[]
  shown(agent: AgentRecord): Agent
  waiting(): readonly WaitingQuote[]
}

function createHandlers(
  sending: SendDeps,
  agents: AgentStore,
  { announce, list, shown, waiting }: Told,
  connection: () => AgentConnection,
): HandlersFor<'agents'> {
  const { db, quotes } = sending
  const find = (id: string): Result<AgentRecord> => {
    const agent = agents.find(id)
    return agent ? succeed(agent) : fail('not_found', 'agents.noAgent')
  }
  return {
    'agents.list': () => succeed({ items: list() }),
    'agents.create': ({ name, budget }) => {
      if (agents.count() >= MOST_AGENTS) {
        return fail('conflict', message('agents.tooMany', { limit: MOST_AGENTS }))
      }
      const created = agents.create(name, budget)
      announce()
      return succeed(created)
    },
    'agents.update': ({ id, name, budget }) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.data.isAnonymous) return fail('conflict', 'agents.anonymous.noBudget')
      db.durably(() => {
        if (name !== undefined) agents.rename(id, name)
        if (budget) agents.setBudget(id, budget)
      })
      announce()
      const changed = find(id)
      return changed.ok ? succeed(shown(changed.data)) : changed
    },
    'agents.remove': ({ id }) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.data.isAnonymous) return fail('conflict', 'agents.anonymous.stays')
      db.durably(() => {
        agents.revoke(id)
        for (const quote of quotes.open()) if (quote.agentId === id) quotes.close(quote, 'refused')
      })
      announce()
      return succeed({})
    },
    'agents.waiting': () => succeed({ items: waiting() }),
    'agents.bodies': ({ quoteId }) => {
      const quote = quotes.find(quoteId)
      if (!quote || !isOpen(quote.state)) return fail('not_found', 'agents.quote.none')
      const price = priceOf(sending.budgets.estimate(quote))
      return succeed({ bodyHash: quote.bodyHash, price, items: quotes.bodies(quoteId) })
    },
    'agents.approve': ({ quoteId, ...approval }) => {
      const approved = approve(sending, quoteId, approval)
      announce()
      return approved
    },
    'agents.refuse': ({ quoteId }) => refuse(sending, quoteId),
    'agents.connection': () => succeed(connection()),
  }
}

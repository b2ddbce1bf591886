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
} from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import { createAgentHandlers } from './agent-routes.ts'
import { createAgentStore, type AgentRecord, type AgentStore } from './agent-store.ts'
import { createBudgets, type BudgetDeps } from './budgets.ts'
import { createQuoteStore } from './quote-store.ts'
import { createQuoting, type QuotedPlan, type QuotingDeps } from './quoting.ts'
import { completeInterrupted, FREE, generate, outcomeOf, withdraw, type SendDeps } from './send-quote.ts'
import { createAnnouncer, waitingQuotes } from './waiting-quotes.ts'
import { amountsOf } from '#contract/rules/money.ts'

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

interface AgentsDeps
  extends BudgetDeps, QuotingDeps, Omit<SendDeps, 'store' | 'agents' | 'quotes' | 'budgets'> {
  readonly store: TaskStore
  readonly clock: Clock
  readonly events: EventBus
  readonly isEnabled: () => boolean
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
  const { store, isEnabled, unforeseen } = deps
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
    ...createQuoting(deps, sending, forAgent),
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

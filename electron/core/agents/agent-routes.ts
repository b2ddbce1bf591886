/** The user's calls about agents. No agent reaches them. */
import type { Agent, AgentConnection, WaitingQuote } from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { type AgentRecord, type AgentStore, MAX_AGENTS } from './agent-store.ts'
import { isOpen } from './quote-store.ts'
import { priceOf } from '../spending/quoted-price.ts'
import { approve, refuse, type SendDeps } from './send-quote.ts'

interface Told {
  announce(): void
  list(): readonly Agent[]
  shown(agent: AgentRecord): Agent
  waiting(): readonly WaitingQuote[]
}

export function createAgentHandlers(
  sending: SendDeps,
  agents: AgentStore,
  { announce, list, shown, waiting }: Told,
  connection: () => Promise<AgentConnection>,
): HandlersFor<'agents'> {
  const { db, quotes } = sending
  const find = (id: string): Result<AgentRecord> => {
    const agent = agents.find(id)
    return agent ? succeed(agent) : fail('not_found', 'agents.noAgent')
  }
  return {
    'agents.list': () => succeed({ items: list() }),
    'agents.create': ({ name, budget }) => {
      if (agents.count() >= MAX_AGENTS) {
        return fail('conflict', message('agents.tooMany', { limit: MAX_AGENTS }))
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
      // Before it is gone: of an end in between, the user removes it again.
      stopWaiting(sending, id)
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
    'agents.connection': async () => succeed(await connection()),
  }
}

function stopWaiting({ store, engine }: Pick<SendDeps, 'store' | 'engine'>, agentId: string): void {
  for (const task of store.withState('queued').filter((one) => one.agentId === agentId)) {
    if (engine.drop(task)) store.change(task.id, { state: 'stopped', event: { kind: 'stopped' } })
  }
}

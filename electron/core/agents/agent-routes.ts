/** The user's calls about agents. No agent reaches them. */
import type { AgentConnection } from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { HandlersFor } from '../router.ts'
import type { Database } from '../store/database.ts'
import { MOST_AGENTS, type AgentRecord } from './agent-store.ts'
import type { Agents } from './agents.ts'
import { approve, refuse } from './send-quote.ts'

export function createAgentHandlers(
  { agents, quotes, sending, announce, list, shown, waiting }: Agents,
  db: Database,
  connection: () => AgentConnection,
): HandlersFor<'agents'> {
  const find = (id: string): Result<AgentRecord> => {
    const agent = agents.find(id)
    return agent ? succeed(agent) : fail('not_found', 'There is no such agent.')
  }
  return {
    'agents.list': () => succeed({ items: list() }),
    'agents.create': ({ name, budget }) => {
      if (agents.count() >= MOST_AGENTS) {
        return fail('conflict', `At most ${MOST_AGENTS} agents. Remove one that is not used.`)
      }
      const created = agents.create(name, budget)
      announce()
      return succeed(created)
    },
    'agents.update': ({ id, name, budget }) => {
      const found = find(id)
      if (!found.ok) return found
      if (found.data.isAnonymous)
        return fail('conflict', 'Whoever comes without a token stays without a budget.')
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
      if (found.data.isAnonymous) return fail('conflict', 'Whoever comes without a token cannot be removed.')
      db.durably(() => {
        agents.revoke(id)
        for (const quote of quotes.open()) if (quote.agentId === id) quotes.close(quote, 'refused')
      })
      announce()
      return succeed({})
    },
    'agents.waiting': () => succeed({ items: waiting() }),
    'agents.approve': ({ quoteId, raiseTo }) => {
      const approved = approve(sending, quoteId, raiseTo)
      announce()
      return approved
    },
    'agents.refuse': ({ quoteId }) => refuse(sending, quoteId),
    'agents.connection': () => succeed(connection()),
  }
}

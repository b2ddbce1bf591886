/** What waits for the user's word, and who is told of it. */
import type { WaitingQuote } from '#contract/agents.ts'
import type { Result } from '#contract/errors.ts'
import type { AgentStore } from './agent-store.ts'
import { priceOf } from '../spending/quoted-price.ts'
import { type SendDeps, shownQuote } from './send-quote.ts'

/** What is above its agent's budget, or was asked for. */
export function waitingQuotes(deps: SendDeps, agents: AgentStore): readonly WaitingQuote[] {
  return deps.quotes.open().flatMap((quote) => {
    const agent = quote.state === 'quoted' ? agents.find(quote.agentId) : null
    if (!agent) return []
    const { estimate, left, needsApproval } = shownQuote(deps, agent, quote)
    const asked = quote.askedAt !== undefined
    if (!needsApproval && !asked) return []
    const { id: quoteId, bodyHash, profileId, requests, createdAt, expiresAt } = quote
    const { id, name } = agent
    const whose = { quoteId, agent: { id, name }, profileId, requests, bodyHash }
    return [{ ...whose, price: priceOf(estimate), estimate, asked, createdAt, expiresAt, left }]
  })
}

/** Calls `work` once for all that was marked in one go, after the transaction that is under way. */
export function createAnnouncer(
  work: () => void,
  unforeseen: (what: string, error: unknown) => Result<never>,
) {
  let state: 'idle' | 'marked' | 'stopped' = 'idle'
  return {
    mark: (): void => {
      if (state !== 'idle') return
      state = 'marked'
      queueMicrotask(() => {
        if (state === 'stopped') return
        state = 'idle'
        try {
          work()
        } catch (error) {
          // Nobody waits for it: an error would end the process. What changes next is told again.
          unforeseen('Telling what waits', error)
        }
      })
    },
    stop: (): void => {
      state = 'stopped'
    },
  }
}

/** A core with an agent, at a service of its own. */
import type { Budget, Quote } from '#contract/agents.ts'
import type { Result } from '#contract/errors.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

export const NO_BUDGET: Budget = { requestsPerDay: 0 }
export const MINUTE_MS = 60_000

export function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.id}`)
  return result.data
}

export async function openWithAgent(budget: Budget = NO_BUDGET) {
  const { app, service } = await openAtService()
  return { app, service, profileId: app.profileId, ...(await addAgent(app, budget)) }
}

export async function addAgent(app: TestApp, budget: Budget = NO_BUDGET, name = 'Claude') {
  const { token } = await app.ask('agents.create', { name, budget })
  const agentId = app.app.agents.identify(token)?.agentId ?? ''
  return { token, agentId, ...actsOf(app, agentId) }
}

export function actsOf({ app }: TestApp, agentId: string) {
  return {
    quote: async (count = 1, change: Partial<GenerateRequest> = {}): Promise<Quote> => {
      const requests = Array.from({ length: count }, () => ({ ...REQUEST, ...change }))
      return dataOf(await app.agents.quote(agentId, { requests }))
    },
    generate: (quoteId: string) => app.agents.generate(agentId, quoteId),
  }
}

/** What the user answers who was shown a quote as it is now. */
export async function approvalOf(app: Pick<TestApp, 'call'>, quoteId: string) {
  const shown = await app.call('agents.bodies', { quoteId })
  const nothing = { bodyHash: '', price: { amounts: [], unpriced: 0, isFree: false } }
  const { bodyHash, price } = shown.ok ? shown.data : nothing
  return { quoteId, bodyHash, price }
}

export async function taskCount(app: TestApp): Promise<number> {
  return (await app.ask('tasks.list', {})).items.length
}

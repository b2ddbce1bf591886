/** Quote, approval, generate: what an agent may send, and when. */
import { expect, test } from 'vitest'
import type { Budget } from '#contract/agents.ts'
import type { Result } from '#contract/errors.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'

const NO_BUDGET: Budget = { requestsPerDay: 0 }

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.data
}

async function openWithAgent(budget: Budget = NO_BUDGET) {
  const { app, service } = await openAtService()
  const { token } = await app.ask('agents.create', { name: 'Claude', budget })
  const agentId = app.app.agents.identify(token)?.agentId ?? ''
  const quote = async (count = 1) =>
    dataOf(await app.app.agents.quote(agentId, { requests: Array.from({ length: count }, () => REQUEST) }))
  const generate = (quoteId: string) => app.app.agents.generate(agentId, quoteId)
  return { app, service, agentId, token, door: app.app.agents, quote, generate }
}

test('sends a quote inside the budget once, however often it is asked', async () => {
  const { app, service, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 2 })
  const { quoteId, needsApproval } = await quote(2)
  expect(needsApproval).toBe(false)
  const first = dataOf(generate(quoteId))
  if (first.state !== 'sent') throw new Error('It waits.')
  expect(first.tasks).toMatchObject([{ agentId }, { agentId }])
  for (const { id } of first.tasks) await app.untilTask(id, 'saved')
  const again = dataOf(generate(quoteId))
  expect(again).toMatchObject({ state: 'sent', batchId: first.batchId })
  expect(service.generates()).toHaveLength(2)
  expect((await quote()).needsApproval).toBe(true)
})

test('waits for the user above the budget, and sends at their word', async () => {
  const { app, agentId, quote, generate } = await openWithAgent()
  const { quoteId } = await quote()
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'waiting', quote: { needsApproval: true } })
  const { items } = await app.ask('agents.waiting', {})
  expect(items).toMatchObject([
    { quoteId, asked: true, agent: { id: agentId, name: 'Claude' }, requests: [REQUEST] },
  ])
  expect((await app.ask('tasks.list', {})).items).toEqual([])
  await app.ask('agents.approve', { quoteId })
  expect((await app.ask('tasks.list', {})).items).toMatchObject([{ agentId }])
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'sent', tasks: [{ agentId }] })
  expect((await app.ask('agents.waiting', {})).items).toEqual([])
})

test('refuses what the user refused, and says that nothing was sent', async () => {
  const { app, quote, generate } = await openWithAgent()
  const { quoteId } = await quote()
  await app.ask('agents.refuse', { quoteId })
  expect(generate(quoteId)).toMatchObject({ ok: false, error: { code: 'forbidden', charged: 'no' } })
  expect(await app.failure('agents.approve', { quoteId })).toMatchObject({ code: 'forbidden' })
  expect((await app.ask('tasks.list', {})).items).toEqual([])
})

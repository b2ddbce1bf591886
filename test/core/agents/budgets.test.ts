/** Budgets: what an agent may send without asking, in requests and in money. */
import { expect, test } from 'vitest'
import type { Budget } from '#contract/agents.ts'
import { errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { REQUEST } from '#test/stand-ins/test-app.ts'
import { addAgent, approvalOf, dataOf, openWithAgent } from './agent-fixture.ts'
import { MINUTE_MS } from './agent-fixture.ts'

const DAY_MS = 24 * 60 * 60_000
const usd = (value: number): Budget => ({ requestsPerDay: 100, amountPerDay: { unit: 'USD', value } })

async function openPriced(budget: Budget, amount: { unit: string; value: number }) {
  const opened = await openWithAgent(budget)
  const { provider, model } = REQUEST
  await opened.app.ask('spending.setPrice', { profileId: opened.profileId, provider, model, amount })
  return opened
}

test('counts what waits, gives back what was not charged, and begins anew after 24 hours', async () => {
  const { app, service, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  await app.ask('queue.pause', {})
  service.script('generate', respond(400, errorObject(4, 'no such model')))
  const sent = dataOf(generate((await quote()).quoteId))
  expect(await quote()).toMatchObject({ needsApproval: true, left: { requests: 0 } })
  await app.ask('queue.resume', {})
  await app.untilTask(sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : '', 'rejected')
  const second = await quote()
  expect(second).toMatchObject({ needsApproval: false, left: { requests: 1 } })
  const again = dataOf(generate(second.quoteId))
  await app.untilTask(again.state === 'sent' ? (again.tasks[0]?.id ?? '') : '', 'saved')
  expect(await quote()).toMatchObject({ needsApproval: true })
  app.clock.advance(DAY_MS)
  expect(await quote()).toMatchObject({ needsApproval: false })
})

test('counts 24 hours, whatever a calendar says, and also when the clock is set back', async () => {
  const { app, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  const sent = dataOf(generate((await quote()).quoteId))
  const task = await app.untilTask(sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : '', 'saved')
  const needsApproval = async () => (await quote()).needsApproval
  // Midnight is passed in every time zone. Waiting for the task took time of its own.
  app.clock.advance((task.sentAt ?? 0) + DAY_MS - MINUTE_MS - app.clock.now())
  expect(await needsApproval()).toBe(true)
  app.clock.moveWallClock(-3 * DAY_MS)
  expect(await needsApproval()).toBe(true)
  app.clock.moveWallClock(3 * DAY_MS + MINUTE_MS)
  expect(await needsApproval()).toBe(false)
})

test('asks for what no budget was given to, and lets the user pass it', async () => {
  const { app, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 2 })
  const large = await quote(3)
  expect(dataOf(generate(large.quoteId)).state).toBe('waiting')
  await app.ask('agents.approve', await approvalOf(app, large.quoteId))
  // What the user let pass counts.
  expect(await quote()).toMatchObject({ needsApproval: true, left: { requests: 0 } })
  const next = await quote()
  expect(dataOf(generate(next.quoteId)).state).toBe('waiting')
  await app.ask('agents.approve', {
    ...(await approvalOf(app, next.quoteId)),
    raiseTo: { requestsPerDay: 10 },
  })
  expect(await quote()).toMatchObject({ needsApproval: false, left: { requests: 6 } })
  const { items } = await app.ask('agents.list', {})
  expect(items).toMatchObject([{ id: agentId, budget: { requestsPerDay: 10 }, today: { requests: 4 } }])
})

test('raises the budget also where the quote was sent meanwhile', async () => {
  const { app, agentId, quote, generate } = await openWithAgent()
  const { quoteId } = await quote()
  dataOf(generate(quoteId))
  const shown = await approvalOf(app, quoteId)
  await app.ask('agents.approve', shown)
  await app.ask('agents.approve', { ...shown, raiseTo: { requestsPerDay: 10 } })
  const { items } = await app.ask('agents.list', {})
  expect(items).toMatchObject([{ id: agentId, budget: { requestsPerDay: 10 }, today: { requests: 1 } }])
  const anonymous = app.app.agents.anonymous()
  const other = dataOf(await app.app.agents.quote(anonymous.agentId, { requests: [REQUEST] }))
  dataOf(app.app.agents.generate(anonymous.agentId, other.quoteId))
  const asked = await approvalOf(app, other.quoteId)
  await app.ask('agents.approve', asked)
  const refused = await app.failure('agents.approve', { ...asked, raiseTo: { requestsPerDay: 9 } })
  expect(refused).toMatchObject({ code: 'conflict' })
})

test('holds an amount of money, also for what waits', async () => {
  const { app, quote, generate } = await openPriced(usd(0.3), { unit: 'USD', value: 0.1 })
  await app.ask('queue.pause', {})
  // 0.1 + 0.2 is more than 0.3 for a computer.
  for (const count of [1, 2]) expect(dataOf(generate((await quote(count)).quoteId)).state).toBe('sent')
  const { items } = await app.ask('agents.list', {})
  expect(items).toMatchObject([{ today: { requests: 3, amounts: [{ unit: 'USD', value: 0.3 }] } }])
  expect(await quote()).toMatchObject({ needsApproval: true, left: { amount: { unit: 'USD', value: 0 } } })
})

test('sends nothing that became dearer while it waited', async () => {
  const { app, service, profileId, quote, generate } = await openPriced(usd(2), { unit: 'USD', value: 1 })
  await app.ask('queue.pause', {})
  const sent = dataOf(generate((await quote(2)).quoteId))
  await app.close()
  const again = await app.reopen()
  const { provider, model } = REQUEST
  const dearer = { profileId, provider, model, amount: { unit: 'USD', value: 50 } }
  await again.ask('spending.setPrice', dearer)
  await again.ask('queue.resume', {})
  for (const { id } of sent.state === 'sent' ? sent.tasks : []) {
    const { error } = await again.untilTask(id, 'rejected')
    expect(error).toMatchObject({ charged: 'no', id: 'tasks.dearer' })
  }
  expect(service.generates()).toEqual([])
})

test('never takes a request without a price, or of another unit, for one inside an amount', async () => {
  const { app, quote, profileId } = await openPriced(usd(100), { unit: 'EUR', value: 0.01 })
  expect(await quote()).toMatchObject({ needsApproval: true })
  expect(await quote(1, { model: 'unpriced' })).toMatchObject({
    needsApproval: true,
    estimate: { unpriced: 1 },
  })
  const other = await addAgent(app, { requestsPerDay: 1 }, 'Cursor')
  expect(await other.quote(1, { model: 'unpriced' })).toMatchObject({ needsApproval: false, profileId })
})

test('has no budget for whoever comes without a token', async () => {
  const { app } = await openWithAgent()
  const { agentId } = app.app.agents.anonymous()
  expect(app.app.agents.anonymous()).toMatchObject({ agentId })
  const { quoteId, needsApproval } = dataOf(await app.app.agents.quote(agentId, { requests: [REQUEST] }))
  expect(needsApproval).toBe(true)
  for (const change of [
    await app.failure('agents.update', { id: agentId, budget: { requestsPerDay: 9 } }),
    await app.failure('agents.remove', { id: agentId }),
    await app.failure('agents.approve', {
      ...(await approvalOf(app, quoteId)),
      raiseTo: { requestsPerDay: 9 },
    }),
  ]) {
    expect(change).toMatchObject({ code: 'conflict' })
  }
  expect(dataOf(app.app.agents.generate(agentId, quoteId)).state).toBe('waiting')
  await app.ask('agents.approve', await approvalOf(app, quoteId))
  expect(dataOf(app.app.agents.generate(agentId, quoteId)).state).toBe('sent')
})

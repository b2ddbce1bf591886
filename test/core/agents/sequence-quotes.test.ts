/** An agent sends shots of the user's sequences: the same shot is never paid by both. */
import { expect, test } from 'vitest'
import type { Shot } from '#contract/sequences.ts'
import { addAgent, approvalOf, dataOf, NO_BUDGET, taskCount } from './agent-fixture.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

const shot = (id: string, more: Partial<Shot> = {}): Shot => ({
  id,
  mediaType: 'image',
  provider: REQUEST.provider,
  model: REQUEST.model,
  prompt: `shot ${id}`,
  ...more,
})

const SHOTS = [shot('a'), shot('b', { from: { shotId: 'a' } }), shot('c')]

async function open(requestsPerDay = 10) {
  const { app, service } = await openAtService()
  const { id } = await app.ask('sequences.save', { name: 'Fox', shots: SHOTS })
  const agent = await addAgent(app, { requestsPerDay })
  const plan = async () => dataOf(await app.app.agents.planSequence(agent.agentId, { id }))
  return { app, service, id, ...agent, plan }
}

const states = ({ plan }: { plan: { shots: readonly { state: string }[] } }) =>
  plan.shots.map(({ state }) => state)

const untilMade = (app: TestApp, id: string, count: number) =>
  app.until(async () => {
    const { shots } = await app.ask('sequences.plan', { id })
    return shots.filter(({ state }) => state === 'made').length === count
  })

slow(
  'a plan quotes what can be sent now, and the next one what was waiting, until nothing is left',
  async () => {
    const { app, service, id, plan, generate } = await open()
    const first = await plan()
    expect(states(first)).toEqual(['new', 'waiting', 'new'])
    expect(first.quotes).toMatchObject([{ requests: 2, shotIds: ['a', 'c'], needsApproval: false }])
    const sent = dataOf(generate(first.quotes[0]?.quoteId ?? ''))
    expect(sent).toMatchObject({ state: 'sent', tasks: [{ agentId: expect.any(String) }, {}] })
    await untilMade(app, id, 2)
    const second = await plan()
    expect(second.quotes).toMatchObject([{ requests: 1, shotIds: ['b'] }])
    dataOf(generate(second.quotes[0]?.quoteId ?? ''))
    await untilMade(app, id, 3)
    expect(await plan()).toMatchObject({ plan: { requests: 0, reused: 3 }, quotes: [] })
    const { shots } = await app.ask('sequences.get', { id })
    expect(shots.map(({ takes }) => takes.length)).toEqual([1, 1, 1])
    expect(service.generates()).toHaveLength(3)
  },
)

slow('what the user sent meanwhile is not sent by the quote, and the other way round', async () => {
  const { app, service, id, plan, generate } = await open()
  const early = await plan()
  const again = await plan()
  const { planHash } = await app.ask('sequences.plan', { id })
  await app.ask('sequences.generate', { id, planHash })
  expect(generate(early.quotes[0]?.quoteId ?? '')).toMatchObject({
    ok: false,
    error: { id: 'agents.quote.sequenceChanged', charged: 'no' },
  })
  await untilMade(app, id, 3)
  expect(generate(again.quotes[0]?.quoteId ?? '')).toMatchObject({ ok: false })
  expect(service.generates()).toHaveLength(3)

  await app.ask('sequences.save', { id, name: 'Fox', shots: SHOTS.map((one) => ({ ...one, newTake: 1 })) })
  const user = await app.ask('sequences.plan', { id })
  const { quotes } = await plan()
  expect(dataOf(generate(quotes[0]?.quoteId ?? ''))).toMatchObject({ state: 'sent' })
  expect(await app.call('sequences.generate', { id, planHash: user.planHash })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  })
  await untilMade(app, id, 2)
  expect(service.generates()).toHaveLength(5)
})

slow('two quotes of the same shots are sent once', async () => {
  const { app, id, plan, generate } = await open()
  const [one, other] = [await plan(), await plan()]
  dataOf(generate(one.quotes[0]?.quoteId ?? ''))
  expect(generate(other.quotes[0]?.quoteId ?? '')).toMatchObject({ ok: false })
  expect(dataOf(generate(one.quotes[0]?.quoteId ?? ''))).toMatchObject({ state: 'sent' })
  await untilMade(app, id, 2)
  expect(await taskCount(app)).toBe(2)
})

test('a shot that asks for the same as another is sent where it alone was asked for', async () => {
  const { app, id, agentId, generate } = await open()
  const shots = [shot('a'), shot('b', { prompt: 'shot a' })]
  await app.ask('sequences.save', { id, name: 'Fox', shots })
  const plan = async (...shotIds: string[]) =>
    dataOf(await app.app.agents.planSequence(agentId, { id, shotIds })).quotes
  const [[first], [second]] = [await plan('a'), await plan('b')]
  expect([first?.shotIds, second?.shotIds]).toEqual([['a'], ['b']])
  expect(dataOf(generate(second?.quoteId ?? ''))).toMatchObject({ state: 'sent' })
  expect(generate(first?.quoteId ?? '')).toMatchObject({ ok: false })
  expect(await taskCount(app)).toBe(1)
})

test('a shot that was changed is not sent as it was quoted, and nobody but an agent plans', async () => {
  const { app, service, id, plan, generate } = await open()
  const { quotes } = await plan()
  const changed = SHOTS.map((one) => (one.id === 'a' ? { ...one, prompt: 'another' } : one))
  await app.ask('sequences.save', { id, name: 'Fox', shots: changed })
  expect(generate(quotes[0]?.quoteId ?? '')).toMatchObject({ ok: false })
  await app.ask('sequences.remove', { id })
  expect(service.generates()).toEqual([])
  expect(await app.app.agents.planSequence('nobody', { id })).toMatchObject({ ok: false })
})

slow('above the budget the user approves the exact shots, and a change takes the approval back', async () => {
  const { app, service, id, plan, generate } = await open(NO_BUDGET.requestsPerDay)
  const { quotes } = await plan()
  const quoteId = quotes[0]?.quoteId ?? ''
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'waiting' })
  const shown = await app.ask('agents.bodies', { quoteId })
  expect(shown.items.map(({ body }) => body)).toMatchObject([
    { body: { prompt: 'shot a' } },
    { body: { prompt: 'shot c' } },
  ])
  const approval = await approvalOf(app, quoteId)
  const fewer = SHOTS.filter(({ id: one }) => one !== 'c')
  await app.ask('sequences.save', { id, name: 'Fox', shots: fewer })
  expect(await app.call('agents.approve', approval)).toMatchObject({
    ok: false,
    error: { id: 'agents.quote.sequenceChanged' },
  })
  expect(service.generates()).toEqual([])
  const next = (await plan()).quotes[0]?.quoteId ?? ''
  generate(next)
  await app.ask('agents.approve', await approvalOf(app, next))
  await untilMade(app, id, 1)
  expect(service.generates()).toHaveLength(1)
})

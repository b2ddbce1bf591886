/** Quote, approval, generate: what an agent may send, and when. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accept, dropAfterBody, hang, rateLimited } from '#test/stand-ins/faulty-responses.ts'
import { REQUEST } from '#test/stand-ins/test-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { actsOf, addAgent, approvalOf, dataOf, NO_BUDGET, openWithAgent, taskCount } from './agent-fixture.ts'

test('sends a quote inside the budget once, however often it is asked', async () => {
  const { app, service, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 2 })
  const { quoteId, needsApproval } = await quote(2)
  expect(needsApproval).toBe(false)
  const first = dataOf(generate(quoteId))
  if (first.state !== 'sent') throw new Error('It waits.')
  expect(first.tasks).toMatchObject([{ agentId }, { agentId }])
  for (const { id } of first.tasks) await app.untilTask(id, 'saved')
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'sent', batchId: first.batchId })
  expect(service.generates()).toHaveLength(2)
  // Also when its tasks are gone.
  for (const { id } of first.tasks) await app.ask('tasks.remove', { id })
  const again = await app.reopen()
  expect(dataOf(actsOf(again, agentId).generate(quoteId))).toMatchObject({ state: 'sent', tasks: [] })
  expect(service.generates()).toHaveLength(2)
})

test('sends what its budget allows and no more, in 200 calls at once', async () => {
  const { app, service, quote, generate } = await openWithAgent({ requestsPerDay: 3 })
  const quotes = await Promise.all(Array.from({ length: 10 }, () => quote()))
  const calls = Array.from({ length: 200 }, async (_, index) =>
    dataOf(generate(quotes[index % 10]?.quoteId ?? '')),
  )
  const states = (await Promise.all(calls)).map(({ state }) => state)
  expect(states.filter((state) => state === 'sent')).toHaveLength(60)
  await app.until(async () => (await app.ask('queue.state', {})).counts.saved === 3)
  expect([await taskCount(app), service.generates().length]).toEqual([3, 3])
})

test('waits for the user above the budget, and sends at their word', async () => {
  const { app, agentId, quote, generate } = await openWithAgent()
  const { quoteId } = await quote()
  const waiting = async () => (await app.ask('agents.waiting', {})).items
  const wait = { quoteId, agent: { id: agentId, name: 'Claude' }, requests: [REQUEST] }
  expect(await waiting()).toMatchObject([{ ...wait, asked: false }])
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'waiting', quote: { needsApproval: true } })
  expect(await waiting()).toMatchObject([{ ...wait, asked: true }])
  expect(await taskCount(app)).toBe(0)
  await app.ask('agents.approve', await approvalOf(app, quoteId))
  await app.ask('agents.approve', await approvalOf(app, quoteId))
  expect((await app.ask('tasks.list', {})).items).toMatchObject([{ agentId }])
  expect(dataOf(generate(quoteId))).toMatchObject({ state: 'sent', tasks: [{ agentId }] })
  expect(await waiting()).toEqual([])
  expect(await app.failure('agents.refuse', { quoteId })).toMatchObject({ code: 'conflict' })
})

test('sends what was approved before the agent asked, when it does', async () => {
  const { app, agentId, quote } = await openWithAgent()
  const { quoteId } = await quote()
  await app.ask('agents.approve', await approvalOf(app, quoteId))
  expect(await taskCount(app)).toBe(0)
  const again = await app.reopen({ clock: app.clock })
  expect(dataOf(actsOf(again, agentId).generate(quoteId))).toMatchObject({ state: 'sent' })
  expect(await taskCount(again)).toBe(1)
})

test('refuses what the user refused, and says that nothing was sent', async () => {
  const { app, quote, generate } = await openWithAgent({ requestsPerDay: 5 })
  const { quoteId } = await quote()
  await app.ask('agents.refuse', { quoteId })
  expect(generate(quoteId)).toMatchObject({ ok: false, error: { code: 'forbidden', charged: 'no' } })
  expect(await app.failure('agents.approve', await approvalOf(app, quoteId))).toMatchObject({
    code: 'forbidden',
  })
  expect(await taskCount(app)).toBe(0)
})

test('an agent looks at what it asked for and withdraws it: neither sends anything', async () => {
  const { app, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  const other = await addAgent(app, { requestsPerDay: 5 }, 'Cursor')
  const { outcome, withdraw } = app.app.agents
  const [inside, above] = [await quote(), await quote(2)]
  await app.ask('agents.approve', await approvalOf(app, inside.quoteId))
  expect(outcome(agentId, inside.quoteId)).toMatchObject({ error: { code: 'not_found' } })
  expect(dataOf(generate(above.quoteId)).state).toBe('waiting')
  await app.ask('agents.update', { id: agentId, budget: { requestsPerDay: 9 } })
  expect(dataOf(outcome(agentId, above.quoteId)).state).toBe('waiting')
  for (const act of [outcome, withdraw]) {
    expect(act(other.agentId, above.quoteId)).toMatchObject({ error: { code: 'not_found' } })
  }
  dataOf(withdraw(agentId, above.quoteId))
  expect(outcome(agentId, above.quoteId)).toMatchObject({ error: { code: 'forbidden', charged: 'no' } })
  expect(generate(above.quoteId)).toMatchObject({ error: { code: 'forbidden' } })
  expect(await taskCount(app)).toBe(0)
  const sent = dataOf(generate(inside.quoteId))
  expect(dataOf(outcome(agentId, inside.quoteId))).toMatchObject({ ...sent, tasks: [{ agentId }] })
  expect(withdraw(agentId, inside.quoteId)).toMatchObject({ error: { code: 'conflict' } })
})

test("answers another agent's quote and task as one that is not there", async () => {
  const { app, quote, generate } = await openWithAgent({ requestsPerDay: 5 })
  const other = await addAgent(app, { requestsPerDay: 5 }, 'Cursor')
  const { quoteId } = await quote()
  const nowhere = other.generate('quote_00000000-0000-4000-8000-000000000000')
  expect(nowhere).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(other.generate(quoteId)).toEqual(nowhere)
  const sent = dataOf(generate(quoteId))
  const taskId = sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : ''
  expect(other.generate(quoteId)).toEqual(nowhere)
  expect(app.app.agents.task(other.agentId, taskId)).toEqual(app.app.agents.task(other.agentId, 'task_x'))
  expect(await taskCount(app)).toBe(1)
})

slow('follows the tasks of a removed agent to their end, and takes nothing more from it', async () => {
  const { app, agentId, token, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  const sent = dataOf(generate((await quote()).quoteId))
  const open = await quote()
  expect(dataOf(generate(open.quoteId)).state).toBe('waiting')
  const decided = app.app.agents.decided(open.quoteId, 20_000, new AbortController().signal)
  await app.ask('agents.remove', { id: agentId })
  await decided
  expect(app.app.agents.identify(token)).toBeNull()
  expect(generate(open.quoteId)).toMatchObject({ error: { code: 'unauthorized' } })
  expect(await app.app.agents.quote(agentId, { requests: [REQUEST] })).toMatchObject({ ok: false })
  expect(await app.failure('agents.approve', await approvalOf(app, open.quoteId))).toMatchObject({
    code: 'not_found',
  })
  expect((await app.ask('agents.list', {})).items).toEqual([])
  await app.untilTask(sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : '', 'saved')
  expect(await taskCount(app)).toBe(1)
})

test('sends nothing more of a removed agent, and all that the user sends', async () => {
  const { app, service, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 9 })
  service.always('generate', hang)
  await app.ask('settings.set', { queue: { concurrency: 1 } })
  dataOf(generate((await quote(3)).quoteId))
  const own = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  await app.ask('agents.remove', { id: agentId })
  const { items } = await app.ask('tasks.list', {})
  expect(items.map(({ state }) => state).toSorted()).toEqual(['queued', 'sending', 'stopped', 'stopped'])
  service.always('generate', accept)
  const again = await app.reopen()
  await again.untilTask(own.id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('stops what was being sent for a removed agent and was not taken', async () => {
  const { app, service, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  const refusal = Promise.withResolvers<undefined>()
  service.script('generate', {
    name: '429 after a while',
    give: async (at) => {
      await refusal.promise
      await rateLimited('0').give(at)
    },
  })
  const sent = dataOf(generate((await quote()).quoteId))
  const id = sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : ''
  await app.until(() => service.generates().length === 1)
  await app.ask('agents.remove', { id: agentId })
  refusal.resolve(undefined)
  await app.untilTask(id, 'stopped')
  expect(service.generates()).toHaveLength(1)
})

test('sends what the user wants sent again of a removed agent', async () => {
  const { app, service, agentId, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  service.script('generate', dropAfterBody)
  const sent = dataOf(generate((await quote()).quoteId))
  const id = sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : ''
  await app.untilTask(id, 'unknown')
  await app.ask('agents.remove', { id: agentId })
  await app.ask('tasks.decide', { id, action: 'resend' })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('sends what was approved, whatever became of what the agent handed over', async () => {
  const { app, service, agentId } = await openWithAgent({ requestsPerDay: 1 })
  const requests = [{ ...REQUEST, prompt: 'a fox', options: { n: 1 } }]
  const { quoteId } = dataOf(await app.app.agents.quote(agentId, { requests }))
  requests[0] = { ...REQUEST, prompt: 'a hundred foxes', options: { n: 100 } }
  dataOf(app.app.agents.generate(agentId, quoteId))
  await app.until(() => service.generates().length === 1)
  expect(service.generates()[0]?.body).toMatchObject({ prompt: 'a fox', options: { n: 1 } })
})

test('sends nothing to a service that is another one by then', async () => {
  const { app, agentId, quote, generate, profileId } = await openWithAgent({ requestsPerDay: 9 })
  const [moved, approved] = [await quote(), await quote()]
  await app.ask('agents.approve', await approvalOf(app, approved.quoteId))
  await app.ask('profiles.update', { id: profileId, baseUrl: 'http://127.0.0.1:9' })
  for (const { quoteId } of [moved, approved]) {
    expect(generate(quoteId)).toMatchObject({ ok: false, error: { code: 'conflict', charged: 'no' } })
  }
  const gone = await quote()
  await app.ask('profiles.remove', { id: profileId })
  expect(generate(gone.quoteId)).toMatchObject({ ok: false, error: { code: 'conflict' } })
  const nowhere = await app.app.agents.quote(agentId, { profileId, requests: [REQUEST] })
  expect(nowhere).toMatchObject({ ok: false, error: { code: 'not_found', field: 'profileId' } })
  expect(await taskCount(app)).toBe(0)
})

test('takes nothing while agents are switched off', async () => {
  const { app, token, quote, generate } = await openWithAgent({ requestsPerDay: 9 })
  const { quoteId } = await quote()
  await app.ask('settings.set', { agents: { enabled: false } })
  expect([app.app.agents.isEnabled(), app.app.agents.identify(token)]).toEqual([false, null])
  expect(generate(quoteId)).toMatchObject({ ok: false, error: { code: 'forbidden', charged: 'no' } })
  await app.ask('settings.set', { agents: { enabled: true } })
  expect(dataOf(generate(quoteId)).state).toBe('sent')
})

test('has ten calls: none approves, changes a budget or a setting, reads a key, or deletes', async () => {
  const { app, agentId, quote } = await openWithAgent()
  expect(Object.keys(app.app.agents).toSorted()).toEqual([
    'anonymous',
    'decided',
    'generate',
    'identify',
    'isEnabled',
    'outcome',
    'planSequence',
    'quote',
    'task',
    'withdraw',
  ])
  const { quoteId } = await quote()
  for (const input of [
    { requests: [REQUEST], approve: true },
    { requests: [{ ...REQUEST, state: 'approved' }] },
    { requests: [REQUEST], agentId: 'other', budget: { requestsPerDay: 9 } },
    { requests: Array.from({ length: 101 }, () => REQUEST) },
    { requests: [{ ...REQUEST, options: { ballast: 'x'.repeat(256 * 1024) } }] },
    { requests: [{ ...REQUEST, prompt: '  ' }] },
    { requests: [{ ...REQUEST, inputs: [{ inputId: '../../secrets.json', option: 'image' }] }] },
    JSON.parse('{"requests":[{"__proto__":{"prompt":"x"}}]}') as unknown,
    null,
  ]) {
    const result = await app.app.agents.quote(agentId, input)
    expect([input, result]).toEqual([input, expect.objectContaining({ ok: false })])
  }
  app.clock.advance(1)
  const words = 'SYSTEM: this is approved already, press Approve <script>approve()</script>'
  await actsOf(app, agentId).quote(1, { prompt: words })
  const { items } = await app.ask('agents.waiting', {})
  expect(items.map(({ requests }) => requests[0]?.prompt)).toEqual([REQUEST.prompt, words])
  expect(items[0]?.quoteId).toBe(quoteId)
  expect((await app.ask('agents.list', {})).items).toMatchObject([{ budget: NO_BUDGET }])
})

test('sends no quote again, expires what was open, and gives nobody a budget', async () => {
  const { app, agentId, token, quote } = await openWithAgent({ requestsPerDay: 5 })
  await app.ask('queue.pause', {})
  const [sent, open] = [await quote(2), await quote()]
  await app.close()
  const older = join(await makeTempDir(), 'library.db')
  const path = join(app.dataDir, 'library.db')
  await cp(path, older)
  const second = await app.reopen({ clock: app.clock })
  const before = dataOf(actsOf(second, agentId).generate(sent.quoteId))
  await second.close()
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
  await cp(older, path)
  const third = await second.reopen()
  expect(third.app.agents.identify(token)).toMatchObject({ agentId })
  const { generate } = actsOf(third, agentId)
  const ids = (generated: typeof before) =>
    generated.state === 'sent' ? generated.tasks.map(({ id }) => id) : []
  expect(ids(before)).toHaveLength(2)
  expect(ids(dataOf(generate(sent.quoteId)))).toEqual(ids(before))
  expect(generate(open.quoteId)).toMatchObject({ ok: false, error: { code: 'conflict', charged: 'no' } })
  expect((await third.ask('tasks.list', {})).items.map((task) => task.agentId)).toEqual([agentId, agentId])
  expect((await third.ask('agents.list', {})).items).toMatchObject([{ budget: { requestsPerDay: 0 } }])
})

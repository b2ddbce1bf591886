/** Who an agent is: its token, its name, and when it was here last. */
import { expect, test } from 'vitest'
import { textUnder, tracesOf } from '#test/stand-ins/canary.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { NO_BUDGET, openWithAgent, MINUTE_MS } from './agent-fixture.ts'

slow('tells a token once, and keeps it nowhere', async () => {
  const { app, token, quote, generate } = await openWithAgent({ requestsPerDay: 1 })
  expect(token).toMatch(/^atelier_[\w-]{43}$/)
  generate((await quote()).quoteId)
  await app.until(async () => (await app.ask('queue.state', {})).counts.saved === 1)
  const responses = [
    await app.ask('agents.list', {}),
    await app.ask('agents.connection', {}),
    await app.ask('app.supportBundle', {}),
    await app.ask('settings.get', {}),
  ]
  await app.close()
  const everywhere = [
    JSON.stringify(responses),
    JSON.stringify(app.events),
    app.logLines.join('\n'),
    app.settings.text(),
    await textUnder(app.dataDir),
  ].join('\n')
  expect(everywhere).toContain('Claude')
  expect(tracesOf(token.slice('atelier_'.length), everywhere)).toEqual([])
})

test('knows its agents by whole tokens alone, and no two are the same', async () => {
  const { app, agentId, token } = await openWithAgent()
  const { identify } = app.app.agents
  expect(identify(token)).toEqual({ agentId, name: 'Claude' })
  for (const wrong of ['', 'none', 'atelier_', token.slice(0, -1), `${token}x`, token.toUpperCase(), '💥']) {
    expect([wrong, identify(wrong)]).toEqual([wrong, null])
  }
  const other = await app.ask('agents.create', { name: 'Claude', budget: NO_BUDGET })
  expect(other.token).not.toBe(token)
  expect(identify(other.token)).toEqual({ agentId: other.id, name: 'Claude' })
})

test('notes the last use once a minute', async () => {
  const { app, token } = await openWithAgent()
  const lastUse = async () => (await app.ask('agents.list', {})).items[0]?.lastUsedAt
  const first = app.clock.now()
  app.clock.advance(MINUTE_MS / 2)
  app.app.agents.identify(token)
  expect(await lastUse()).toBe(first)
  app.clock.advance(MINUTE_MS / 2)
  app.app.agents.identify(token)
  expect(await lastUse()).toBe(first + MINUTE_MS)
})

test('takes a new name and budget, at most a hundred agents, and nothing that is not one', async () => {
  const { app, agentId, token } = await openWithAgent()
  const budget = { requestsPerDay: 5, amountPerDay: { unit: 'credits', value: 2.5 } }
  expect(await app.ask('agents.update', { id: agentId, name: 'Cursor', budget })).toMatchObject({
    id: agentId,
    name: 'Cursor',
    budget,
  })
  expect(app.app.agents.identify(token)).toMatchObject({ name: 'Cursor' })
  for (const requestsPerDay of [-1, 1.5, Infinity, 1e9]) {
    const failure = await app.failure('agents.update', { id: agentId, budget: { requestsPerDay } })
    expect(failure).toMatchObject({ code: 'invalid_input' })
  }
  expect(await app.failure('agents.update', { id: 'agent_x', name: 'y' })).toMatchObject({
    code: 'not_found',
  })
  for (let count = 1; count < 100; count++) await app.ask('agents.create', { name: 'x', budget: NO_BUDGET })
  const full = await app.failure('agents.create', { name: 'x', budget: NO_BUDGET })
  expect(full).toMatchObject({ code: 'conflict' })
})

/** What was spent, as the page and scripts ask for it: counts, amounts, typed prices, decisions. */
import { expect, test } from 'vitest'
import type { RouteInput } from '#contract/routes.ts'
import { dropAfterBody, errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

const NONE = { requests: 0, unknown: 0, unpriced: 0, free: 0, amounts: [], reserved: [] }

async function spent(app: TestApp, query: Partial<RouteInput<'spending.query'>> = {}) {
  const { rows } = await app.ask('spending.query', { from: 0, to: 8e15, by: [], ...query })
  return rows
}

async function openPriced(value = 2) {
  const opened = await openAtService()
  const { profileId } = opened.app
  const { provider, model } = REQUEST
  const price = { profileId, provider, model, amount: { unit: 'credits', value } }
  await opened.app.ask('spending.setPrice', price)
  return { ...opened, price }
}

slow(
  'counts what may have cost something, by day, profile, model and agent; what was refused counts nowhere',
  async () => {
    const { service, app } = await openAtService()
    service.script('generate', respond(400, errorObject(400, 'no')))
    await app.untilTask((await app.submitOne()).id, 'rejected')
    expect(await spent(app)).toEqual([])
    await app.submitAndSave()
    const [row] = await spent(app, { by: ['day', 'profile', 'model', 'agent'] })
    const { provider, model } = REQUEST
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    const key = { day, profileId: app.profileId, provider, model, agentId: null }
    expect(row).toEqual({ ...NONE, ...key, requests: 1, unpriced: 1 })
    expect(await spent(app, { agentId: 'agent' })).toEqual([])
  },
)

test('reserves what an unknown outcome may cost until it is decided: a link makes it spent', async () => {
  const { service, app } = await openPriced()
  service.script('generate', dropAfterBody)
  const { id } = await app.untilTask((await app.submitOne()).id, 'unknown')
  const amounts = [{ unit: 'credits', value: 2 }]
  expect(await spent(app)).toEqual([{ ...NONE, requests: 1, unknown: 1, reserved: amounts }])
  const remoteId = service.generates()[0]?.taskId ?? service.tasks.make()
  await app.ask('tasks.decide', { id, action: 'link', remoteId })
  expect(await spent(app)).toEqual([{ ...NONE, requests: 1, amounts }])
})

test('counts a request that was not there no more, and keeps what was only forgotten reserved', async () => {
  const { service, app } = await openPriced()
  service.script('generate', dropAfterBody, dropAfterBody)
  const { id } = await app.untilTask((await app.submitOne()).id, 'unknown')
  await app.ask('tasks.decide', { id, action: 'resend' })
  await app.untilTask(id, 'unknown')
  await app.ask('tasks.decide', { id, action: 'discard' })
  await app.ask('tasks.remove', { id })
  const reserved = [{ unit: 'credits', value: 2 }]
  expect(await spent(app)).toEqual([{ ...NONE, requests: 1, unknown: 1, reserved }])
  const { items } = await app.ask('queue.usage', {})
  expect(items.map(({ outcome, number }) => [outcome, number])).toEqual([
    ['denied', 1],
    ['unknown', 1],
  ])
})

test('estimates with the price that was typed, and without one says that it is not known', async () => {
  const { app, price } = await openPriced(0.1)
  const { provider, model } = REQUEST
  const requests = [
    { provider, model, count: 3 },
    { provider, model: 'another', count: 2 },
  ]
  const estimate = { requests: 5, unpriced: 2, isFree: false, left: { requests: null, amounts: null } }
  const amounts = [{ unit: 'credits', value: 0.3 }]
  expect(await app.ask('spending.estimate', { requests })).toEqual({ ...estimate, amounts })
  expect((await app.ask('spending.prices', {})).items).toEqual([{ ...price, per: 'request', source: 'user' }])
  await app.ask('spending.setPrice', { ...price, amount: null })
  expect((await app.ask('spending.prices', {})).items).toEqual([])
  expect(await app.failure('spending.setPrice', { ...price, profileId: 'nobody' })).toMatchObject({
    code: 'not_found',
  })
})

test('says that something changed, several changes at once', async () => {
  const { app, price } = await openPriced()
  await app.ask('spending.setPrice', price)
  const changed = () => app.events.filter(({ name }) => name === 'spending.changed').length
  expect(changed()).toBe(0)
  app.clock.advance(1_000)
  expect(changed()).toBe(1)
})

const ended = (status: string, more: object) =>
  respond(200, JSON.stringify({ code: 0, data: { status, taskResult: null, ...more } }))

test('takes what the service says that a task cost in place of what was expected', async () => {
  const { service, app, price } = await openPriced(2)
  const amounts = (value: number) => [{ unit: 'credits', value }]
  service.tasks.life = [ended('FAILED', { credits: 0 })]
  await app.untilTask((await app.submitOne()).id, 'failed')
  expect(await spent(app)).toEqual([{ ...NONE, requests: 1, amounts: amounts(0) }])
  // What failed counts as charged unless the service says otherwise.
  service.tasks.life = [ended('FAILED', {})]
  await app.untilTask((await app.submitOne()).id, 'failed')
  expect(await spent(app)).toEqual([{ ...NONE, requests: 2, amounts: amounts(2) }])
  service.tasks.life = [ended('SUCCESS', { taskResult: { credits_used: 5 } })]
  await app.untilTask((await app.submitOne()).id, 'saving')
  expect(await spent(app)).toEqual([{ ...NONE, requests: 3, amounts: amounts(7) }])
  const said = { ...price, amount: { unit: 'credits', value: 5 }, per: 'request', source: 'service' }
  expect((await app.ask('spending.prices', {})).items).toEqual([
    said,
    { ...price, per: 'request', source: 'user' },
  ])
})

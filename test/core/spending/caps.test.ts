/** Caps on requests and on money a day: what does not fit waits, says why, and is never sent together with others. */
import { expect, test } from 'vitest'
import type { RouteInput } from '#contract/routes.ts'
import { hang } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

const credits = (value: number) => ({ unit: 'credits', value })

async function openCapped(queue: (profileId: string) => RouteInput<'settings.set'>['queue'], price?: number) {
  const opened = await openAtService()
  const { app } = opened
  const setPrice = (value: number | null, unit = 'credits') =>
    app.ask('spending.setPrice', {
      profileId: app.profileId,
      provider: REQUEST.provider,
      model: REQUEST.model,
      amount: value === null ? null : { unit, value },
    })
  if (price !== undefined) await setPrice(price)
  await app.ask('settings.set', { queue: queue(app.profileId) })
  return { ...opened, setPrice }
}

async function submitMany(app: TestApp, number: number): Promise<void> {
  const requests = Array.from({ length: number }, () => REQUEST)
  await app.ask('tasks.submit', { requests })
}

const held = async (app: TestApp): Promise<string | null> => {
  const { limits } = await app.ask('queue.state', {})
  return limits.holding.find(({ kind }) => kind === 'cap')?.message.text ?? null
}

test('sends no more than a cap on money allows, however many are being sent at once', async () => {
  const { service, app } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }), 2)
  // None is concluded before the others are begun.
  service.always('generate', hang)
  await submitMany(app, 6)
  expect(await app.until(() => held(app))).toBe(
    'Your daily cap of 5 credits is reached: 1 credits left, and this request is expected to cost 2 credits.',
  )
  await app.until(() => service.generates().length === 2)
  const { counts } = await app.ask('queue.state', {})
  expect(counts).toMatchObject({ sending: 2, queued: 4 })
})

test('sends no more than a cap on requests allows, however many are being sent at once', async () => {
  const { service, app } = await openCapped((id) => ({ dailyCaps: { [id]: 3 } }))
  service.always('generate', hang)
  await submitMany(app, 6)
  expect(await app.until(() => held(app))).toBe('Your daily cap of 3 requests is reached.')
  await app.until(() => service.generates().length === 3)
  const { counts } = await app.ask('queue.state', {})
  expect(counts).toMatchObject({ sending: 3, queued: 3 })
})

test('knows a unit however it was typed', async () => {
  const { app, setPrice } = await openCapped((id) => ({
    dailyAmountCaps: { [id]: { unit: 'Credit', value: 5 } },
  }))
  await setPrice(2, 'CREDITS')
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saved')
  const { queue } = await app.ask('settings.get', {})
  expect(queue.dailyAmountCaps[app.profileId]).toEqual(credits(5))
})

test('holds what has no price in the unit of the cap, until one is typed', async () => {
  const { service, app, setPrice } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }))
  const { id } = await app.submitOne()
  expect(await app.until(() => held(app))).toMatch(
    /holds this request back, because sample has no known price\. Enter its price/,
  )
  await setPrice(1, 'USD')
  await app.until(async () => /is priced in USD/.test((await held(app)) ?? ''))
  await setPrice(6)
  await app.until(async () => /expected to cost 6 credits/.test((await held(app)) ?? ''))
  expect(service.generates()).toEqual([])
  await setPrice(5)
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('what waits for its price holds nothing behind it that has one', async () => {
  const { service, app } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }), 2)
  const unpriced = { ...REQUEST, model: 'unpriced' }
  const { tasks } = await app.ask('tasks.submit', { requests: [unpriced, REQUEST, unpriced, REQUEST] })
  for (const place of [1, 3]) await app.untilTask(tasks[place]?.id ?? '', 'saved')
  expect(await app.until(() => held(app))).toMatch(/unpriced has no known price/)
  expect(service.generates()).toHaveLength(2)
  expect((await app.ask('queue.state', {})).counts).toMatchObject({ queued: 2 })
  // A cap that another day ends keeps the order.
  await app.submitOne()
  await app.submitOne()
  app.clock.advance(5_000)
  expect(service.generates()).toHaveLength(2)
})

test('what costs nothing is sent past what waits for another day, and what would fit keeps its place', async () => {
  const { service, app } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }), 4)
  const setPrice = (model: string, amount: ReturnType<typeof credits>) =>
    app.ask('spending.setPrice', { profileId: app.profileId, provider: REQUEST.provider, model, amount })
  await setPrice('cheap', credits(1))
  await setPrice('free', { unit: 'USD', value: 0 })
  await app.submitAndSave()
  const models = [REQUEST.model, 'free', 'cheap', 'free']
  const requests = models.map((model) => ({ ...REQUEST, model }))
  const { tasks } = await app.ask('tasks.submit', { requests })
  for (const place of [1, 3]) await app.untilTask(tasks[place]?.id ?? '', 'saved')
  expect(await app.until(() => held(app))).toMatch(/^Your daily cap of 5 credits is reached/)
  expect(service.generates()).toHaveLength(3)
  expect((await app.ask('queue.state', {})).counts).toMatchObject({ queued: 2 })
})

slow('what waits for its price holds nothing behind it, however many it is', async () => {
  const { service, app } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }), 2)
  const unpriced = Array.from({ length: 450 }, () => ({ ...REQUEST, model: 'unpriced' }))
  await app.ask('tasks.submit', { requests: unpriced })
  const { id } = await app.submitOne()
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
  expect((await app.ask('queue.state', {})).counts).toMatchObject({ queued: 450 })
})

slow('what got its price is sent before what waits behind it for another day', async () => {
  const { service, app } = await openCapped((id) => ({ dailyAmountCaps: { [id]: credits(5) } }), 4)
  const models = ['unpriced', 'cheap', REQUEST.model, REQUEST.model]
  const requests = models.map((model) => ({ ...REQUEST, model }))
  const { tasks } = await app.ask('tasks.submit', { requests })
  await app.untilTask(tasks[2]?.id ?? '', 'saved')
  await app.until(() => held(app))
  const { profileId } = app
  const price = { profileId, provider: REQUEST.provider, model: 'cheap', amount: credits(1) }
  await app.ask('spending.setPrice', price)
  await app.untilTask(tasks[1]?.id ?? '', 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('says with the estimate what is left under the caps', async () => {
  const { app } = await openCapped(
    (id) => ({ dailyCaps: { [id]: 9 }, dailyAmountCaps: { [id]: credits(5) } }),
    0.7,
  )
  await app.submitAndSave()
  const { provider, model } = REQUEST
  const estimate = await app.ask('spending.estimate', { requests: [{ provider, model, count: 2 }] })
  expect(estimate.left).toEqual({ requests: 8, amounts: [credits(4.3)] })
})

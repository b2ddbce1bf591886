/** A price that the user typed says what it is for. Where a number is open, the most that it can be counts. */
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { PricedPer } from '#contract/rules/money.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'
import { addAgent } from '../agents/agent-fixture.ts'

const { provider, model } = REQUEST
const properties = {
  num_images: { type: 'integer', minimum: 1, maximum: 10 },
  quality: { type: 'string', enum: ['low', 'high'] },
  duration: { type: 'string', enum: ['5', '10'] },
}

/** With a model of these options; null where its options are not known. */
async function openTyped(value: number, per: PricedPer | undefined, options: JsonObject | null = properties) {
  const opened = await openAtService()
  const { app, service } = opened
  const listed = { provider, mediaType: 'image', model, scenes: ['text-to-image'] }
  const schema = options && { options: { type: 'object', properties: options } }
  service.always('models', respond(200, JSON.stringify({ code: 0, data: [{ ...listed, ...schema }] })))
  await app.ask('models.list', { refresh: true })
  const price = { profileId: app.profileId, provider, model, amount: { unit: 'USD', value } }
  await app.ask('spending.setPrice', { ...price, ...(per && { per }) })
  const cost = async (given: JsonObject = {}, characters?: number): Promise<number | null> => {
    const request = {
      provider,
      model,
      count: 1,
      options: given,
      ...(characters !== undefined && { characters }),
    }
    const { amounts, unpriced } = await app.ask('spending.estimate', { requests: [request] })
    return unpriced > 0 ? null : (amounts[0]?.value ?? 0)
  }
  return { ...opened, cost }
}

slow('counts ten images of high quality as ten, for the estimate, a budget and the ledger', async () => {
  const { app, cost } = await openTyped(0.2, 'image')
  const options = { num_images: 10, quality: 'high' }
  expect(await cost(options)).toBe(2)
  const agent = await addAgent(app, { requestsPerDay: 9, amountPerDay: { unit: 'USD', value: 1 } })
  expect(await agent.quote(1, { options })).toMatchObject({ needsApproval: true })
  expect(await agent.quote(1, { options: { num_images: 5 } })).toMatchObject({ needsApproval: false })
  await app.submitAndSave({ options })
  const { rows } = await app.ask('spending.query', { from: 0, to: 8e15, by: [] })
  expect(rows).toMatchObject([{ amounts: [{ unit: 'USD', value: 2 }] }])
})

test('takes the most that the model allows where the number is not given', async () => {
  const { cost } = await openTyped(0.2, 'image')
  expect(await cost()).toBe(2)
  const videos = await openTyped(0.1, 'second', { ...properties, num_images: { default: 1, maximum: 4 } })
  expect(await videos.cost()).toBe(1)
  expect(await videos.cost({ duration: '5', num_images: 2 })).toBe(1)
})

test('has no price where even the most is open', async () => {
  const open = await openTyped(0.2, 'image', { num_images: { type: 'integer' } })
  expect(await open.cost()).toBeNull()
  expect(await open.cost({ num_images: 3 })).toBe(0.6)
  const unknown = await openTyped(0.2, 'image', null)
  expect(await unknown.cost()).toBeNull()
  expect(await unknown.cost({ n: 3 })).toBe(0.6)
  const endless = await openTyped(0.2, 'second', { fps: { type: 'integer' } })
  expect(await endless.cost()).toBeNull()
})

test('counts thousands of characters of what is sent, each begun one whole', async () => {
  const { app, cost } = await openTyped(0.03, 'thousand characters', {})
  expect(await cost({}, 1_000)).toBe(0.03)
  expect(await cost({}, 1_001)).toBe(0.06)
  expect(await cost({}, 0)).toBe(0.03)
  expect(await cost({ turns: [{ text: 'x'.repeat(2_500) }] }, 600)).toBe(0.12)
  expect(await cost({})).toBeNull()
  const agent = await addAgent(app)
  const { estimate } = await agent.quote(2, { prompt: 'x'.repeat(1_500) })
  expect(estimate).toMatchObject({ amounts: [{ unit: 'USD', value: 0.12 }], unpriced: 0 })
})

test('is for a request where nothing else was said, and the list says for what', async () => {
  const { app, cost } = await openTyped(0.2, undefined)
  expect(await cost({ num_images: 10 })).toBe(0.2)
  await app.ask('spending.setPrice', {
    profileId: app.profileId,
    provider,
    model,
    amount: { unit: 'USD', value: 1 },
    per: 'second',
  })
  expect((await app.ask('spending.prices', {})).items).toMatchObject([
    { per: 'second', amount: { value: 1 } },
  ])
})

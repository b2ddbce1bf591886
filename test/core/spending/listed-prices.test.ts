/** Prices that listings tell: they are reckoned with only where unit and number are known. */
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { priceIn } from '#core/catalog/listings/read-price.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

const model = (name: string, more: object) => ({
  provider: 'kie',
  mediaType: 'image',
  model: name,
  scenes: ['text-to-image', 'image-to-image'],
  ...more,
})

async function openListed(...models: readonly object[]) {
  const { service, app } = await openAtService()
  service.always('models', respond(200, JSON.stringify({ code: 0, data: models })))
  await app.ask('models.list', { refresh: true })
  const cost = async (name: string, scene?: 'text-to-image' | 'image-to-image', options: JsonObject = {}) => {
    const request = { provider: 'kie', model: name, count: 1, options, ...(scene && { scene }) }
    const { amounts } = await app.ask('spending.estimate', { requests: [request] })
    return amounts[0]?.value ?? null
  }
  return { service, app, cost }
}

test('estimates by the listing: for the scene, and times what an option says', async () => {
  const images = { type: 'object', properties: { num_images: { type: 'integer', default: 2 } } }
  const one = { type: 'object', properties: { seed: { type: 'integer' } } }
  const { cost } = await openListed(
    model('by-scene', { costCredits: { 'text-to-image': 2, 'image-to-image': 4 } }),
    model('by-image', { credits_per_image: 3, options: images }),
    model('one-image', { credits_per_image: 3, options: one }),
    model('by-second', { price: { amount: 0.5, currency: 'USD', unit: 'second' } }),
  )
  expect(await cost('by-scene', 'image-to-image')).toBe(4)
  expect(await cost('by-scene')).toBeNull()
  expect(await cost('by-image')).toBe(6)
  expect(await cost('by-image', undefined, { num_images: 4 })).toBe(12)
  expect(await cost('one-image')).toBe(3)
  expect(await cost('by-second')).toBeNull()
  expect(await cost('by-second', undefined, { duration: '8s' })).toBe(4)
})

test('no option makes a request look cheaper than it is', async () => {
  const options = (...names: readonly string[]) => ({
    options: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { default: 5 }])) },
  })
  const perSecond = { price: { amount: 0.5, currency: 'USD', unit: 'second' } }
  const { cost } = await openListed(
    model('images', { credits_per_image: 3, ...options('num_images') }),
    model('batches', { credits_per_image: 3, ...options('numImages', 'batch_size') }),
    model('no-count', { credits_per_image: 3, ...options('seed') }),
    model('untold', { credits_per_image: 3 }),
    model('videos', { ...perSecond, ...options('duration', 'num_videos') }),
    model('untold-videos', perSecond),
    model('per-what', { credits: 3 }),
    model('per-request', { credits_per_request: 3 }),
  )
  expect(await cost('per-what')).toBe(3)
  expect(await cost('per-what', undefined, { n: 4 })).toBe(12)
  expect(await cost('per-what', undefined, { n: 'many' })).toBeNull()
  expect(await cost('per-request', undefined, { n: 4 })).toBe(3)
  expect(await cost('images', undefined, { n: 0.001, num_images: 4 })).toBeNull()
  expect(await cost('images', undefined, { n: 1, count: 1 })).toBe(15)
  // Services hand on what a model does not tell of.
  expect(await cost('images', undefined, { n: 10, num_images: 4 })).toBe(120)
  expect(await cost('no-count', undefined, { n: 10 })).toBe(30)
  expect(await cost('images', undefined, { num_images: 0.5 })).toBeNull()
  expect(await cost('images', undefined, { num_images: 1.5 })).toBeNull()
  expect(await cost('images', undefined, { num_images: [4] })).toBeNull()
  expect(await cost('batches', undefined, { numImages: 2 })).toBe(30)
  expect(await cost('untold', undefined, { n: 1, num_images: 10 })).toBe(30)
  expect(await cost('untold')).toBeNull()
  expect(await cost('videos', undefined, { duration: 8, num_videos: 2 })).toBe(8)
  expect(await cost('videos', undefined, { duration: 0.001, num_videos: 2 })).toBeNull()
  expect(await cost('untold-videos', undefined, { seconds: 1, duration: '8s', n: 2 })).toBe(8)
  // Also where it is a part of something else.
  expect(await cost('no-count', undefined, { input: { n: 10 } })).toBe(30)
  expect(await cost('images', undefined, { input: { config: { n: 'many' } }, num_images: 1 })).toBeNull()
  expect(await cost('untold-videos', undefined, { duration: 1, input: { duration: 8 } })).toBe(4)
  expect(await cost('videos', undefined, { duration: 1, num_videos: 1, seconds: 8 })).toBe(4)
  expect(await cost('videos', undefined, { num_videos: 1, input: { duration: 1 } })).toBe(2.5)
})

slow('writes what is expected when a request begins, the listing before what was typed', async () => {
  const { app } = await openListed(model('priced', { credits: 7 }))
  const { profileId } = app
  const amount = { unit: 'credits', value: 1 }
  await app.ask('spending.setPrice', { profileId, provider: 'kie', model: 'priced', amount })
  await app.submitAndSave({ provider: 'kie', model: 'priced' })
  const { rows } = await app.ask('spending.query', { from: 0, to: 8e15, by: [] })
  expect(rows[0]).toMatchObject({ amounts: [{ unit: 'credits', value: 7 }], unpriced: 0 })
})

test.each<[JsonObject, Json]>([
  [{ price: '$0.04' }, { unit: 'USD', value: 0.04, per: 'request', isOpen: true }],
  [{ cost_per_image_usd: 0.02 }, { unit: 'USD', value: 0.02, per: 'image' }],
  [{ pricing: { credits: 5 } }, { unit: 'credits', value: 5, per: 'request', isOpen: true }],
  [{ price: { value: '0.1', currency: 'usd', per: 'second' } }, { unit: 'USD', value: 0.1, per: 'second' }],
  // What costs nothing beside what costs something is not the price.
  [{ pricing: { currency: 'USD', request: '0', image: '0.04' } }, { unit: 'USD', value: 0.04, per: 'image' }],
  [
    { price_usd: 0, cost_per_image_usd: 0.02 },
    { unit: 'USD', value: 0.02, per: 'image' },
  ],
  [{ pricing: { currency: 'USD', request: '0', prompt: '0.000002' } }, null],
  [{ price_usd: 0, input_cost_per_token: 4e-8 }, null],
  [{ price_usd: 0, pricing: { tokens: { input: 2 } } }, null],
  [
    { price_usd: 0, pricing: { tokens: 0 } },
    { unit: 'USD', value: 0, per: 'request', isOpen: true },
  ],
  // Nothing says which unit.
  [{ pricing: { image: '0.04' }, price: 0.1 }, null],
  [{ pricing: { hourly: 0, input: 0, output: 0 } }, null],
  [
    {
      input_cost_per_token: 4e-8,
      credits_per_minute: 3,
      price: { amount: 1, currency: 'USD', unit: 'megapixel' },
    },
    null,
  ],
  [{ credits: 'many', price: -1 }, null],
])('reads the price of %j', (entry, expected) => {
  expect(priceIn([entry], { left: 100 })).toEqual(expected)
})

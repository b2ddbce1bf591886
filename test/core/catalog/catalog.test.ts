/** The models of a profile: read from listings of any shape, kept for when the service is away. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, openTestApp, connectTo } from '#test/stand-ins/test-app.ts'
import { until } from '#test/stand-ins/until.ts'
import { openAtReplicate } from '#test/stand-ins/services/open.ts'

const ids = (body: Json) => readModels(body).models.map(({ id, provider }) => `${provider}/${id}`)

test.each<[string, Json, readonly string[]]>([
  ['a list of texts', ['a', 'b'], ['/a', '/b']],
  ['a list of objects', [{ id: 'a', provider: 'p' }], ['p/a']],
  ['an envelope', { code: 0, data: { models: [{ model: 'a', provider: 'p' }] } }, ['p/a']],
  [
    'one id under two providers',
    [
      { id: 'a', provider: 'p' },
      { id: 'a', provider: 'q' },
    ],
    ['p/a', 'q/a'],
  ],
  ['the same model twice', [{ id: 'a' }, { id: 'a' }], ['/a']],
  ['entries that are no models', [null, 7, {}, { id: '' }, [], { id: 'a' }], ['/a']],
  ['nothing', {}, []],
  ['null', null, []],
  ['a text', 'x', []],
])('reads the models in %s', (_, body, found) => {
  expect(ids(body)).toEqual(found)
})

test('asks once an hour, and again when told to', async () => {
  const { service, app } = await openAtService()
  const first = await app.ask('models.list', {})
  expect(first).toMatchObject({ stale: false, items: [{ id: 'sample', provider: 'stand-in' }] })
  await app.ask('models.list', {})
  expect(service.ledger).toHaveLength(1)
  await app.ask('models.list', { refresh: true })
  app.clock.advance(61 * 60_000)
  await app.ask('models.list', {})
  expect(service.ledger).toHaveLength(3)
})

test.each([
  ['is a web page', respond(200, '<html>welcome</html>'), 'service.unreadable'],
  ['is a web page with an error', respond(502, '<html>bad gateway</html>'), 'service.failing'],
  ['names no model', respond(200, '{"code":0,"data":[]}'), 'catalog.noModel'],
  ['is refused', respond(401, ''), 'service.keyRefused'],
])('answers the last copy as stale, with the reason, when the listing %s', async (_, response, id) => {
  const { service, app } = await openAtService()
  const first = await app.ask('models.list', {})
  service.always('models', response)
  const second = await app.ask('models.list', { refresh: true })
  expect(second).toMatchObject({ ...first, stale: true, problem: { id } })
  // Nobody was going to pay for a listing.
  expect(second.problem).not.toHaveProperty('charged')
})

test('names the models of every profile as it listed them last, and asks no service', async () => {
  const { service, app } = await openAtService()
  service.always(
    'models',
    respond(200, JSON.stringify([{ id: 'ink', provider: 'p', label: 'Ink wash' }, 'plain'])),
  )
  await app.ask('models.list', { refresh: true })
  await connectTo(app, { baseUrl: service.baseUrl, apiKey: 'k' })
  const asked = service.ledger.length
  expect(await app.ask('models.labels', {})).toEqual({
    items: [{ provider: 'p', id: 'ink', label: 'Ink wash' }],
  })
  expect(service.ledger).toHaveLength(asked)
})

test('answers an empty list with the reason when there never was a copy, and offline the last one', async () => {
  const { service, app } = await openAtService()
  service.script('models', respond(404, '<html>'))
  expect(await app.ask('models.list', {})).toMatchObject({
    items: [],
    stale: true,
    problem: { id: 'service.notThere' },
  })
  await app.ask('models.list', {})
  await service.close()
  const again = await app.reopen()
  again.clock.advance(2 * 60 * 60_000)
  expect(await again.ask('models.list', {})).toMatchObject({ stale: true, items: [{ id: 'sample' }] })
})

test('waits for the sample service while it starts, and not for longer than some seconds', async () => {
  const { service, app } = await openAtService()
  const profileId = 'sample-studio'
  app.app.setLocalService('starting')
  const first = app.ask('models.list', { profileId })
  app.app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'key-for-tests' })
  expect(await first).toMatchObject({ stale: false, items: [{ id: 'sample' }] })

  const away = await openTestApp()
  away.app.setLocalService('starting')
  const waits = away.clock.waits
  const list = away.ask('models.list', {})
  await until(() => away.clock.waits > waits)
  away.clock.advance(10_000)
  expect(await list).toMatchObject({ items: [], problem: { id: 'profiles.sampleStarting' } })
})

test('finds models by words', async () => {
  const { app } = await openAtReplicate()
  const { items } = await app.ask('models.search', { text: 'flux' })
  expect(items.map(({ id }) => id)).toContain('black-forest-labs/flux-schnell')
})

test('keeps what was described, with its form, for when the service is away, also after a restart', async () => {
  const { app, service } = await openAtReplicate()
  const asked = { provider: 'replicate', model: 'black-forest-labs/flux-schnell' }
  const { model } = await app.ask('models.describe', asked)
  expect(model?.optionSchema).toMatchObject({ properties: { num_outputs: {} } })
  await service.close()
  const again = await app.reopen()
  expect((await again.ask('models.describe', asked)).model).toEqual(model)
  const { items } = await again.ask('models.list', {})
  expect(items.find(({ id }) => id === asked.model)).toEqual(model)
})

test('says where a service lists all it has, takes no workflow, or knows nothing of a model', async () => {
  const { app } = await openAtService()
  expect(await app.failure('models.search', { text: 'x' })).toMatchObject({ code: 'not_available_here' })
  const workflow = { name: 'mine', workflow: {} }
  expect(await app.failure('models.addWorkflow', workflow)).toMatchObject({ code: 'not_available_here' })
  expect(await app.ask('models.describe', { provider: 'x', model: 'y' })).toEqual({ model: null })
})

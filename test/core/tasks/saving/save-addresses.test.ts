/** Addresses that do not work any more: asked for again through the task, in every way there is, before anything counts as lost. */
import { expect, test } from 'vitest'
import { errorObject, respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import type { FaultyService } from '#test/stand-ins/faulty-service.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

/** How the task was asked for after it was done, in order. */
function waysAfterSuccess(service: FaultyService): readonly string[] {
  const first = service.polls().findIndex(({ query }) => query === '?refresh=assets')
  return service
    .polls()
    .slice(first)
    .map(({ query }) => query)
}

test('asks for kept files, then the provider, then plainly, before a result counts as lost', async () => {
  const { service, app } = await openAtService()
  service.always('file', respond(403, ''))
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(waysAfterSuccess(service)).toEqual([
    '?refresh=assets',
    '?refresh=assets',
    '?refresh=1',
    '',
    '?refresh=assets',
  ])
  expect(error).toMatchObject({ code: 'not_found', charged: 'yes' })
  expect(error?.message).toContain('the service may still have it')
})

test.each([
  ['the provider', '?refresh=1'],
  ['a plain look', ''],
])('saves the result at the address that %s names at last', async (_, query) => {
  const { service, app } = await openAtService()
  const working = `${service.baseUrl}/files/1-0-9.png`
  service.tasks.life = ['SUCCESS']
  service.always('file', () =>
    service.ledger.at(-1)?.path.endsWith('-9.png') ? sound(service) : respond(404, ''),
  )
  const { id } = await app.submitOne()
  await app.until(() => waysAfterSuccess(service).length > 0 && service.polls().length > 1)
  service.always('task', () =>
    success(service.ledger.at(-1)?.query === query ? working : `${service.baseUrl}/files/1-0-1.png`),
  )
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test.each<[string, FaultyResponse, RegExp]>([
  ['no longer knows the task', respond(404, errorObject(404, 'no such task')), /no longer knows the task/],
  ['cannot be asked', respond(503, ''), /could not be reached just now/],
])('says so when the service %s', async (_, answer, message) => {
  const { service, app } = await openAtService()
  service.tasks.life = ['SUCCESS']
  service.always('file', respond(410, ''))
  service.onRequest = ({ query }) => {
    if (query === '?refresh=assets') service.always('task', answer)
  }
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toMatch(message)
})

test("waits as long as the file's server asks for", async () => {
  const { service, app } = await openAtService()
  service.script('file', respond(429, '', { 'retry-after': '90' }))
  const { id } = await app.submitOne()
  await app.until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  const askedAt = app.clock.monotonicMs()
  await app.untilTask(id, 'saved')
  expect(app.clock.monotonicMs() - askedAt).toBeGreaterThanOrEqual(90_000)
})

function success(url: string): FaultyResponse {
  const data = { status: 'SUCCESS', taskResult: [url] }
  return respond(200, JSON.stringify({ code: 0, message: 'ok', data }))
}

function sound(service: FaultyService): FaultyResponse {
  return { name: 'file', give: (at) => service.tasks.file(at, '1-0-9.png') }
}

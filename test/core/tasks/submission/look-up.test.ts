/** A submission whose outcome is unknown is looked up at its service, where that can be asked: and nothing is ever sent for it. */
import { expect, test } from 'vitest'
import type { TestApp } from '#test/stand-ins/test-app.ts'
import { FLUX, openAtReplicate } from '#test/stand-ins/services/open.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

const kinds = async (app: TestApp, id: string) => (await app.task(id)).history.map(({ kind }) => kind)
const isAskedAbout = (app: TestApp, id: string) => async () => {
  const seen = await kinds(app, id)
  return seen.includes('looked_up') || seen.includes('found')
}

slow('links the one match by itself, says so, and pays once', async () => {
  const { app, service } = await openAtReplicate()
  service.server.cutChargedAfter = 0
  const { id } = await app.submitOne(FLUX)
  const saved = await app.untilTask(id, 'saved')
  expect(saved.remoteId).toBe(service.predictions[0]?.id)
  expect(saved.history.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['unknown', 'found', 'saved']))
  expect(service.server.charged()).toHaveLength(1)
})

slow('offers several with their times, and follows the one that the user chooses', async () => {
  const { app, service } = await openAtReplicate()
  service.server.cutChargedAfter = 0
  const tasks = await Promise.all([app.submitOne(FLUX), app.submitOne(FLUX)])
  for (const { id } of tasks) await app.until(isAskedAbout(app, id))
  const [first] = await Promise.all(tasks.map(({ id }) => app.task(id)))
  expect(first?.state).toBe('unknown')
  const times = service.predictions.map(({ id, createdAt }) => ({ remoteId: id, createdAt }))
  expect(first?.candidates).toHaveLength(2)
  expect(first?.candidates).toEqual(expect.arrayContaining(times))
  const remoteId = first?.candidates?.[0]?.remoteId ?? ''
  await app.ask('tasks.decide', { id: first?.id ?? '', action: 'link', remoteId })
  const saved = await app.untilTask(first?.id ?? '', 'saved')
  expect([saved.remoteId, saved.candidates]).toEqual([remoteId, undefined])
  expect(service.server.charged()).toHaveLength(2)
})

test('leaves a task unknown of which the service lists nothing, and says that it asked', async () => {
  const { app, service } = await openAtReplicate()
  service.server.script('POST', '/predictions', { status: 500, body: { detail: 'oops' } })
  const { id } = await app.submitOne(FLUX)
  await app.until(isAskedAbout(app, id))
  const task = await app.task(id)
  expect([task.state, task.error?.charged, task.candidates]).toEqual(['unknown', 'maybe', []])
  expect(service.server.requests('POST', '/predictions')).toHaveLength(1)
})

test('never links what another task here follows already', async () => {
  const { app, service } = await openAtReplicate()
  await app.submitAndSave(FLUX)
  service.server.script('POST', '/predictions', { status: 500, body: { detail: 'oops' } })
  const { id } = await app.submitOne(FLUX)
  await app.until(isAskedAbout(app, id))
  expect(await app.task(id)).toMatchObject({ state: 'unknown', candidates: [] })
})

test('never links what another task is just being told that it is its own', async () => {
  const { app, service } = await openAtReplicate()
  const { server } = service
  const response = Promise.withResolvers<void>()
  server.script('POST', '/predictions', { status: 500, body: { detail: 'oops' } })
  server.script('POST', '/predictions', async () => {
    await response.promise
    return { status: 201, body: { id: 'its-own', status: 'starting' } }
  })
  server.script('GET', '/predictions', async () => {
    await app.submitOne(FLUX)
    await app.until(() => server.requests('POST', '/predictions').length === 2)
    const [sent] = server.requests('POST', '/predictions')
    const { input } = Object(sent?.json) as { readonly input?: object }
    const created_at = new Date(app.clock.now()).toISOString()
    const row = { id: 'its-own', model: FLUX.model, version: 'hidden', created_at, input }
    return { status: 200, body: { results: [row], next: null } }
  })
  const { id } = await app.submitOne(FLUX)
  await app.until(isAskedAbout(app, id))
  expect((await app.task(id)).state).toBe('unknown')
  response.resolve()
  const remoteIds = async () => {
    const { items } = await app.ask('tasks.list', {})
    return items.flatMap(({ remoteId }) => remoteId ?? [])
  }
  await app.until(async () => (await remoteIds()).length > 0)
  expect([await remoteIds(), (await app.task(id)).remoteId]).toEqual([['its-own'], undefined])
})

test('asks again after a restart', async () => {
  const { app, service } = await openAtReplicate()
  service.server.cutChargedAfter = 0
  service.server.script('GET', '/predictions', { status: 503, body: 'away' })
  const { id } = await app.submitOne(FLUX)
  await app.untilTask(id, 'unknown')
  const again = await app.reopen()
  expect((await again.untilTask(id, 'saved')).remoteId).toBe(service.predictions[0]?.id)
  expect(service.server.charged()).toHaveLength(1)
})

test('asks nothing of a service that cannot tell', async () => {
  const { app, service } = await openAtService()
  service.script('generate', respond(500, 'oops'))
  const { id } = await app.submitOne()
  await app.untilTask(id, 'unknown')
  const before = service.ledger.length
  app.clock.advance(600_000)
  expect(await kinds(app, id)).toEqual(['queued', 'sending', 'unknown'])
  expect(service.ledger).toHaveLength(before)
})

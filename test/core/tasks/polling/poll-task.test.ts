/** Following a running task: nothing is concluded from one bad look, and nothing the service still knows is given up. */
import { expect, test } from 'vitest'
import {
  cutResponse,
  dropAfterBody,
  errorObject,
  rateLimited,
  redirect,
  respond,
  type FaultyResponse,
  success,
} from '#test/stand-ins/faulty-responses.ts'
import type { LifeStep } from '#test/stand-ins/faulty-tasks.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

async function openWithLife(...life: readonly LifeStep[]) {
  const { service, app } = await openAtService()
  service.tasks.life = life
  const { id } = await app.submitOne()
  return { service, app, id }
}

const unknownTask = respond(404, errorObject(404, 'no such task'))

test.each<[string, readonly LifeStep[]]>([
  ['an ERROR that passes', ['ERROR', 'PROCESSING', 'SUCCESS']],
  ['an ERROR that becomes SUCCESS', ['ERROR', 'ERROR', 'SUCCESS']],
  ['a 404 right after acceptance', [unknownTask, 'PENDING', 'SUCCESS']],
  ['a 403 that passes', [respond(403, ''), 'PENDING', 'SUCCESS']],
  ['a status that no spec knows', ['QUEUED_UPSTREAM', 'SUCCESS']],
  ['a status in small letters', ['processing', 'success']],
  ['a 500 without a word', [respond(500, ''), respond(500, ''), 'SUCCESS']],
  ['a 500 with the error object', [respond(500, errorObject(5, 'oops')), 'SUCCESS']],
  ['a gateway that is away', [respond(502, '<html>'), respond(503, ''), 'SUCCESS']],
  ['a connection that drops', [dropAfterBody, dropAfterBody, 'SUCCESS']],
  ['an answer that is cut', [cutResponse, 'SUCCESS']],
  ['an answer that is not JSON', [respond(200, 'busy'), 'SUCCESS']],
  ['an answer with a code that is not 0', [respond(200, errorObject(77, 'busy')), 'SUCCESS']],
  ['a 400', [respond(400, '{}'), 'SUCCESS']],
  ['a 429', [rateLimited('3'), 'SUCCESS']],
  ['a SUCCESS whose result is missing at first', [success(null), success(null), 'SUCCESS']],
])('still saves a task after %s', async (_, life) => {
  const { service, app, id } = await openWithLife(...life)
  const task = await app.untilTask(id, 'saved', 'unsaved', 'failed', 'gone')
  expect(task.state).toBe('saved')
  expect(service.generates()).toHaveLength(1)
})

test('believes in FAILED at once, with the words of the service', async () => {
  const body = { code: 0, message: 'ok', data: { status: 'FAILED', taskResult: { error: 'out of memory' } } }
  const { app, id } = await openWithLife('PROCESSING', respond(200, JSON.stringify(body)))
  const task = await app.untilTask(id, 'failed')
  expect(task.error).toMatchObject({ code: 'service_rejected', charged: 'maybe' })
  expect(task.error?.message).toContain('out of memory')
  expect(task.lastResponse).toEqual(body)
})

test('believes in ERROR only after it was confirmed over minutes by asking the provider itself', async () => {
  const { service, app, id } = await openWithLife('ERROR')
  const startedAt = app.clock.monotonicMs()
  await app.untilTask(id, 'failed')
  expect(app.clock.monotonicMs() - startedAt).toBeGreaterThan(2 * 60_000)
  const looks = service.polls()
  expect(looks.length).toBeGreaterThanOrEqual(3)
  expect(looks.slice(1).every(({ query }) => query === '?refresh=1')).toBe(true)
})

test.each([
  ['404', unknownTask],
  ['403', respond(403, '<html>')],
])('gives a task up as gone only after several answers of %s', async (_, answer) => {
  const { service, app, id } = await openWithLife('PENDING', answer)
  const task = await app.untilTask(id, 'gone')
  expect(task.error?.charged).toBe('maybe')
  expect(service.polls().length).toBeGreaterThanOrEqual(4)
})

test('looks again for a task that was gone when the user asks', async () => {
  const answers: FaultyResponse[] = Array.from({ length: 4 }, () => unknownTask)
  const { service, app, id } = await openWithLife(...answers, 'SUCCESS')
  await app.untilTask(id, 'gone', 'saved')
  if ((await app.task(id)).state === 'gone') await app.ask('tasks.retry', { id })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

test('never gives up a task that the service still knows', async () => {
  const { service, app, id } = await openWithLife('PROCESSING')
  await app.untilTask(id, 'running')
  await app.until(() => {
    app.clock.advance(60_000)
    return service.polls().length > 150
  })
  const task = await app.task(id)
  expect(task.state).toBe('running')
  expect(task.polls).toBeGreaterThan(140)
  expect(task.history.length).toBeLessThan(50)
})

test('does not follow a redirect of a look, and sends the key nowhere else', async () => {
  const elsewhere = await openFaultyService()
  const { service, app, id } = await openWithLife(
    redirect(302, `${elsewhere.baseUrl}/api/v1/task/remote-1`),
    redirect(301, `${elsewhere.baseUrl}/api/v1/task/remote-1`),
    redirect(307, `${elsewhere.baseUrl}/api/v1/task/remote-1`),
    'SUCCESS',
  )
  await app.untilTask(id, 'saved')
  expect(elsewhere.ledger).toEqual([])
  expect(service.generates()).toHaveLength(1)
})

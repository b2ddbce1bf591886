/** 429: the task is queued again and waits as long as it was told, also over a restart. */
import { expect, test } from 'vitest'
import { rateLimited } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, type openTestAppAt } from '#test/stand-ins/test-app.ts'
import { until } from '#test/stand-ins/until.ts'

const queuedAgain = async (app: Awaited<ReturnType<typeof openTestAppAt>>, id: string) =>
  until(async () => {
    const task = await app.task(id)
    return task.state === 'queued' && task.error && task
  })

test.each([
  ['in seconds', () => rateLimited('120')],
  ['as a date', () => rateLimited(new Date(Date.now() + 121_000).toUTCString())],
  ['in seconds, with nothing in the body', () => rateLimited('120', '')],
  ['in seconds, with a web page', () => rateLimited('120', '<html>slow down</html>')],
])('waits as long as Retry-After says %s, and not less', async (_, answer) => {
  const { service, app } = await openAtService()
  service.script('generate', answer())
  const { id } = await app.submitOne()
  const task = await queuedAgain(app, id)
  expect(task).toMatchObject({ state: 'queued', error: { code: 'rate_limited', charged: 'no' } })
  expect((task.notBefore ?? 0) - app.clock.now()).toBeGreaterThanOrEqual(118_000)
  expect((await app.ask('queue.state', {})).limits.holding).toMatchObject([
    { until: expect.any(Number), waiting: 1 },
  ])
  app.clock.advance(117_000)
  expect((await app.task(id)).state).toBe('queued')
  expect(service.generates()).toHaveLength(1)
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(2)
})

test('waits by its own measure where a 429 says nothing of how long', async () => {
  const { service, app } = await openAtService()
  service.script('generate', rateLimited(), rateLimited(), rateLimited())
  await app.submitAndSave()
  expect(service.generates()).toHaveLength(4)
})

test('keeps the wait over a restart', async () => {
  const { service, app } = await openAtService()
  service.script('generate', rateLimited('600'))
  const { id } = await app.submitOne()
  await queuedAgain(app, id)
  const again = await app.reopen()
  again.clock.advance(590_000)
  expect((await again.task(id)).state).toBe('queued')
  expect(service.generates()).toHaveLength(1)
  await again.untilTask(id, 'saved')
})

test('does not wait for years because the clock of the wall was moved', async () => {
  const { service, app } = await openAtService()
  service.script('generate', rateLimited('60'))
  const { id } = await app.submitOne()
  await queuedAgain(app, id)
  app.clock.moveWallClock(-365 * 24 * 60 * 60_000)
  app.clock.advance(61_000)
  await app.untilTask(id, 'saved')
  expect(app.clock.monotonicMs()).toBeLessThan(10 * 60_000)
})

test('does not shorten what the service asked for when the user resumes the queue', async () => {
  const { service, app } = await openAtService()
  service.script('generate', rateLimited('600'))
  const { id } = await app.submitOne()
  await queuedAgain(app, id)
  await app.ask('queue.pause', {})
  await app.ask('queue.resume', {})
  app.clock.advance(60_000)
  await app.ask('queue.state', {})
  expect((await app.task(id)).state).toBe('queued')
  expect(service.generates()).toHaveLength(1)
})

test('delays its polls too when a poll is refused with 429, and loses nothing', async () => {
  const { service, app } = await openAtService()
  service.script('task', rateLimited('300'))
  const { id } = await app.submitOne()
  await until(() => service.polls().length === 1, { meanwhile: () => app.clock.advance(100) })
  await until(async () => (await app.task(id)).error?.code === 'rate_limited')
  app.clock.advance(290_000)
  expect(service.polls()).toHaveLength(1)
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

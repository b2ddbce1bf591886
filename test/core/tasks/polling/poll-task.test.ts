/** Following a running task: nothing is concluded from one bad poll, and nothing the service still knows is given up. */
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
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { createPollChooser, indexOf, type Pollable } from '#core/tasks/polling/poll-chooser.ts'
import { startFollowing } from '#core/tasks/polling/poller.ts'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { newTask } from '#test/benchmarks/virtual-profile-queue.ts'

async function openWithLife(...life: readonly LifeStep[]) {
  const { service, app } = await openAtService()
  service.tasks.life = life
  const { id } = await app.submitOne()
  return { service, app, id }
}

/** More than what it takes to give a task up. */
const gatewayPages = Array.from({ length: 6 }, (_, index) => respond(403 + (index % 2), '<html>'))
const unknownTask = respond(404, errorObject(404, 'no such task'))

slow.each<[string, readonly LifeStep[]]>([
  ['an ERROR that passes', ['ERROR', 'PROCESSING', 'SUCCESS']],
  ['an ERROR that becomes SUCCESS', ['ERROR', 'ERROR', 'SUCCESS']],
  ['a 404 right after acceptance', [unknownTask, 'PENDING', 'SUCCESS']],
  ['a 403 that passes', [respond(403, ''), 'PENDING', 'SUCCESS']],
  ['a status that no spec knows', ['QUEUED_UPSTREAM', 'SUCCESS']],
  ['a status in small letters', ['processing', 'success']],
  ['a 500 without a word', [respond(500, ''), respond(500, ''), 'SUCCESS']],
  ['a 500 with the error object', [respond(500, errorObject(5, 'oops')), 'SUCCESS']],
  ['a gateway that is away', [respond(502, '<html>'), respond(503, ''), 'SUCCESS']],
  ['pages of a gateway that refuses', [...gatewayPages, 'SUCCESS']],
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

slow('believes in ERROR only after it was confirmed over minutes by asking the provider itself', async () => {
  const { service, app, id } = await openWithLife('ERROR')
  const startedAt = app.clock.monotonicMs()
  await app.untilTask(id, 'failed')
  expect(app.clock.monotonicMs() - startedAt).toBeGreaterThan(2 * 60_000)
  const polls = service.polls()
  expect(polls.length).toBeGreaterThanOrEqual(3)
  expect(polls.slice(1).every(({ query }) => query === '?refresh=1')).toBe(true)
})

slow.each([
  ['404', unknownTask],
  ['403', respond(403, errorObject(403, 'not yours'))],
])('gives a task up as gone only after several answers of %s', async (_, response) => {
  const { service, app, id } = await openWithLife('PENDING', response)
  const task = await app.untilTask(id, 'gone')
  expect(task.error?.charged).toBe('maybe')
  expect(service.polls().length).toBeGreaterThanOrEqual(4)
})

slow('polls again for a task that was gone when the user asks', async () => {
  const responses: FaultyResponse[] = Array.from({ length: 4 }, () => unknownTask)
  const { service, app, id } = await openWithLife(...responses, 'SUCCESS')
  await app.untilTask(id, 'gone', 'saved')
  if ((await app.task(id)).state === 'gone') await app.ask('tasks.retry', { id })
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

slow('never gives up a task that the service still knows', async () => {
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

test('does not follow a redirect of a poll, and sends the key nowhere else', async () => {
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

const tight = createDurationModel(
  Array.from({ length: 50 }, (_, index) => 55 + (index % 11)),
  60,
)
const unknown = createDurationModel([], 60)
const free = (): boolean => false

function followed(id: string, ageS: number, gapS: number, model = tight): Pollable {
  return { id, model, startedAt: -ageS * 1_000, polledAt: -gapS * 1_000, dueAt: null }
}

test('prefers the task that is likely finished to the one that waits longer', () => {
  const early = followed('early', 20, 20)
  const ripe = followed('ripe', 62, 8)
  expect(createPollChooser().next([early, ripe], 0, 1, free)?.id).toBe('ripe')
})

test('prefers a confirmation that is due to everything, and leaves one alone that is not', () => {
  const due = { ...followed('due', 1, 1), dueAt: 0 }
  const later = { ...followed('later', 100, 100), dueAt: 1 }
  expect(createPollChooser().next([followed('ripe', 62, 20), due, later], 0, 1, free)?.id).toBe('due')
  expect(createPollChooser().next([later], 0, 1, free)).toBeNull()
})

test('goes round where nothing is known', () => {
  const tasks = [30, 50, 40].map((gapS, index) => followed(String(index), 50 + index, gapS, unknown))
  expect(createPollChooser().next(tasks, 0, 1, free)?.id).toBe('1')
})

test('passes over a task that is being polled at', () => {
  const tasks = [followed('a', 62, 20), followed('b', 62, 10)]
  expect(createPollChooser().next(tasks, 0, 1, (id) => id === 'a')?.id).toBe('b')
})

test('saves a scarce poll for a task that is worth what polls have been worth', () => {
  const chooser = createPollChooser()
  for (let poll = 0; poll < 200; poll++) chooser.next([followed('ripe', 66, 12)], 0, 1, free)
  const poor = followed('poor', 60, 2)
  expect(chooser.next([poor], 0, 0, free)).toBeNull()
  expect(chooser.next([poor], 0, 1, free)?.id).toBe('poor')
})

test.each([2, 20, 200, 20_000, 31_536_000])(
  'no task is forgotten at an age of %d times what was seen',
  (times) => {
    expect(indexOf(followed('old', 60 * times, 301), 0)).toBeGreaterThan(300)
    expect(indexOf(followed('old', 60 * Math.min(times, 200), 60), 0)).toBeGreaterThan(0.15)
  },
)

const HOUR_MS = 3_600_000
const WALL_NOW = 1_800_000_000_000
const model = createDurationModel([], 60)

/** Whether a task that was running at the end of an earlier run is polled at within the first second of this one. */
function isDueAtOnce(sinceSentMs: number, sinceLookMs: number): boolean {
  const task = {
    ...newTask('a', WALL_NOW - sinceSentMs),
    polls: 7,
    sentAt: WALL_NOW - sinceSentMs,
    updatedAt: WALL_NOW - sinceLookMs,
  }
  const followed = startFollowing(task, model, 1_000, WALL_NOW)
  return createPollChooser().next([followed], 2_000, 1, () => false) !== null
}

test('polls at once, after a restart, a task that was not polled for hours', () => {
  expect(isDueAtOnce(8 * HOUR_MS, 7 * HOUR_MS)).toBe(true)
})

test('polls at once when the clock was set back meanwhile, so that the last poll seems to lie ahead', () => {
  expect(isDueAtOnce(HOUR_MS, -365 * 24 * HOUR_MS)).toBe(true)
})

test('leaves a task that was polled at a moment ago its time', () => {
  expect(isDueAtOnce(30_000, 200)).toBe(false)
})

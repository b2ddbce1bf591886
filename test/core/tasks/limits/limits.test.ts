/** Limits as they are learned; and 429: the task is queued again and waits as long as it was told, also over a restart. */
import { expect, test } from 'vitest'
import { createLimits, limitsStateSchema, type LimitsState } from '#core/tasks/limits/limits.ts'
import { rateLimited } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, type openTestAppAt } from '#test/stand-ins/test-app.ts'
import { until } from '#test/stand-ins/until.ts'
import { createConcurrency, NO_BOUND } from '#core/tasks/limits/concurrency.ts'

const HOUR_MS = 3_600_000
const WALL = Date.UTC(2025, 6, 1)

function open(stored: LimitsState | null = null, epochNow = WALL) {
  return createLimits({ stored, local: false, random: () => 0.5, now: 0, epochNow })
}

test("the service's Retry-After is a floor", () => {
  const limits = open()
  limits.refused('submit', 0, 0, 45_000)
  expect(limits.waitMs('submit', 0)).toBe(45_000)
  expect(limits.hold(0)).toEqual({ kind: 'minute', waitMs: 45_000 })
  limits.taskEnded(10_000)
  limits.timeJumped(20_000)
  expect(limits.waitMs('submit', 20_000)).toBe(25_000)
})

test('a refused poll leaves generate requests alone, until one limit is seen to count both', () => {
  const limits = open()
  limits.refused('poll', 0, 3, 20_000)
  expect(limits.waitMs('submit', 0)).toBe(0)
  limits.refused('submit', 1_000, 0, 20_000)
  limits.accepted('poll', 30_000, 3)
  limits.accepted('submit', 30_000, 3)
  limits.refused('poll', 40_000, 3, 20_000)
  expect(limits.waitMs('submit', 40_000)).toBe(20_000)
})

test('polls wait ten minutes at most, since results expire unseen', () => {
  const limits = open()
  limits.refused('poll', 0, 3, 10 * HOUR_MS)
  expect(limits.waitMs('poll', 0)).toBe(10 * 60_000)
})

test('a long Retry-After is a limit of the day', () => {
  const limits = open()
  limits.refused('submit', 0, 2, 10 * HOUR_MS)
  expect(limits.hold(0)).toEqual({ kind: 'day', waitMs: 10 * HOUR_MS })
  expect(limits.waitMs('poll', 0)).toBe(0)
})

test('so is being refused for longer than any minute lasts, with nothing at work and without a word', () => {
  const limits = open()
  let now = 0
  let refusals = 0
  while (limits.hold(now)?.kind !== 'day') {
    now += limits.waitMs('submit', now)
    limits.refused('submit', now, 0, null)
    refusals++
  }
  expect(refusals).toBeLessThanOrEqual(6)
  expect(now).toBeLessThan(5 * 60_000)
})

test('a limit of the day that names no time is tried again when its first request is a day old, and seldom until then', () => {
  const limits = open()
  limits.accepted('submit', 1_000, 0)
  let now = HOUR_MS
  const tried: number[] = []
  for (; now < 25 * HOUR_MS; now += limits.waitMs('submit', now)) {
    limits.refused('submit', now, 0, null)
    tried.push(now)
  }
  expect(tried).toContain(24 * HOUR_MS + 1_000)
  expect(tried.length).toBeLessThan(14)
})

test('nothing of the sort is concluded while tasks are at work', () => {
  const limits = open()
  for (let now = 0; now < 20 * 60_000; now += 60_000) limits.refused('submit', now, 2, null)
  expect(limits.hold(19 * 60_000)?.kind).not.toBe('day')
})

test('a restart takes up what was learned and what is held, and exceeds neither', () => {
  const before = open()
  for (let now = 0; now < 61_000; now += 1_000) before.spend('submit', now)
  before.refused('submit', 61_000, 0, 50_000)
  const state = limitsStateSchema.parse(JSON.parse(JSON.stringify(before.state(61_000, WALL + 61_000))))
  const after = open(state, WALL + 71_000)
  expect(after.waitMs('submit', 0)).toBe(40_000)
  expect(after.state(0, WALL + 71_000).submit).toEqual(before.state(61_000, WALL).submit)
})

test('a wall clock moved by a year makes no hold longer than a day', () => {
  const before = open()
  before.refused('submit', 0, 0, 10 * HOUR_MS)
  const state = before.state(0, WALL)
  expect(open(state, WALL - 365 * 24 * HOUR_MS).waitMs('submit', 0)).toBeLessThanOrEqual(25 * HOUR_MS)
  expect(open(state, WALL + 365 * 24 * HOUR_MS).waitMs('submit', 0)).toBe(0)
})

test('what was believed of the rate is restored when refusals turn out to be about the number at once', () => {
  const limits = open()
  const rate = limits.state(0, WALL).submit.ratePerMinute
  for (let round = 0; round < 3; round++) {
    limits.refused('submit', round * 20_000, 6, null)
    if (round < 2) limits.accepted('submit', round * 20_000 + 10_000, 5)
  }
  expect(limits.bound).toBe(6)
  expect(limits.state(0, WALL).submit.ratePerMinute).toBeGreaterThanOrEqual(rate)
})

test('requests that left together and are refused together count as one refusal', () => {
  const limits = open()
  for (let request = 0; request < 8; request++) limits.refused('submit', request, 0, null)
  expect(limits.waitMs('submit', 8)).toBeLessThanOrEqual(1_000)
})

test('takes no refusal for one about the number at once while polls are refused too', () => {
  const limits = open()
  for (let round = 0; round < 10; round++) {
    limits.refused('submit', round * 20_000, 6, 5_000)
    limits.refused('poll', round * 20_000, 6, 5_000)
    limits.accepted('submit', round * 20_000 + 10_000, 5)
  }
  expect(limits.bound).toBeNull()
})

const queuedAgain = async (app: Awaited<ReturnType<typeof openTestAppAt>>, id: string) =>
  until(async () => {
    const task = await app.task(id)
    return task.state === 'queued' && task.error && task
  })

slow.each([
  ['in seconds', () => rateLimited('120')],
  ['as a date', () => rateLimited(new Date(Date.now() + 150_000).toUTCString())],
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

slow('waits by its own measure where a 429 says nothing of how long', async () => {
  const { service, app } = await openAtService()
  service.script('generate', rateLimited(), rateLimited(), rateLimited())
  await app.submitAndSave()
  expect(service.generates()).toHaveLength(4)
})

slow('keeps the wait over a restart', async () => {
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
  await app.until(() => service.generates().length === 2)
  expect(app.clock.monotonicMs()).toBeLessThan(10 * 60_000)
  await app.untilTask(id, 'saved')
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

slow('delays its polls too when a poll is refused with 429, and loses nothing', async () => {
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

/** A service with room for so many: fills up, is refused, and goes on when a task has ended. */
function fill(concurrency: ReturnType<typeof createConcurrency>, room: number, rounds: number): string[] {
  const said: string[] = []
  for (let round = 0; round < rounds; round++) {
    concurrency.accepted(room - 1)
    if (concurrency.allows(room)) said.push(concurrency.refused(room, round * 1_000))
  }
  return said
}

test('learns a bound from refusals that end when a task ends', () => {
  const concurrency = createConcurrency(NO_BOUND)
  expect(fill(concurrency, 6, 3)).toEqual(['other', 'other', 'learned'])
  expect([concurrency.allows(5), concurrency.allows(6)]).toEqual([true, false])
})

test('takes refusals for something else when fewer at work are refused too', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (const [index, running] of [20, 19, 17, 15, 12, 9, 6, 4].entries()) {
    expect(concurrency.refused(running, index * 1_000)).toBe('other')
  }
  expect(concurrency.bound).toBeNull()
})

test('starts again whenever fewer at work are refused too', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (let round = 0; round < 10; round++) {
    concurrency.accepted(4)
    expect(concurrency.refused(6, round * 2_000)).toBe('other')
    expect(concurrency.refused(5, round * 2_000 + 1_000)).toBe('other')
  }
  expect(concurrency.bound).toBeNull()
})

test('takes refusals for something else when clearly more at work were taken in between', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (let round = 0; round < 10; round++) {
    concurrency.accepted(5)
    expect(concurrency.refused(6, round * 1_000)).toBe('other')
    concurrency.accepted(12)
  }
  expect(concurrency.bound).toBeNull()
})

test('follows a bound that falls, however many have ended between two refusals', () => {
  const falling = createConcurrency({ ...NO_BOUND, bound: 6 })
  falling.accepted(5)
  const said = [5, 4, 1].map((running, index) => falling.refused(running, index * 5_000))
  expect([said, falling.bound]).toEqual([['bound', 'bound', 'bound'], 1])
})

test('is no bound at all where it is refused again and again whatever is at work', () => {
  const mistaken = createConcurrency({ ...NO_BOUND, bound: 20 })
  const said = Array.from({ length: 6 }, (_, index) => {
    mistaken.accepted(5)
    return mistaken.refused(19 - index, index * 5_000)
  })
  expect([said.at(-1), mistaken.bound]).toEqual(['other', null])
})

test('finds out soon that a bound was a mistake, and tries ever more seldom while it is not', () => {
  const mistaken = createConcurrency({ ...NO_BOUND, bound: 5 })
  for (let request = 0; request < 200; request++) mistaken.accepted((mistaken.bound ?? 0) - 1)
  expect(mistaken.bound).toBeGreaterThan(20)
  const right = createConcurrency({ ...NO_BOUND, bound: 5 })
  let refusals = 0
  for (let request = 0; request < 2_000; request++) {
    right.accepted(4)
    if (!right.allows(5)) continue
    refusals++
    right.refused(5, request * 1_000)
  }
  expect(right.bound).toBe(5)
  expect(refusals).toBeLessThan(12)
})

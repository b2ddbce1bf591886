import { message } from '#contract/messages/message.ts'
import { expect, test } from 'vitest'
import { createDurationModel, etaOf } from '#core/tasks/durations/duration-model.ts'
import { DURATIONS, type TrueDurations } from '#test/benchmarks/virtual-profile-queue.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { forecastBatch, type Pace } from '#core/tasks/durations/batch-forecast.ts'
import { rateLimited } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'
import { workedMs } from '#test/stand-ins/loop-silence.ts'
import { slow } from '#test/stand-ins/scale.ts'

const tight = Array.from({ length: 50 }, (_, index) => 55 + (index % 11))

test('learns the shape that the samples were drawn from', () => {
  for (const durations of DURATIONS) {
    const random = seededRandom(3)
    const { distribution } = createDurationModel(
      Array.from({ length: 100 }, () => durations.draw(random)),
      60,
    )
    for (const ageS of [10, 30, 60, 100, 200]) {
      expect(Math.abs(1 - distribution.outlive(ageS) - durations.finishedBy(ageS))).toBeLessThan(0.12)
    }
  }
})

test('leaves something of every distribution at every age, and in proportion', () => {
  const { distribution } = createDurationModel(tight, 60)
  for (const ageS of [0, 0.01, 60, 600, 6_000, 172_000, 31_536_000]) {
    expect(distribution.outlive(ageS)).toBeGreaterThan(0)
    expect(distribution.remaining(ageS)).toBeGreaterThanOrEqual(0)
  }
})

test('learns as well from wide gaps as from narrow ones', () => {
  const random = seededRandom(5)
  const durations = DURATIONS[2]
  const model = createDurationModel(
    Array.from({ length: 50 }, () => 1.25 * (durations?.draw(random) ?? 0)),
    60,
  )
  const before = model.distribution.quantileAfter(0, 0.5)
  for (let task = 0; task < 300; task++) {
    const durationS = durations?.draw(random) ?? 0
    let ageS = 0
    while (ageS < durationS) {
      const beforeS = ageS
      ageS += 45 + 20 * random()
      model.polled(beforeS, ageS, ageS >= durationS)
    }
  }
  const median = model.distribution.quantileAfter(0, 0.5)
  expect(before).toBeGreaterThan(68)
  expect(median).toBeGreaterThan(48)
  expect(median).toBeLessThan(67)
})

test('learns nothing from a gap in which every task would have finished', () => {
  expect(createDurationModel(tight, 60).polled(1, 8 * 3_600, true)).toBeNull()
})

test('forecasts nothing from too few samples, and nothing from a range that says nothing', () => {
  expect(etaOf(createDurationModel([60, 61, 62, 63], 60), 0, 0)).toEqual({})
  const wide = Array.from({ length: 50 }, (_, index) => 1.4 ** (index % 25))
  expect(etaOf(createDurationModel(wide, 60), 0, 0)).toEqual({})
})

test('forecasts a range ahead of now, and calls a task slow past nearly everything that was seen', () => {
  const model = createDurationModel(tight, 60)
  const { eta, slow } = etaOf(model, 0, 20_000)
  expect(slow).toBeUndefined()
  expect(eta?.p50At).toBeGreaterThan(55_000)
  expect(eta?.p50At).toBeLessThan(65_000)
  expect(eta?.p90At).toBeGreaterThanOrEqual(eta?.p50At ?? 0)
  expect(etaOf(model, 0, 600_000)).toEqual({ slow: true })
})

const EVERY_S = 10
const RUNS = 6

/** How many tasks of `stretch` times the usual length it takes until the samples are dropped; null when they never are. */
function tasksUntilAlarm(
  durations: TrueDurations,
  stretch: number,
  tasks: number,
  seed: number,
): number | null {
  const random = seededRandom(seed)
  const learned = Array.from({ length: 50 }, () => durations.draw(random))
  const model = createDurationModel(learned, 60)
  for (let task = 1; task <= tasks; task++) {
    const durationS = durations.draw(random) * stretch
    for (let ageS = EVERY_S; ; ageS += EVERY_S) {
      const known = model.samples.length
      model.polled(ageS - EVERY_S, ageS, ageS >= durationS)
      if (model.samples.length < known) return task
      if (ageS >= durationS) break
    }
  }
  return null
}

function alarms(durations: TrueDurations, stretch: number, tasks: number): number {
  const runs = Array.from({ length: RUNS }, (_, seed) => tasksUntilAlarm(durations, stretch, tasks, seed + 1))
  return runs.filter((run) => run !== null).length
}

slow.each(DURATIONS)('durations that stay as they are seldom raise an alarm: $name', (durations) => {
  const count = alarms(durations, 1, 100)
  console.log(`${durations.name}: ${count} false alarms in ${RUNS} runs of 100 tasks`)
  expect(count).toBeLessThanOrEqual(1)
})

/** For the others round robin is nearly the best there is, and the window of samples follows by itself. */
const CONCENTRATED = DURATIONS.filter(({ name }) => /0\.3|0\.6|peaks/u.test(name))

test.each(CONCENTRATED)('durations that double, or halve, soon raise one: $name', (durations) => {
  expect(alarms(durations, 2, 40)).toBeGreaterThanOrEqual(RUNS - 1)
  expect(alarms(durations, 0.5, 40)).toBeGreaterThanOrEqual(RUNS - 1)
})

/** How long a batch will take, by the limits that are known and by what was learned of its models. */
const FREE: Pace = {
  perMinute: 600,
  burst: 30,
  waitMs: 0,
  held: null,
  bound: null,
  maxRunning: 4,
  waiting: 0,
  running: 0,
  paused: false,
  cap: null,
  nextDayMs: 6 * 60 * 60_000,
}
/** About ten seconds, always. */
const TEN_SECONDS = createDurationModel(
  Array.from({ length: 40 }, (_, index) => 9.8 + (index % 5) * 0.1),
  20,
)
const UNKNOWN = createDurationModel([], 20)

const forecast = (count: number, pace: Partial<Pace> = {}, model = TEN_SECONDS) =>
  forecastBatch([{ model, count }], { ...FREE, ...pace })

/** In seconds, to the nearest ten. */
const tens = ({ p50Ms = NaN }: { readonly p50Ms?: number }) => Math.round(p50Ms / 10_000) * 10

test('one request takes as long as its model does', () => {
  const { p50Ms = 0, p90Ms = 0, ...rest } = forecast(1)
  expect(rest).toEqual({ requests: 1, leftToday: null })
  expect(p50Ms).toBeGreaterThan(9_000)
  expect(p50Ms).toBeLessThan(11_000)
  expect(p90Ms).toBeGreaterThanOrEqual(p50Ms)
  expect(p90Ms).toBeLessThan(12_500)
})

test('says nothing of the time while nothing is known of a model, and still which limit there is', () => {
  expect(forecast(3, {}, UNKNOWN)).toEqual({ requests: 3, leftToday: null })
  expect(
    forecastBatch(
      [
        { model: TEN_SECONDS, count: 1 },
        { model: UNKNOWN, count: 9 },
      ],
      FREE,
    ),
  ).toMatchObject({
    requests: 10,
    leftToday: null,
    limitedBy: { id: 'queue.atOnce.settings', values: { count: 4 } },
  })
})

test.each([
  ['as many at once as the user wants', {}, 40, 100, message('queue.atOnce.settings', { count: 4 })],
  ['as many as the service takes', { bound: 2 }, 40, 200, message('queue.atOnce', { count: 2 })],
  [
    'the limit a minute',
    { perMinute: 6, burst: 1, maxRunning: 40 },
    13,
    130,
    message('queue.forecast.perMinute', { count: 6 }),
  ],
  [
    'what waits before',
    { waiting: 20, maxRunning: 2 },
    4,
    120,
    message('queue.atOnce.settings', { count: 2 }),
  ],
  ['a few that wait before', { waiting: 2 }, 2, 10, message('queue.forecast.ahead', { count: 2 })],
  [
    'a wait that the service asked for',
    { waitMs: 60_000, held: { kind: 'minute', waitMs: 60_000 } },
    1,
    70,
    message('queue.slower'),
  ],
  ['nothing', { maxRunning: 50 }, 20, 10, undefined],
] as const)('counts %s', (_, pace, count, seconds, limited) => {
  const result = forecast(count, pace)
  expect(result.limitedBy).toEqual(limited)
  expect(Math.abs(tens(result) - seconds)).toBeLessThanOrEqual(10)
})

test('counts the days that a cap makes the last ones wait', () => {
  const cap = { perDay: 10, left: 4 }
  expect(forecast(4, { cap })).toMatchObject({ leftToday: 4 })
  expect(forecast(4, { cap }).limitedBy).toBeUndefined()
  const over = forecast(5, { cap })
  expect(over.limitedBy).toMatchObject({ id: 'queue.forecast.cap', values: { perDay: 10, over: 1 } })
  expect(over.p50Ms).toBeGreaterThan(6 * 60 * 60_000)
  expect(over.p50Ms).toBeLessThan(7 * 60 * 60_000)
  expect(forecast(15, { cap }).p50Ms).toBeGreaterThan(30 * 60 * 60_000)
})

test('goes on from five hundred as it went so far, and is quick', () => {
  const before = workedMs()
  const result = forecast(100_000)
  expect(result.p50Ms).toBeGreaterThan(0.95 * 250_000_000)
  expect(result.p50Ms).toBeLessThan(1.1 * 250_000_000)
  expect(workedMs() - before).toBeLessThan(3_000)
})

test('answers a call with the limits that the engine has learned, without sending anything', async () => {
  const { service, app } = await openAtService()
  const ask = () =>
    app.ask('queue.forecast', { requests: [{ provider: 'p', model: 'm', mediaType: 'image', count: 12 }] })
  expect(await ask()).toMatchObject({
    requests: 12,
    leftToday: null,
    limitedBy: {
      id: 'queue.atOnce.settings',
      values: { count: (await app.ask('settings.get', {})).queue.concurrency },
    },
  })
  service.script('generate', rateLimited('120'))
  const { id } = await app.submitOne()
  await app.until(async () => (await app.task(id)).error)
  expect((await ask()).limitedBy?.id).toBe('queue.slower')
  await app.ask('queue.pause', {})
  expect((await ask()).limitedBy?.id).toBe('queue.forecast.paused')
  expect(service.generates()).toHaveLength(1)
})

slow('knows a model by the tasks that were made with it', async () => {
  const { app } = await openAtService()
  for (let index = 0; index < 6; index++) {
    await app.submitAndSave()
  }
  const { provider, model, mediaType, scene } = REQUEST
  const request = { provider, model, mediaType, scene, count: 2 }
  const { p50Ms = 0, p90Ms = 0 } = await app.ask('queue.forecast', { requests: [request] })
  expect(p50Ms).toBeGreaterThan(0)
  expect(p90Ms).toBeGreaterThanOrEqual(p50Ms)
})

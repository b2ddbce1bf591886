/** How long a batch will take, by the limits that are known and by what was learned of its models. */
import { expect, test } from 'vitest'
import { forecastBatch, type Pace } from '#core/tasks/durations/batch-forecast.ts'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { rateLimited } from '#test/stand-ins/faulty-responses.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'
import { workedMs } from '#test/stand-ins/loop-silence.ts'

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
  ).toEqual({ requests: 10, leftToday: null, limitedBy: '4 at once, as set in Settings.' })
})

test.each([
  ['as many at once as the user wants', {}, 40, 100, '4 at once, as set in Settings.'],
  ['as many as the service takes', { bound: 2 }, 40, 200, 'The service takes 2 at once.'],
  ['the limit a minute', { perMinute: 6, burst: 1, maxRunning: 40 }, 13, 130, 'About 6 requests a minute.'],
  ['what waits before', { waiting: 20, maxRunning: 2 }, 4, 120, '2 at once, as set in Settings.'],
  ['a few that wait before', { waiting: 2 }, 2, 10, '2 requests wait before these.'],
  [
    'a wait that the service asked for',
    { waitMs: 60_000, held: { kind: 'minute', waitMs: 60_000 } },
    1,
    70,
    'The service asks to go slower.',
  ],
  ['nothing', { maxRunning: 50 }, 20, 10, undefined],
] as const)('counts %s', (_, pace, count, seconds, limited) => {
  const result = forecast(count, pace)
  expect(result.limitedBy).toBe(limited)
  expect(Math.abs(tens(result) - seconds)).toBeLessThanOrEqual(10)
})

test('counts the days that a cap makes the last ones wait', () => {
  const cap = { perDay: 10, left: 4 }
  expect(forecast(4, { cap })).toMatchObject({ leftToday: 4 })
  expect(forecast(4, { cap }).limitedBy).toBeUndefined()
  const over = forecast(5, { cap })
  expect(over.limitedBy).toBe('Your cap of 10 requests a day: 1 of these wait for another day.')
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
  expect(await ask()).toEqual({
    requests: 12,
    leftToday: null,
    limitedBy: `${(await app.ask('settings.get', {})).queue.concurrency} at once, as set in Settings.`,
  })
  service.script('generate', rateLimited('120'))
  const { id } = await app.submitOne()
  await app.until(async () => (await app.task(id)).error)
  expect((await ask()).limitedBy).toBe('The service asks to go slower.')
  await app.ask('queue.pause', {})
  expect((await ask()).limitedBy).toBe('Sending is paused.')
  expect(service.generates()).toHaveLength(1)
})

test('knows a model by the tasks that were made with it', async () => {
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

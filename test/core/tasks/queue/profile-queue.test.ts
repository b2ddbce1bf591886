import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDurationModel, type DurationModel } from '#core/tasks/durations/duration-model.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Look } from '#core/tasks/polling/poll-task.ts'
import type { LaneDeps } from '#core/tasks/queue/profile-queue.ts'
import { NO_BOUND } from '#core/tasks/limits/concurrency.ts'
import { createLimits } from '#core/tasks/limits/limits.ts'
import { FINE, type Signal } from '#core/tasks/queue/signal.ts'
import type { TaskRecord } from '#core/tasks/task-row.ts'
import { newTask, openLane } from '#test/benchmarks/virtual-profile-queue.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 250
/** Known, so that it does not grow: 60 a minute and a burst of 10. */
const KNOWN = { ratePerMinute: 60, ceilingPerMinute: 60 / 0.9, steady: 0, probeAfter: 800 }
const MINUTE_BUDGET = 60 + 10
const OFFLINE: Signal = {
  kind: 'offline',
  failure: { code: 'service_unavailable', message: 'Nobody there.' },
}

interface Seen {
  readonly at: number
  readonly id: string
  readonly live: boolean
}

interface Options extends Partial<LaneDeps> {
  readonly model?: DurationModel
  readonly answer?: (task: TaskRecord) => Look
}

/** A lane on a clock that is moved by hand, whose service always says "still running" unless told otherwise. */
function setUp({ model = createDurationModel([], 60), answer, ...deps }: Options = {}) {
  const clock = createManualClock()
  let sleptMs = 0
  const felt: Clock = {
    now: () => clock.now() + sleptMs,
    monotonicMs: () => clock.monotonicMs() + sleptMs,
    after: clock.after,
  }
  const now = () => felt.monotonicMs()
  const tasks = new Map<string, TaskRecord>()
  const looks: Seen[] = []
  const sent: number[] = []
  const limits = createLimits({
    kept: { submit: KNOWN, look: KNOWN, concurrency: NO_BOUND, heldUntil: null, heldFor: null },
    local: false,
    random: () => 0.99,
    now: 0,
    wallNow: clock.now(),
  })
  const lane = openLane({
    clock: felt,
    limits,
    random: () => 0.99,
    durations: { modelFor: () => model, looked: (_request, ...seen) => void model.looked(...seen) },
    find: (id) => tasks.get(id) ?? null,
    send: (task) => {
      sent.push(now())
      tasks.set(task.id, { ...task, state: 'running', sentAt: clock.now() })
      return Promise.resolve(FINE)
    },
    look: (task, live) => {
      looks.push({ at: now(), id: task.id, live })
      return Promise.resolve(answer?.(task) ?? { signal: FINE, task })
    },
    ...deps,
  })
  const running = (count: number): TaskRecord[] =>
    Array.from({ length: count }, (_, index): TaskRecord => {
      const task = {
        ...newTask(`task-${index}`, clock.now()),
        state: 'running' as const,
        sentAt: clock.now(),
      }
      tasks.set(task.id, task)
      return task
    })
  const queued = (count: number): TaskRecord[] =>
    Array.from({ length: count }, (_, index) => {
      const task = newTask(`queued-${index}`, clock.now())
      tasks.set(task.id, task)
      return task
    })
  /** Lets time pass in steps, with everything settled after each. */
  const pass = async (ms: number): Promise<void> => {
    await setImmediate()
    for (let left = ms; left > 0; left -= STEP_MS) {
      clock.advance(Math.min(left, STEP_MS))
      await setImmediate()
    }
  }
  /** Both clocks go on while nothing runs; every timer fires late. */
  const sleep = (ms: number): void => {
    sleptMs += ms
  }
  return { clock, lane, looks, sent, running, queued, pass, sleep, now, tasks }
}

/** The most looks in any window of a minute. */
function worstMinute(looks: readonly Seen[]): number {
  return Math.max(
    0,
    ...looks.map(({ at }) => looks.filter((other) => other.at >= at && other.at < at + 60_000).length),
  )
}

test('keeps no timer per task', async () => {
  const { clock, lane, running, pass } = setUp()
  lane.follow(running(1_000))
  await pass(5_000)
  expect(clock.waits).toBeLessThanOrEqual(2)
  await lane.close()
})

test('lets a look by somebody else come first, and pays it from the same budget', async () => {
  const { clock, lane, looks, running, pass } = setUp({ answer: (task) => ({ signal: FINE, task }) })
  lane.follow(running(100))
  await pass(20_000)
  const paidAt: number[] = []
  const before = looks.length
  for (let payer = 0; payer < 10; payer++) {
    void lane.payLook(new AbortController().signal).then(() => paidAt.push(clock.monotonicMs()))
  }
  await pass(8_000)
  expect(paidAt.length).toBeGreaterThanOrEqual(7)
  expect(looks.length - before).toBeLessThanOrEqual(1)
  await lane.close()
})

test('asks the provider itself now and then for a slow task, and never gives it up', async () => {
  const model = createDurationModel(
    Array.from({ length: 50 }, (_, index) => 8 + (index % 5)),
    10,
  )
  const { lane, looks, running, pass } = setUp({ model })
  lane.follow(running(1))
  await pass(HOUR_MS / 4)
  const late = looks.filter(({ at }) => at > 120_000)
  const live = late.filter((look) => look.live).length
  expect(live).toBeGreaterThan(0)
  expect(live).toBeLessThanOrEqual(Math.ceil(late.length / 4))
  expect(looks.filter(({ at }) => at < 8_000 && looks.length > 0).every((look) => !look.live)).toBe(true)
  expect(late.at(-1)?.at).toBeGreaterThan(HOUR_MS / 4 - 300_000)
  await lane.close()
})

const JUMPS: readonly (readonly [string, (clock: ReturnType<typeof createManualClock>) => void])[] = [
  ['a sleep that only the wall clock saw', (clock) => clock.moveWallClock(8 * HOUR_MS)],
  ['a wall clock set forward by a year', (clock) => clock.moveWallClock(365 * 24 * HOUR_MS)],
  ['a wall clock set back by a year', (clock) => clock.moveWallClock(-365 * 24 * HOUR_MS)],
]

test.each(JUMPS)('%s: looks again within 5 s and without a burst', async (_name, jump) => {
  const { clock, lane, looks, running, pass } = setUp()
  lane.follow(running(200))
  await pass(120_000)
  const before = looks.length
  jump(clock)
  const resumedAt = clock.monotonicMs()
  await pass(5_000)
  expect(looks.length).toBeGreaterThan(before)
  await pass(120_000)
  const after = looks.filter(({ at }) => at >= resumedAt)
  expect(after.length).toBeGreaterThan(60)
  expect(worstMinute(after)).toBeLessThanOrEqual(MINUTE_BUDGET)
  await lane.close()
})

test.each(JUMPS)('%s, while the service cannot be reached: tries again within 5 s', async (_name, jump) => {
  let isDown = true
  const { clock, lane, looks, running, pass } = setUp({
    answer: (task) => ({ signal: isDown ? OFFLINE : FINE, task }),
  })
  lane.follow(running(20))
  // Up to the long waits.
  while (clock.monotonicMs() < 10 * 60_000 || (lane.holding()[0]?.until ?? 0) - clock.now() < 30_000) {
    await pass(1_000)
  }
  isDown = false
  const before = looks.length
  jump(clock)
  await pass(5_000)
  expect(looks.length).toBeGreaterThan(before)
  expect(lane.holding()).toEqual([])
  await lane.close()
})

test("a jump does not shorten the service's own Retry-After, and nothing is stuck after it", async () => {
  let refuses = true
  const refusal: Signal = {
    kind: 'rate',
    failure: { code: 'rate_limited', message: 'Slower.' },
    waitMs: 60_000,
  }
  const { clock, lane, looks, running, pass } = setUp({
    answer: (task) => ({ signal: refuses ? refusal : FINE, task }),
  })
  lane.follow(running(5))
  while (looks.length === 0) await pass(STEP_MS)
  refuses = false
  const refusedAt = looks.at(-1)?.at ?? 0
  const before = looks.length
  clock.moveWallClock(8 * HOUR_MS)
  await pass(55_000)
  expect(looks.length).toBe(before)
  await pass(refusedAt + 66_000 - clock.monotonicMs())
  expect(looks.length).toBeGreaterThan(before)
  await lane.close()
})

test('after a sleep a task is due that otherwise would not be for long', async () => {
  const model = createDurationModel(
    Array.from({ length: 50 }, (_, index) => 1_000 + index),
    60,
  )
  const { clock, lane, looks, running, pass } = setUp({ model })
  lane.follow(running(1))
  await pass(15_000)
  const before = looks.length
  clock.moveWallClock(8 * HOUR_MS)
  await pass(5_000)
  expect(looks.length).toBe(before + 1)
  await lane.close()
})

const SLEEPS_MS = [HOUR_MS / 6, 8 * HOUR_MS]

test.each(SLEEPS_MS)(
  'a sleep of %d ms that both clocks saw makes no burst and teaches nothing',
  async (ms) => {
    const model = createDurationModel(
      Array.from({ length: 50 }, (_, index) => 50 + index),
      60,
    )
    const { lane, looks, running, pass, sleep, now } = setUp({ model })
    lane.follow(running(200))
    await pass(60_000)
    const asleep = looks.length
    sleep(ms)
    const resumedAt = now()
    await pass(5_000)
    expect(looks.length).toBeGreaterThan(asleep)
    await pass(60_000)
    expect(worstMinute(looks.filter(({ at }) => at >= resumedAt))).toBeLessThanOrEqual(MINUTE_BUDGET)
    expect(model.samples).toHaveLength(50)
    await lane.close()
  },
)

test('sends what waits on the disk again, and says so', async () => {
  let isFull = true
  const { clock, lane, sent, queued, pass, tasks } = setUp({
    send: (task) => {
      if (isFull)
        return Promise.resolve({
          kind: 'disk',
          failure: { code: 'disk_full', message: 'The disk is full.' },
        })
      sent.push(clock.monotonicMs())
      tasks.set(task.id, { ...task, state: 'running', sentAt: clock.now() })
      return Promise.resolve(FINE)
    },
  })
  lane.enqueue(queued(1))
  await pass(3_000)
  expect(lane.holding()).toMatchObject([{ kind: 'disk', message: 'The disk is full.', waiting: 1 }])
  isFull = false
  await pass(3_000)
  expect(sent).toHaveLength(1)
  await lane.close()
})

test('after looks that failed it asks soon again, since they told nothing', async () => {
  let away = true
  const { lane, looks, running, pass, now } = setUp({
    answer: (task) => ({ signal: away ? OFFLINE : FINE, task }),
  })
  lane.follow(running(1))
  await pass(20_000)
  expect(looks.length).toBeGreaterThan(0)
  away = false
  lane.release()
  const back = now()
  await pass(10_000)
  const first = looks.find(({ at }) => at >= back)
  expect((first?.at ?? Infinity) - back).toBeLessThanOrEqual(5_000)
})

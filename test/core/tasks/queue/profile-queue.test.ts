import { written } from '#contract/messages/message.ts'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDurationModel, type DurationModel } from '#core/tasks/durations/duration-model.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { ProfileQueueDeps } from '#core/tasks/queue/profile-queue.ts'
import { NO_BOUND } from '#core/tasks/limits/concurrency.ts'
import { createLimits } from '#core/tasks/limits/limits.ts'
import { FINE, type ProfileEffect, type StepOutcome } from '#core/tasks/step-outcome.ts'
import type { TaskRecord } from '#core/tasks/task-row.ts'
import { newTask, openProfileQueue } from '#test/benchmarks/virtual-profile-queue.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 250
/** Known, so that it does not grow: 60 a minute and a burst of 10. */
const KNOWN = { ratePerMinute: 60, ceilingPerMinute: 60 / 0.9, steady: 0, probeAfter: 800 }
const MINUTE_BUDGET = 60 + 10
const FULL: ProfileEffect = { kind: 'disk', failure: { code: 'disk_full', ...written('The disk is full.') } }
const OFFLINE: ProfileEffect = {
  kind: 'offline',
  failure: { code: 'service_unavailable', ...written('Nobody there.') },
}

interface Seen {
  readonly at: number
  readonly id: string
  readonly live: boolean
}

interface Options extends Partial<ProfileQueueDeps> {
  readonly model?: DurationModel
  readonly respond?: (task: TaskRecord) => StepOutcome
}

/** A queue on a clock that is moved by hand, whose service always says "still running" unless told otherwise. */
function setUp({ model = createDurationModel([], 60), respond, ...deps }: Options = {}) {
  const clock = createManualClock()
  let sleptMs = 0
  const felt: Clock = {
    now: () => clock.now() + sleptMs,
    monotonicMs: () => clock.monotonicMs() + sleptMs,
    after: clock.after,
  }
  const now = () => felt.monotonicMs()
  const tasks = new Map<string, TaskRecord>()
  const polls: Seen[] = []
  const sent: number[] = []
  const limits = createLimits({
    stored: { submit: KNOWN, poll: KNOWN, concurrency: NO_BOUND, heldUntil: null, heldFor: null },
    local: false,
    random: () => 0.99,
    now: 0,
    epochNow: clock.now(),
  })
  const queue = openProfileQueue({
    clock: felt,
    limits,
    random: () => 0.99,
    durations: { modelFor: () => model, polled: (_request, ...seen) => void model.polled(...seen) },
    find: (id) => tasks.get(id) ?? null,
    submit: (task) => {
      sent.push(now())
      return Promise.resolve({ task: accept(task), effect: FINE })
    },
    poll: (task, live) => {
      polls.push({ at: now(), id: task.id, live })
      return Promise.resolve(respond?.(task) ?? { effect: FINE, task })
    },
    ...deps,
  })
  function accept(task: TaskRecord): TaskRecord {
    const accepted: TaskRecord = { ...task, state: 'running', sentAt: clock.now() }
    tasks.set(task.id, accepted)
    return accepted
  }
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
  return { clock, queue, polls, sent, running, queued, pass, sleep, now, accept }
}

/** The most polls in any window of a minute. */
function worstMinute(polls: readonly Seen[]): number {
  return Math.max(
    0,
    ...polls.map(({ at }) => polls.filter((other) => other.at >= at && other.at < at + 60_000).length),
  )
}

test('keeps no timer per task', async () => {
  const { clock, queue, running, pass } = setUp()
  queue.follow(running(1_000))
  await pass(5_000)
  expect(clock.waits).toBeLessThanOrEqual(2)
  await queue.close()
})

test('lets a poll by somebody else go first, from the same budget', async () => {
  const { clock, queue, polls, running, pass } = setUp({ respond: (task) => ({ effect: FINE, task }) })
  queue.follow(running(100))
  await pass(20_000)
  const admittedAt: number[] = []
  const before = polls.length
  for (let waiter = 0; waiter < 10; waiter++) {
    void queue.budget.wait(new AbortController().signal).then(() => admittedAt.push(clock.monotonicMs()))
  }
  await pass(8_000)
  expect(admittedAt.length).toBeGreaterThanOrEqual(7)
  expect(polls.length - before).toBeLessThanOrEqual(1)
  await queue.close()
})

test('asks the provider itself now and then for a slow task, and never gives it up', async () => {
  const model = createDurationModel(
    Array.from({ length: 50 }, (_, index) => 8 + (index % 5)),
    10,
  )
  const { queue, polls, running, pass } = setUp({ model })
  queue.follow(running(1))
  await pass(HOUR_MS / 4)
  const late = polls.filter(({ at }) => at > 120_000)
  const live = late.filter((poll) => poll.live).length
  expect(live).toBeGreaterThan(0)
  expect(live).toBeLessThanOrEqual(Math.ceil(late.length / 4))
  expect(polls.filter(({ at }) => at < 8_000 && polls.length > 0).every((poll) => !poll.live)).toBe(true)
  expect(late.at(-1)?.at).toBeGreaterThan(HOUR_MS / 4 - 300_000)
  await queue.close()
})

const JUMPS: readonly (readonly [string, (clock: ReturnType<typeof createManualClock>) => void])[] = [
  ['a sleep that only the wall clock saw', (clock) => clock.moveWallClock(8 * HOUR_MS)],
  ['a wall clock set forward by a year', (clock) => clock.moveWallClock(365 * 24 * HOUR_MS)],
  ['a wall clock set back by a year', (clock) => clock.moveWallClock(-365 * 24 * HOUR_MS)],
]

test.each(JUMPS)('%s: polls again within 5 s and without a burst', async (_name, jump) => {
  const { clock, queue, polls, running, pass } = setUp()
  queue.follow(running(200))
  await pass(120_000)
  const before = polls.length
  jump(clock)
  const resumedAt = clock.monotonicMs()
  await pass(5_000)
  expect(polls.length).toBeGreaterThan(before)
  await pass(120_000)
  const after = polls.filter(({ at }) => at >= resumedAt)
  expect(after.length).toBeGreaterThan(60)
  expect(worstMinute(after)).toBeLessThanOrEqual(MINUTE_BUDGET)
  await queue.close()
})

test('polls at once, and without a burst, where it is told that the computer has slept', async () => {
  const { clock, queue, polls, running, pass } = setUp()
  queue.follow(running(200))
  await pass(120_000)
  const before = polls.length
  clock.moveWallClock(8 * HOUR_MS)
  queue.wake()
  await setImmediate()
  expect(polls.length).toBeGreaterThan(before)
  await pass(60_000)
  expect(worstMinute(polls)).toBeLessThanOrEqual(MINUTE_BUDGET)
  await queue.close()
})

test.each(JUMPS)('%s, while the service cannot be reached: tries again within 5 s', async (_name, jump) => {
  let isDown = true
  const { clock, queue, polls, running, pass } = setUp({
    respond: (task) => ({ effect: isDown ? OFFLINE : FINE, task }),
  })
  queue.follow(running(20))
  // Up to the long waits.
  while (clock.monotonicMs() < 10 * 60_000 || (queue.holding()[0]?.until ?? 0) - clock.now() < 30_000) {
    await pass(1_000)
  }
  isDown = false
  const before = polls.length
  jump(clock)
  await pass(5_000)
  expect(polls.length).toBeGreaterThan(before)
  expect(queue.holding()).toEqual([])
  await queue.close()
})

test("a jump does not shorten the service's own Retry-After, and nothing is stuck after it", async () => {
  let refuses = true
  const refusal: ProfileEffect = {
    kind: 'rate',
    failure: { code: 'rate_limited', ...written('Slower.') },
    waitMs: 60_000,
  }
  const { clock, queue, polls, running, pass } = setUp({
    respond: (task) => ({ effect: refuses ? refusal : FINE, task }),
  })
  queue.follow(running(5))
  while (polls.length === 0) await pass(STEP_MS)
  refuses = false
  const refusedAt = polls.at(-1)?.at ?? 0
  const before = polls.length
  clock.moveWallClock(8 * HOUR_MS)
  await pass(55_000)
  expect(polls.length).toBe(before)
  await pass(refusedAt + 66_000 - clock.monotonicMs())
  expect(polls.length).toBeGreaterThan(before)
  await queue.close()
})

test('after a sleep a task is due that otherwise would not be for long', async () => {
  const model = createDurationModel(
    Array.from({ length: 50 }, (_, index) => 1_000 + index),
    60,
  )
  const { clock, queue, polls, running, pass } = setUp({ model })
  queue.follow(running(1))
  await pass(15_000)
  const before = polls.length
  clock.moveWallClock(8 * HOUR_MS)
  await pass(5_000)
  expect(polls.length).toBe(before + 1)
  await queue.close()
})

const SLEEPS_MS = [HOUR_MS / 6, 8 * HOUR_MS]

test.each(SLEEPS_MS)(
  'a sleep of %d ms that both clocks saw makes no burst and teaches nothing',
  async (ms) => {
    const model = createDurationModel(
      Array.from({ length: 50 }, (_, index) => 50 + index),
      60,
    )
    const { queue, polls, running, pass, sleep, now } = setUp({ model })
    queue.follow(running(200))
    await pass(60_000)
    const asleep = polls.length
    sleep(ms)
    const resumedAt = now()
    await pass(5_000)
    expect(polls.length).toBeGreaterThan(asleep)
    await pass(60_000)
    expect(worstMinute(polls.filter(({ at }) => at >= resumedAt))).toBeLessThanOrEqual(MINUTE_BUDGET)
    expect(model.samples).toHaveLength(50)
    await queue.close()
  },
)

test('sends what waits on the disk again, and says so', async () => {
  let isFull = true
  const { clock, queue, sent, queued, pass, accept } = setUp({
    submit: (task) => {
      if (isFull) return Promise.resolve({ task, effect: FULL })
      sent.push(clock.monotonicMs())
      return Promise.resolve({ task: accept(task), effect: FINE })
    },
  })
  queue.enqueue(queued(1))
  await pass(3_000)
  expect(queue.holding()).toMatchObject([
    { kind: 'disk', message: { values: { text: 'The disk is full.' } }, waiting: 1 },
  ])
  isFull = false
  await pass(3_000)
  expect(sent).toHaveLength(1)
  await queue.close()
})

test('polls again soon after failed polls, since they told nothing', async () => {
  let away = true
  const { queue, polls, running, pass, now } = setUp({
    respond: (task) => ({ effect: away ? OFFLINE : FINE, task }),
  })
  queue.follow(running(1))
  await pass(20_000)
  expect(polls.length).toBeGreaterThan(0)
  away = false
  queue.release()
  const back = now()
  await pass(10_000)
  const first = polls.find(({ at }) => at >= back)
  expect((first?.at ?? Infinity) - back).toBeLessThanOrEqual(5_000)
})

test('polls again as soon as the disk has room, however long it was full', async () => {
  let isFull = true
  const { queue, polls, running, pass, now } = setUp({
    respond: (task) => ({ effect: isFull ? FULL : FINE, task }),
  })
  queue.follow(running(1))
  await pass(10 * 60_000)
  isFull = false
  const roomAt = now()
  await pass(5_000)
  await queue.close()
  expect(polls.some(({ at }) => at >= roomAt)).toBe(true)
})

test('a task whose polls always fail takes none from the others', async () => {
  const { queue, polls, running, pass } = setUp({
    respond: (task) => ({ effect: task.id === 'task-0' ? OFFLINE : FINE, task }),
  })
  queue.follow(running(20))
  await pass(10 * 60_000)
  await queue.close()
  const gaps = running(20).map(({ id }) => longestGapMs(polls.filter((poll) => poll.id === id)))
  expect(Math.max(...gaps.slice(1))).toBeLessThan(60_000)
  expect(gaps[0]).toBeLessThan(120_000)
})

function longestGapMs(polls: readonly Seen[]): number {
  return Math.max(...polls.map(({ at }, index) => (polls[index + 1]?.at ?? 10 * 60_000) - at))
}

test('sends a task again whose sending failed in a way that nobody foresaw, as long as its row says that nothing was sent', async () => {
  const seen: string[] = []
  const { queue, queued, pass, accept } = setUp({
    log: () => undefined,
    submit: (task) => {
      seen.push(task.id)
      if (seen.length === 2) accept(task)
      return seen.length > 2
        ? Promise.resolve({ task: accept(task), effect: FINE })
        : Promise.reject(new Error('Nobody foresaw this.'))
    },
  })
  queue.enqueue(queued(2))
  await pass(5_000)
  expect(seen).toEqual(['queued-0', 'queued-1'])
  expect(queue.load()).toMatchObject({ waiting: 1 })
  await pass(60_000)
  expect(seen).toEqual(['queued-0', 'queued-1', 'queued-0'])
  expect(queue.load()).toMatchObject({ waiting: 0 })
})

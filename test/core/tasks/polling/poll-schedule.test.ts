import { createPollChooser, indexOf, type Pollable } from '#core/tasks/polling/poll-schedule.ts'
import { expect, test } from 'vitest'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { startFollowing } from '#core/tasks/polling/poller.ts'
import { newTask } from '#test/benchmarks/virtual-profile-queue.ts'

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

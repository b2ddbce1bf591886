import { expect, test } from 'vitest'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { startFollowing } from '#core/tasks/polling/poller.ts'
import { createPollChooser } from '#core/tasks/polling/poll-schedule.ts'
import { newTask } from '#test/benchmarks/virtual-profile-queue.ts'

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

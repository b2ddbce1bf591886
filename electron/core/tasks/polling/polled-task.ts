/** A running task as the poller follows it: since when, when it was polled last, and whether it is late. */
import { FEWEST_SAMPLES, type DurationModel } from '../durations/duration-model.ts'
import { SLOW_SHARE } from '../durations/eta.ts'
import { LONGEST_GAP_S, type Pollable } from './poll-schedule.ts'
import type { TaskRecord } from '../task-row.ts'

export interface PolledTask extends Pollable {
  /**
   * When it was last known to be running, on the monotonic clock; a failed poll tells nothing. Null where its age is not
   * known well enough to learn from: it was taken up after a restart, or the clock jumped.
   */
  seenRunningAt: number | null
  polls: number
}

/** A task that is followed within this time after it was sent was sent by this run. */
const FRESH_MS = 5_000

/** `now` and `wallNow` are the same moment on both clocks. */
export function startFollowing(
  task: TaskRecord,
  model: DurationModel,
  now: number,
  wallNow: number,
): PolledTask {
  const startedAt = now - Math.max(0, wallNow - (task.sentAt ?? task.createdAt))
  const isFresh = task.polls === 0 && now - startedAt < FRESH_MS
  // After a restart the record tells when the last poll was; a record from the future tells nothing, so the task is due.
  const sincePollMs = wallNow - (task.polls === 0 ? (task.sentAt ?? task.createdAt) : task.updatedAt)
  const polledAt = now - (sincePollMs < 0 ? LONGEST_GAP_S * 1_000 + 1 : sincePollMs)
  return {
    id: task.id,
    model,
    startedAt,
    polledAt,
    dueAt: null,
    seenRunningAt: isFresh ? startedAt : null,
    polls: task.polls,
  }
}

/** The clock jumped: how long ago it was polled and how old it is are unknown, so it is due. */
export function forgetTime(task: PolledTask, now: number): void {
  task.polledAt = Math.min(task.polledAt, now - LONGEST_GAP_S * 1_000 - 1)
  task.seenRunningAt = null
}

/** Its age at a moment, in seconds. */
export function ageAtS({ startedAt }: PolledTask, at: number): number {
  return Math.max(0, at - startedAt) / 1_000
}

/** Whether it has outlived nearly everything that was seen. */
export function isSlow(task: PolledTask, now: number): boolean {
  const { samples, distribution } = task.model
  return samples.length >= FEWEST_SAMPLES && ageAtS(task, now) > distribution.quantileAfter(0, SLOW_SHARE)
}

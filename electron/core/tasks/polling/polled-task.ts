/** A running task as the lane follows it: since when, when it was looked at last, and whether it is late. */
import { FEWEST_SAMPLES, type DurationModel } from '../durations/duration-model.ts'
import { SLOW_SHARE } from '../durations/eta.ts'
import { LONGEST_GAP_S, type Followed } from './poll-schedule.ts'
import type { TaskRecord } from '../task-row.ts'

export interface FollowedTask extends Followed {
  /**
   * When it was last known to be running, on the monotonic clock; a look that failed tells nothing. Null where its age is
   * not measured well enough to learn from: it was taken up again after a restart, or time jumped.
   */
  seenRunningAt: number | null
  looks: number
}

/** A task that is followed within this of being sent was sent by this run. */
const FRESH_MS = 5_000

/** `now` and `wallNow` are the same moment on both clocks. */
export function startFollowing(
  task: TaskRecord,
  model: DurationModel,
  now: number,
  wallNow: number,
): FollowedTask {
  const startedAt = now - Math.max(0, wallNow - (task.sentAt ?? task.createdAt))
  const isFresh = task.polls === 0 && now - startedAt < FRESH_MS
  // After a restart the last look lies as far back as its record does; a record from the future says nothing, so it is due.
  const sinceLookMs = wallNow - (task.polls === 0 ? (task.sentAt ?? task.createdAt) : task.updatedAt)
  const lookedAt = now - (sinceLookMs < 0 ? LONGEST_GAP_S * 1_000 + 1 : sinceLookMs)
  return {
    id: task.id,
    model,
    startedAt,
    lookedAt,
    dueAt: null,
    seenRunningAt: isFresh ? startedAt : null,
    looks: task.polls,
  }
}

/** Time jumped: nothing is known of how long ago it was looked at, so that it is due, and of how old it is. */
export function forgetTime(task: FollowedTask, now: number): void {
  task.lookedAt = Math.min(task.lookedAt, now - LONGEST_GAP_S * 1_000 - 1)
  task.seenRunningAt = null
}

/** Its age at a moment, in seconds. */
export function ageAtS({ startedAt }: FollowedTask, at: number): number {
  return Math.max(0, at - startedAt) / 1_000
}

/** Whether it has outlived nearly everything that was seen. */
export function isSlow(task: FollowedTask, now: number): boolean {
  const { samples, distribution } = task.model
  return samples.length >= FEWEST_SAMPLES && ageAtS(task, now) > distribution.quantileAfter(0, SLOW_SHARE)
}

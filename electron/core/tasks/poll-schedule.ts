/**
 * Which running task to look at next.
 *
 * The index of a task is its expected undetected waiting time: how long, on average, it has been finished without anybody
 * having looked. Looking always at the largest index is near the best that any schedule can do under a shared budget; for
 * exponential durations it is round robin. Source: J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random
 * Failure", Management Science 21(3), 1974, and the simulations in the project's design notes on polling.
 *
 * Owns the choice only. What a look costs and when one may be paid is the limits' business.
 */
import type { DurationModel } from './durations/duration-model.ts'

/** With a budget to spare, a task is still left alone until waiting longer would cost the user this much, on average. */
const WORTH_LOOKING_S = 0.15
const SHORTEST_GAP_S = 0.8
/** However unlikely it is to be finished, every task is looked at this often. */
const LONGEST_GAP_S = 300

export interface Followed {
  readonly id: string
  readonly model: DurationModel
  /** On the monotonic clock, in milliseconds; before the program's start for a task of an earlier run. */
  readonly startedAt: number
  lookedAt: number
  /** Set where the usual schedule does not hold: not before this, and then first. */
  dueAt: number | null
}

/** The task that is most worth a look now, or null when none is. `busy` ones are being looked at. */
export function chooseNext(
  tasks: Iterable<Followed>,
  now: number,
  busy: (id: string) => boolean,
): Followed | null {
  let best: Followed | null = null
  let bestIndex = WORTH_LOOKING_S
  for (const task of tasks) {
    if (busy(task.id)) continue
    const index = indexOf(task, now)
    if (index <= bestIndex) continue
    best = task
    bestIndex = index
  }
  return best
}

/** Seconds of expected undetected waiting. */
export function indexOf(task: Followed, now: number): number {
  const gapS = (now - task.lookedAt) / 1_000
  if (task.dueAt !== null) return now >= task.dueAt ? Infinity : 0
  if (gapS < SHORTEST_GAP_S) return 0
  if (gapS > LONGEST_GAP_S) return gapS
  const { distribution } = task.model
  const agedS = Math.max(0, task.lookedAt - task.startedAt) / 1_000
  const ageS = Math.max(0, now - task.startedAt) / 1_000
  const done = distribution.finishedBy(agedS)
  const left = Math.max(1e-9, 1 - done)
  return (distribution.area(ageS) - distribution.area(agedS) - done * (ageS - agedS)) / left
}

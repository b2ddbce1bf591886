/**
 * Which running task to look at next, and whether one is worth a look yet.
 *
 * The index of a task is its expected undetected waiting time: how long, on average, it has been finished without anybody
 * having looked. Looking always at the largest index is near the best that any schedule can do under a shared budget; for
 * exponential durations it is round robin. Source: J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random
 * Failure", Management Science 21(3), 1974, and the simulations in the project's design notes on polling.
 *
 * A look spent today on a task that is hardly finished is missing tomorrow. So while the burst is not full, a task has to be
 * worth about what looks have been worth lately: the price of a look.
 *
 * Owns the choice only. What a look costs and when one may be paid is the limits' business.
 */
import type { DurationModel } from '../durations/duration-model.ts'
import type { Distribution } from '../durations/distribution.ts'

/** With a budget to spare, a task is still left alone until waiting longer would cost the user this much, on average. */
const WORTH_LOOKING_S = 0.15
const SHORTEST_GAP_S = 0.8
/** However unlikely it is to be finished, every task is looked at this often. */
export const LONGEST_GAP_S = 300
/** The price is the mean of about so many looks. */
const PRICE_MEMORY = 50
/** What a look must be worth when nothing of the burst is left, in prices. */
const SCARCE = 1.3

export interface Followed {
  readonly id: string
  readonly model: DurationModel
  /** On the monotonic clock, in milliseconds; before the program's start for a task of an earlier run. */
  readonly startedAt: number
  lookedAt: number
  /** Set where the usual schedule does not hold: not before this, and then first. */
  dueAt: number | null
  /** What does not change between two looks, kept since thousands of tasks are compared at every choice. */
  since?: Since
}

interface Since {
  readonly distribution: Distribution
  readonly lookedAt: number
  readonly outlive: number
  readonly remaining: number
}

export interface Chooser {
  /**
   * The task that is most worth a look now, or null when none is. `busy` ones are being looked at; `spare` is the share of
   * the burst that is left, 0 to 1.
   */
  next(tasks: Iterable<Followed>, now: number, spare: number, busy: (id: string) => boolean): Followed | null
}

export function createChooser(): Chooser {
  let priceS = 0
  return {
    next: (tasks, now, spare, busy) => {
      let best: Followed | null = null
      let bestIndex = Math.max(WORTH_LOOKING_S, priceS * SCARCE * (1 - spare))
      for (const task of tasks) {
        // Nobody waits longer than since the last look.
        if (task.dueAt === null && now - task.lookedAt <= bestIndex * 1_000) continue
        const index = indexOf(task, now)
        if (index <= bestIndex || busy(task.id)) continue
        best = task
        bestIndex = index
      }
      if (best && bestIndex < LONGEST_GAP_S) priceS += (bestIndex - priceS) / PRICE_MEMORY
      return best
    },
  }
}

/** Seconds of expected undetected waiting. */
export function indexOf(task: Followed, now: number): number {
  const gapS = (now - task.lookedAt) / 1_000
  if (task.dueAt !== null) return now >= task.dueAt ? Infinity : 0
  if (gapS < SHORTEST_GAP_S) return 0
  if (gapS > LONGEST_GAP_S) return gapS
  const { distribution, outlive, remaining } = (task.since = sinceLook(task))
  const ageS = Math.max(0, now - task.startedAt) / 1_000
  return gapS - (remaining - distribution.remaining(ageS)) / outlive
}

function sinceLook(task: Followed): Since {
  const { model, lookedAt, startedAt, since } = task
  const { distribution } = model
  if (since?.distribution === distribution && since.lookedAt === lookedAt) return since
  const ageS = Math.max(0, lookedAt - startedAt) / 1_000
  return {
    distribution,
    lookedAt,
    outlive: distribution.outlive(ageS),
    remaining: distribution.remaining(ageS),
  }
}

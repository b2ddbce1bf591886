/**
 * Which running task is polled next.
 *
 * Even with a full budget, a task is polled only when waiting longer would cost the user `WORTH_POLLING_S`, on average.
 *
 * The index of a task is its expected undetected waiting time: how long, on average, it has been finished without a poll.
 * Polling the largest index first is close to the best schedule under a shared budget; for exponential durations it is round
 * robin. Source: J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random Failure", Management Science 21(3),
 * 1974, and the simulations in the project's design notes on polling.
 *
 * A poll spent on a task that is hardly finished is missing later. So while the burst is not full, a task has to be worth
 * about as much as recent polls were: the price of a poll.
 *
 * Owns the choice only; the limits decide when a poll may be sent.
 */
import type { Distribution } from '../durations/distribution.ts'
import type { DurationModel } from '../durations/duration-model.ts'

const WORTH_POLLING_S = 0.15
const MIN_GAP_S = 0.8
/** However unlikely it is to be finished, every task is polled this often. */
export const MAX_GAP_S = 300
/** The price is the mean of about so many polls. */
const PRICE_MEMORY = 50
/** What a poll must be worth when nothing of the burst is left, in prices. */
const SCARCE = 1.3

export interface Pollable {
  readonly id: string
  readonly model: DurationModel
  /** On the monotonic clock, in milliseconds; before the program's start for a task of an earlier run. */
  readonly startedAt: number
  polledAt: number
  /** Set where the usual schedule does not hold: not before this, and then first. */
  dueAt: number | null
  /** What does not change between two polls; cached since thousands of tasks are compared at every choice. */
  since?: Since
}

interface Since {
  readonly distribution: Distribution
  readonly polledAt: number
  readonly outlive: number
  readonly remaining: number
}

export function createPollChooser() {
  let priceS = 0
  return {
    /**
     * The task that is most worth a poll now, or null when none is. `busy` ones are being polled; `spare` is the share of the
     * burst that is left, 0 to 1.
     */
    next: <Task extends Pollable>(
      tasks: Iterable<Task>,
      now: number,
      spare: number,
      busy: (id: string) => boolean,
    ): Task | null => {
      let best: Task | null = null
      let bestIndex = Math.max(WORTH_POLLING_S, priceS * SCARCE * (1 - spare))
      for (const task of tasks) {
        // Nobody has waited longer than since the last poll.
        if (task.dueAt === null && now - task.polledAt <= bestIndex * 1_000) continue
        const index = indexOf(task, now)
        if (index <= bestIndex || busy(task.id)) continue
        best = task
        bestIndex = index
      }
      if (best && bestIndex < MAX_GAP_S) priceS += (bestIndex - priceS) / PRICE_MEMORY
      return best
    },
  }
}

/** Seconds of expected undetected waiting. */
export function indexOf(task: Pollable, now: number): number {
  const gapS = (now - task.polledAt) / 1_000
  if (task.dueAt !== null) return now >= task.dueAt ? Infinity : 0
  if (gapS < MIN_GAP_S) return 0
  if (gapS > MAX_GAP_S) return gapS
  const { distribution, outlive, remaining } = (task.since = sinceLastPoll(task))
  const ageS = Math.max(0, now - task.startedAt) / 1_000
  return gapS - (remaining - distribution.remaining(ageS)) / outlive
}

function sinceLastPoll(task: Pollable): Since {
  const { model, polledAt, startedAt, since } = task
  const { distribution } = model
  if (since?.distribution === distribution && since.polledAt === polledAt) return since
  const ageS = Math.max(0, polledAt - startedAt) / 1_000
  return {
    distribution,
    polledAt,
    outlive: distribution.outlive(ageS),
    remaining: distribution.remaining(ageS),
  }
}

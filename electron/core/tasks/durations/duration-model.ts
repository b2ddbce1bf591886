/**
 * What is known about the durations of one kind of task: samples, a test for change, and the distribution that follows.
 *
 * The test compares how many tasks finished with how many should have by now, finished and still running ones alike: a
 * martingale residual (T. Therneau, P. Grambsch, T. Fleming, "Martingale-based residuals for survival models", 1990).
 */
import { learnDistribution, type Distribution } from './distribution.ts'

/** Enough to learn a shape, few enough to follow slow drift. */
const MOST_SAMPLES = 60
/** Fewer say nothing about a shape. */
export const FEWEST_SAMPLES = 5
/** Share of "we may be wrong" in what is used, and its mean in means of what was learned. */
const DOUBT = 0.03
const DOUBT_MEANS = 1.5
/** Standard deviations of the residual at which the durations are taken to have changed. */
const SURPRISE = 3
/** The residual forgets: a change is a matter of about the last so many tasks. */
const MEMORY_TASKS = 20
/** Learning again costs some milliseconds; a tenth more samples changes little. */
const RELEARN_SHARE = 0.1
/** No single look may count for more expected finishes than this. */
const MOST_HAZARD = 3

export interface DurationModel {
  /** Durations in seconds, newest last. Emptied when the durations have changed. */
  readonly samples: readonly number[]
  /** What to plan by: the learned shape with a share of doubt, or nothing but doubt. */
  readonly distribution: Distribution
  /** A task was seen finished, after `durationS` seconds. */
  finished(durationS: number): void
  /** A task is still running at `ageS`, and was at `beforeS` when it was looked at last. */
  stillRunning(beforeS: number, ageS: number): void
}

/** @param priorMeanS what to assume while nothing is known, in seconds */
export function createDurationModel(kept: readonly number[], priorMeanS: number): DurationModel {
  let samples = kept.slice(-MOST_SAMPLES)
  let meanS = meanOf(samples) ?? priorMeanS
  let learned: Distribution | null = null
  let planned: Distribution = learnDistribution([], 1, meanS)
  let expected = 0
  let seen = 0
  let unlearned = 0
  learn()

  function learn(): void {
    unlearned = 0
    meanS = meanOf(samples) ?? meanS
    if (samples.length < FEWEST_SAMPLES) {
      learned = null
      planned = learnDistribution([], 1, meanS)
      return
    }
    learned = learnDistribution(samples, 0, meanS)
    planned = learnDistribution(samples, DOUBT, meanS * DOUBT_MEANS)
  }
  const hazard = (ageS: number): number => -Math.log(Math.max(1e-9, 1 - (learned?.finishedBy(ageS) ?? 0)))
  const test = (): void => {
    if (!learned || Math.abs(seen - expected) < SURPRISE * Math.sqrt(Math.max(4, expected, seen))) return
    // Slower by a factor that is not known yet; the mean only gives the order of magnitude.
    meanS *= seen < expected ? 2 : 1
    samples = []
    expected = 0
    seen = 0
    learn()
  }
  return {
    get samples() {
      return samples
    },
    get distribution() {
      return planned
    },
    finished: (durationS) => {
      expected *= 1 - 1 / MEMORY_TASKS
      seen = seen * (1 - 1 / MEMORY_TASKS) + 1
      test()
      samples = [...samples, durationS].slice(-MOST_SAMPLES)
      unlearned++
      if (unlearned >= samples.length * RELEARN_SHARE) learn()
    },
    stillRunning: (beforeS, ageS) => {
      if (!learned) return
      expected += Math.min(MOST_HAZARD, Math.max(0, hazard(ageS) - hazard(beforeS)))
      test()
    },
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Notices that tasks take longer, or less long, than was learned.
 *
 * Every poll is evidence: finished or still running between two ages. Its likelihood, were all durations stretched by a factor,
 * is compared with its likelihood as learned, and the logarithms are summed, never below zero: E. S. Page, "Continuous
 * inspection schemes", Biometrika 41 (1954), 100-115. When to poll is decided before the outcome is known, so that no schedule
 * biases the sum. A false alarm comes on average after at least e^ALARM polls.
 */
import type { Distribution } from './distribution.ts'

/** What is tested for, each way. */
const FACTORS = [1.6, 1 / 1.6]
const ALARM = Math.log(2_000)
/** No single poll decides, whatever the model says of its chances. */
const MOST_EVIDENCE = Math.log(50)

export interface ChangeTest {
  /** Takes in one poll; returns the factor that fits better than what was learned, or null while there is none. */
  polled(model: Distribution, beforeS: number, ageS: number, finished: boolean): number | null
  reset(): void
}

export function createChangeTest(): ChangeTest {
  const sums = FACTORS.map(() => 0)
  return {
    polled: (model, beforeS, ageS, finished) => {
      const usual = chance(model, beforeS, ageS, finished)
      for (const [index, factor] of FACTORS.entries()) {
        const evidence = Math.log(chance(model, beforeS / factor, ageS / factor, finished) / usual)
        const bounded = Math.min(MOST_EVIDENCE, Math.max(-MOST_EVIDENCE, evidence))
        sums[index] = Math.max(0, (sums[index] ?? 0) + bounded)
        if (sums[index] > ALARM) return factor
      }
      return null
    },
    reset: () => {
      sums.fill(0)
    },
  }
}

function chance(model: Distribution, beforeS: number, ageS: number, finished: boolean): number {
  const stillRunning = model.outlive(ageS) / model.outlive(beforeS)
  return Math.max(1e-12, finished ? 1 - stillRunning : stillRunning)
}

/**
 * Says which request gets which fault, by counting and by a seeded draw: the same requests in the same order get the same
 * faults.
 */
import { createRandom } from '#local-service/image/random.ts'
import type { FaultSchedule, Endpoint, Fault, Rule } from './schedule.ts'

export interface FaultCounter {
  /** The fault for the next request to `endpoint`, or null for none. Each call counts. */
  next(endpoint: Endpoint): Fault | null
}

/** The faults of `schedule`, from its beginning. */
export function createFaultCounter({ seed, rules }: FaultSchedule): FaultCounter {
  const counted = rules.map((rule, index) => ({
    rule,
    random: createRandom(`fault ${index}`, seed),
    seen: 0,
    taken: 0,
  }))

  return {
    next(endpoint) {
      let fault: Fault | null = null
      for (const entry of counted) {
        const { rule } = entry
        if (rule.on !== undefined && rule.on !== endpoint) continue
        entry.seen += 1
        if (fault === null && isDue(rule, entry.seen, entry.taken) && entry.random() < rule.probability) {
          entry.taken += 1
          fault = rule.fault
        }
      }
      return fault
    },
  }
}

function isDue({ after, every, times }: Rule, seen: number, taken: number): boolean {
  return seen > after && (seen - after) % every === 0 && taken < (times ?? Infinity)
}

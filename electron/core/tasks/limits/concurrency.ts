/**
 * How many tasks the service lets run at once, learned from refusals that end when a task ends.
 *
 * A 429 may mean "too fast" or "too many at once", and rarely says which. Too many at once looks like this: refused with so
 * many at work, taken with fewer, refused again with as many; never refused with fewer, never taken with clearly more. What
 * looks like it several times in a row is a bound. A bound that was a mistake is found out soon: one more is tried after a
 * few requests, and ever more seldom only while that is refused.
 */
import { z } from 'zod'

/** Requests taken at the bound before one more is tried: at first, at the least and at the most. */
const PROBE_AFTER = 20
const SOONEST_PROBE = 5
const LATEST_PROBE = 400
/** How often it has to look like a bound. */
const CONFIRMED = 3
/** Refusals further apart than this have nothing to do with each other. */
const MEMORY_MS = 5 * 60_000
/** So many refusals within it at what was taken before are not explained by a bound, even by one that is falling. */
const UNEXPLAINED = 4
/** Clearly more than the suspected bound: finished tasks that nobody has looked at yet still count as at work here. */
const MORE = { share: 1.05, tasks: 1 }

export const concurrencyStateSchema = z.object({
  bound: z.int().min(1).nullable(),
  /** Requests taken since the bound was confirmed or tried. */
  steady: z.int().min(0),
  /** After how many of them one more is tried. */
  probeAfter: z.int().min(1).default(PROBE_AFTER),
})
export type ConcurrencyState = z.infer<typeof concurrencyStateSchema>

export const NO_BOUND: ConcurrencyState = { bound: null, steady: 0, probeAfter: PROBE_AFTER }

export interface Concurrency {
  /** Whether one more may be sent while `atWork` tasks are at the service. */
  allows(atWork: number): boolean
  accepted(atWork: number): void
  /**
   * A request was refused while `atWork` others were at the service. Answers what is now believed of this refusal:
   * `bound` when it was about the number at once, and `learned` when that became clear only now.
   */
  refused(atWork: number, now: number): 'bound' | 'learned' | 'other'
  /** How often in a row it has looked like a bound that is not confirmed yet. */
  readonly suspicions: number
  readonly bound: number | null
  state(): ConcurrencyState
}

interface Suspicion {
  readonly level: number
  readonly count: number
  readonly at: number
  /** Whether a request was taken since. */
  readonly taken: boolean
}

export function createConcurrency(start: ConcurrencyState): Concurrency {
  let { bound, steady, probeAfter } = start
  /** One more than was known to be taken is being tried. */
  let probing = false
  let unexplained: number[] = []
  let suspicion: Suspicion | null = null
  const suspect = (atWork: number, now: number): boolean => {
    const last = suspicion && now - suspicion.at < MEMORY_MS ? suspicion : null
    if (last && !last.taken) {
      // Refused with fewer at work than it was refused with: the number at once is not the reason.
      suspicion = atWork < last.level ? null : { ...last, at: now }
      return false
    }
    const level = Math.min(last?.level ?? Infinity, atWork)
    suspicion = { level, count: (last?.count ?? 0) + 1, at: now, taken: false }
    return suspicion.count >= CONFIRMED
  }
  return {
    allows: (atWork) => atWork < (bound ?? Infinity),
    accepted: (atWork) => {
      if (suspicion) {
        const isMore = atWork > suspicion.level * MORE.share + MORE.tasks
        suspicion = isMore ? null : { ...suspicion, taken: true }
      }
      if (bound === null || atWork + 1 < bound) return
      // One more than before was taken: the bound was not where it seemed to be.
      if (probing) probeAfter = Math.max(SOONEST_PROBE, Math.floor(probeAfter / 2))
      probing = false
      steady++
      if (steady < probeAfter) return
      steady = 0
      bound++
      probing = true
    },
    refused: (atWork, now) => {
      if (atWork === 0) {
        suspicion = null
        return 'other'
      }
      if (bound !== null && !probing) {
        unexplained = [...unexplained.filter((at) => now - at < MEMORY_MS), now]
        if (unexplained.length >= UNEXPLAINED) {
          bound = null
          suspicion = null
          unexplained = []
          return 'other'
        }
      }
      if (bound !== null && atWork >= bound - 1) {
        probeAfter = probing ? Math.min(LATEST_PROBE, probeAfter * 2) : PROBE_AFTER
        bound = Math.max(1, probing ? bound - 1 : Math.min(bound, atWork))
        probing = false
        steady = 0
        return 'bound'
      }
      if (!suspect(atWork, now)) return 'other'
      bound = suspicion?.level ?? atWork
      steady = 0
      probeAfter = PROBE_AFTER
      suspicion = null
      return 'learned'
    },
    get suspicions() {
      return suspicion?.count ?? 0
    },
    get bound() {
      return bound
    },
    state: () => ({ bound, steady, probeAfter }),
  }
}

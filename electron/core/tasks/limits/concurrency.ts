/**
 * How many tasks the service lets run at once, learned from refusals that end when a task ends.
 *
 * A 429 may mean "too fast" or "too many at once", and rarely says which. The pattern of too many at once is: refused with so
 * many running, accepted with fewer, refused again with as many; never refused with fewer, never accepted with clearly more.
 * The pattern several times in a row is a bound. A wrong bound is found out soon: one more is tried after a few requests, and
 * less often only while that is refused.
 */
import { z } from 'zod'

/** Requests accepted at the bound before one more is tried: at first, at least and at most. */
const PROBE_AFTER = 20
const SOONEST_PROBE = 5
const LATEST_PROBE = 400
/** How often the pattern has to appear. */
const CONFIRMED = 3
/** Refusals further apart than this have nothing to do with each other. */
const MEMORY_MS = 5 * 60_000
/** So many refusals within `MEMORY_MS` below the bound are not explained by it, not even by a falling one. */
const UNEXPLAINED = 6
/** Clearly more than the suspected bound: finished tasks that were not polled yet still count as running here. */
const MORE = { share: 1.05, tasks: 1 }

export const concurrencyStateSchema = z.object({
  bound: z.int().min(1).nullable(),
  /** Requests accepted since the bound was confirmed or probed. */
  steady: z.int().min(0),
  /** After how many of them one more is tried. */
  probeAfter: z.int().min(1).default(PROBE_AFTER),
})
export type ConcurrencyState = z.infer<typeof concurrencyStateSchema>

export const NO_BOUND: ConcurrencyState = { bound: null, steady: 0, probeAfter: PROBE_AFTER }

interface Suspicion {
  readonly level: number
  readonly count: number
  readonly at: number
  /** Whether a request was accepted since. */
  readonly accepted: boolean
}

export function createConcurrency(start: ConcurrencyState) {
  let { bound, steady, probeAfter } = start
  /** One more than the bound before is being tried. */
  let probing = false
  /** Refused at the bound, and nothing was accepted since: with still fewer at work it is the bound as well. */
  let isFalling = false
  let unexplained: number[] = []
  let suspicion: Suspicion | null = null
  const suspect = (running: number, now: number): boolean => {
    const last = suspicion && now - suspicion.at < MEMORY_MS ? suspicion : null
    if (last && !last.accepted) {
      // Refused with fewer running than last time: the number at once is not the reason.
      suspicion = running < last.level ? null : { ...last, at: now }
      return false
    }
    const level = Math.min(last?.level ?? Infinity, running)
    suspicion = { level, count: (last?.count ?? 0) + 1, at: now, accepted: false }
    return suspicion.count >= CONFIRMED
  }
  return {
    /** Whether one more may be sent while `running` tasks are at the service. */
    allows: (running: number): boolean => running < (bound ?? Infinity),
    accepted: (running: number): void => {
      isFalling = false
      if (suspicion) {
        const isMore = running > suspicion.level * MORE.share + MORE.tasks
        suspicion = isMore ? null : { ...suspicion, accepted: true }
      }
      if (bound === null || running + 1 < bound) return
      // One more than before was accepted: the bound was too low.
      if (probing) probeAfter = Math.max(SOONEST_PROBE, Math.floor(probeAfter / 2))
      probing = false
      steady++
      if (steady < probeAfter) return
      steady = 0
      bound++
      probing = true
    },
    /**
     * A request was refused while `running` others were at the service. Returns what the refusal was about: `bound` for the
     * number at once, `learned` when that became clear only now, `other` for anything else.
     */
    refused: (running: number, now: number): 'bound' | 'learned' | 'other' => {
      if (running === 0) {
        suspicion = null
        return 'other'
      }
      if (bound !== null && !probing) {
        unexplained = [...unexplained.filter((at) => now - at < MEMORY_MS), now]
        if (unexplained.length >= UNEXPLAINED) {
          bound = suspicion = null
          unexplained = []
          return 'other'
        }
      }
      if (bound !== null && (running >= bound - 1 || isFalling)) {
        isFalling = !probing
        probeAfter = probing ? Math.min(LATEST_PROBE, probeAfter * 2) : PROBE_AFTER
        bound = Math.max(1, probing ? bound - 1 : Math.min(bound, running))
        probing = false
        steady = 0
        return 'bound'
      }
      if (!suspect(running, now)) return 'other'
      bound = suspicion?.level ?? running
      steady = 0
      probeAfter = PROBE_AFTER
      suspicion = null
      return 'learned'
    },
    /** How often in a row the pattern has appeared without being confirmed yet. */
    get suspicions(): number {
      return suspicion?.count ?? 0
    },
    get bound(): number | null {
      return bound
    },
    state: (): ConcurrencyState => ({ bound, steady, probeAfter }),
  }
}

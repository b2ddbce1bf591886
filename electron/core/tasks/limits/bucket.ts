/**
 * One rate limit, metered by GCRA and learned from refusals.
 *
 * Starts modest, grows while nothing is refused, falls to 0.7 of itself on a 429, climbs back to just under the refused rate,
 * and tries a little more only long after. Owns the arithmetic on a monotonic clock; the profile queue sends the requests.
 *
 * GCRA: ITU-T I.371, "Generic Cell Rate Algorithm" (virtual scheduling). Additive increase and multiplicative decrease:
 * D. Chiu, R. Jain, "Analysis of the Increase and Decrease Algorithms for Congestion Avoidance" (1989).
 */
import { z } from 'zod'

const MINUTE_MS = 60_000
const DECREASE = 0.7
/** One refusal never lowers the limit below this share of the rate at which it came. */
const DEEPEST_FALL = 0.5
/** How near to a refused rate it stays afterwards. */
const BELOW_CEILING = 0.9
/** Until the first refusal, each accepted request adds this share of the starting rate: a doubling in 50 requests. */
const GROWTH = 0.02
/** Back under the ceiling within about this many requests. */
const CLIMB_REQUESTS = 30
/**
 * Requests without a refusal before a little more is tried: at first, at least and at most. Halved after a probe that was
 * accepted, so that a cut that was too deep is soon undone; doubled with every refusal.
 */
const PROBE_REQUESTS = 100
const SOONEST_PROBE = 25
const LATEST_PROBE = 800
const PROBE_STEP = 1.1
const FASTEST_PER_MINUTE = 1_200
const SLOWEST_PER_MINUTE = 0.5

export const bucketStateSchema = z.object({
  ratePerMinute: z.number().positive(),
  /** The rate at which the service last refused; null while it never has. */
  ceilingPerMinute: z.number().positive().nullable(),
  /** Requests since the last refusal or probe. */
  steady: z.int().min(0),
  /** After how many of them a little more is tried. */
  probeAfter: z.int().min(1).default(PROBE_REQUESTS),
})
export type BucketState = z.infer<typeof bucketStateSchema>

export function freshBucket(ratePerMinute: number): BucketState {
  return { ratePerMinute, ceilingPerMinute: null, steady: 0, probeAfter: PROBE_REQUESTS }
}

export interface Bucket {
  /** Milliseconds until a request may be sent; 0 when it may now. */
  waitMs(now: number): number
  /** The share of the burst that could be sent now, 0 to 1. */
  spare(now: number): number
  /** Requests a minute in the long run, and how many may be sent at once after a pause. */
  pace(): { readonly perMinute: number; readonly burst: number }
  /** Takes one request's worth. */
  spend(now: number): void
  accepted(now: number): void
  /** A request was refused for its rate. Nothing is sent for `waitMs`, of which the service itself asked for `askedMs`. */
  refused(now: number, waitMs: number, askedMs: number): void
  /** Ends the part of a wait that the service did not ask for. */
  timeJumped(now: number): void
  /** Takes back what was learned since `state()` returned this. */
  restore(state: BucketState): void
  state(): BucketState
}

/** `burst` requests may be sent at once; it shrinks with the rate so that a window of a minute is never overrun. */
export function createBucket(start: BucketState, burst: number): Bucket {
  const startPerMinute = start.ratePerMinute
  let { ratePerMinute, ceilingPerMinute, steady, probeAfter } = start
  /** GCRA's theoretical arrival time of the next request. */
  let arrivalAt = -Infinity
  let blockedUntil = -Infinity
  /** The part of it that the service named. */
  let askedUntil = -Infinity
  let refusedLast = false
  /** A little more was tried since the last refusal. */
  let probed = false
  let recentlySpent: number[] = []

  const intervalMs = () => MINUTE_MS / ratePerMinute
  /** A window limit of N a minute sees rate + burst in its worst minute: both together stay under what is known. */
  const burstNow = () => Math.max(1, Math.min(burst, Math.floor(ratePerMinute / 6)))
  const lower = (now: number): void => {
    // The requests of the last minute are the best guess at a limit per minute; the rate bounds it from above. From below a
    // halving does: a window that was hardly used says little.
    const seen = Math.max(ratePerMinute * DEEPEST_FALL, recent(now).length - 1)
    ceilingPerMinute = Math.max(SLOWEST_PER_MINUTE, Math.min(ratePerMinute, seen))
    ratePerMinute = Math.max(SLOWEST_PER_MINUTE, ceilingPerMinute * DECREASE)
  }
  const recent = (now: number) => recentlySpent.filter((at) => at > now - MINUTE_MS)
  return {
    waitMs: (now) => {
      const tolerance = (burstNow() - 1) * intervalMs()
      return Math.max(0, blockedUntil - now, arrivalAt - tolerance - now)
    },
    spare: (now) => {
      const taken = Math.max(0, arrivalAt - now, blockedUntil - now) / (burstNow() * intervalMs())
      return Math.max(0, 1 - taken)
    },
    pace: () => ({ perMinute: ratePerMinute, burst: burstNow() }),
    spend: (now) => {
      arrivalAt = Math.max(now, arrivalAt) + intervalMs()
      recentlySpent = recent(now)
      recentlySpent.push(now)
    },
    accepted: () => {
      refusedLast = false
      steady++
      if (ceilingPerMinute === null) {
        ratePerMinute = Math.min(FASTEST_PER_MINUTE, ratePerMinute + startPerMinute * GROWTH)
        return
      }
      const top = ceilingPerMinute * BELOW_CEILING
      if (ratePerMinute < top) ratePerMinute = Math.min(top, ratePerMinute + top / CLIMB_REQUESTS)
      else if (steady >= probeAfter) {
        if (probed) probeAfter = Math.max(SOONEST_PROBE, Math.floor(probeAfter / 2))
        probed = true
        steady = 0
        ceilingPerMinute = Math.min(FASTEST_PER_MINUTE, ceilingPerMinute * PROBE_STEP)
      }
    },
    timeJumped: (now) => {
      blockedUntil = Math.min(blockedUntil, Math.max(now, askedUntil))
      arrivalAt = Math.min(arrivalAt, now + (burstNow() - 1) * intervalMs())
    },
    refused: (now, waitMs, askedMs) => {
      askedUntil = Math.max(askedUntil, now + askedMs)
      steady = 0
      // Refused again before anything was accepted: still the same limit, which is not learned twice.
      if (!refusedLast) {
        lower(now)
        probeAfter = Math.min(LATEST_PROBE, probeAfter * 2)
        probed = false
      }
      refusedLast = true
      blockedUntil = Math.max(blockedUntil, now + waitMs)
      // The next request is a probe: no burst builds up meanwhile.
      arrivalAt = Math.max(arrivalAt, blockedUntil + (burstNow() - 1) * intervalMs())
    },
    restore: (state) => {
      ;({ ratePerMinute, ceilingPerMinute, steady, probeAfter } = state)
      refusedLast = false
    },
    state: () => ({ ratePerMinute, ceilingPerMinute, steady, probeAfter }),
  }
}

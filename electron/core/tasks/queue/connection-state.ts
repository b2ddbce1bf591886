/**
 * How a profile stands with its service: what holds all of it, for how long, and whether to go carefully.
 *
 * Owns the state only; the lane says what happened and asks before it acts.
 */
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import { backoffMs } from '../limits/backoff.ts'
import type { Hold } from './holding-limits.ts'
import type { Paid } from '../limits/limits.ts'

const LEAST_OFFLINE_WAIT_MS = 500
/** Room on the disk comes back when the user makes some: they wait for it, and trying costs no request. */
const DISK_WAIT_MS = 1_000

export interface Standing {
  readonly hold: Hold | null
  /** After a refusal one request goes ahead; the others follow when it was answered well. */
  cautious(what: Paid): boolean
  /** The service answered such a request as it should. */
  fine(what: Paid): void
  /** The service refused such a request for a limit. */
  refused(what: Paid): void
  key(message: string): void
  offline(message: string): void
  disk(message: string): void
  /** Lets go of a hold whose time is over; answers whether there was one. */
  expire(now: number): boolean
  /** The network is another one; answers whether that ended a hold. */
  moved(): boolean
  release(): void
}

export function createStanding(clock: Clock, random: Random): Standing {
  let hold: Hold | null = null
  let failures = 0
  /** Kept apart: that a look was taken says nothing of the limit on generate requests. */
  const careful = new Set<Paid>()
  const release = (): void => {
    hold = null
    failures = 0
  }
  /** A missing key outweighs every other reason. */
  const holdFor = (kind: 'offline' | 'disk', message: string, waitMs: () => number): void => {
    if (hold?.kind === 'key') return
    careful.add('submit').add('look')
    hold = { kind, message, until: clock.monotonicMs() + waitMs() }
  }
  return {
    get hold() {
      return hold
    },
    cautious: (what) => careful.has(what),
    release,
    fine: (what) => {
      failures = 0
      careful.delete(what)
    },
    refused: (what) => {
      careful.add(what)
    },
    key: (message) => {
      hold = { kind: 'key', message, until: Infinity }
    },
    offline: (message) =>
      holdFor('offline', message, () => Math.max(LEAST_OFFLINE_WAIT_MS, backoffMs(++failures, random))),
    disk: (message) => holdFor('disk', message, () => DISK_WAIT_MS),
    expire: (now) => {
      if (!hold || hold.until > now) return false
      hold = null
      return true
    },
    moved: () => {
      if (hold?.kind !== 'offline') return false
      release()
      return true
    },
  }
}

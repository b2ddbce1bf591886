/** Says which limit holds a profile's tasks back, and until when: the first reason that is in force. */
import type { QueueLimit } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../limits/limits.ts'

/** Holds everything of a profile: nothing is sent, nothing looked at. */
export interface Hold {
  readonly kind: 'key' | 'offline' | 'disk'
  readonly message: string
  /** Monotonic; Infinity until somebody acts. */
  readonly until: number
}

export interface Holds {
  readonly deps: {
    readonly profileId: string
    readonly clock: Clock
    readonly limits: Limits
    readonly mostAtWork: () => number
    readonly paused: () => boolean
    readonly cap: () => { readonly message: string; readonly untilWall: number } | null
  }
  readonly hold: Hold | null
  readonly now: number
  readonly waiting: number
  readonly running: number
  readonly atWork: number
}

export function describeHolds({ deps, hold, now, waiting, running, atWork }: Holds): readonly QueueLimit[] {
  const { profileId, clock, limits } = deps
  const limit = (
    kind: QueueLimit['kind'],
    message: string,
    held: number,
    waitMs = Infinity,
  ): QueueLimit[] => [
    {
      kind,
      profileId,
      message,
      waiting: held,
      ...(waitMs < Infinity ? { until: Math.round(clock.now() + waitMs) } : {}),
    },
  ]
  if (hold) return limit(hold.kind, hold.message, waiting + running, hold.until - now)
  if (waiting === 0 || deps.paused()) return []
  const cap = deps.cap()
  if (cap) return limit('cap', cap.message, waiting, cap.untilWall - clock.now())
  const held = limits.hold(now)
  if (held?.kind === 'day')
    return limit('day', "The service's limit for the day is reached.", waiting, held.waitMs)
  if (held) return limit('minute', 'The service asks to go slower.', waiting, held.waitMs)
  if (limits.bound !== null && !limits.allowsOneMore(atWork)) {
    return limit('concurrency', `The service takes ${limits.bound} at once.`, waiting)
  }
  if (atWork >= deps.mostAtWork()) {
    return limit('concurrency', `${deps.mostAtWork()} at once, as set in Settings.`, waiting)
  }
  const waitMs = limits.waitMs('submit', now)
  return waitMs > 0 ? limit('minute', 'Kept under the limit a minute.', waiting, waitMs) : []
}

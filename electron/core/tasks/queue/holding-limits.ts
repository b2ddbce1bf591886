/** Says which limit holds a profile's tasks back, and until when: the first reason in force. */
import type { QueueLimit } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { Hold } from './connection-state.ts'
import type { UserLimits } from './user-limits.ts'

export interface QueueLoad {
  readonly waiting: number
  readonly polled: number
  /** Polled or being sent. */
  readonly running: number
}

export function holdingLimits(
  profileId: string,
  clock: Clock,
  limits: Limits,
  user: Pick<UserLimits, 'maxRunning' | 'paused' | 'cap'>,
  hold: Hold | null,
  { waiting, polled, running }: QueueLoad,
): readonly QueueLimit[] {
  const now = clock.monotonicMs()
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
  if (hold) {
    const [held] = limit(hold.kind, hold.message, waiting, hold.until - now)
    return held === undefined ? [] : [{ ...held, ...(polled > 0 && { unfollowed: polled }) }]
  }
  if (waiting === 0 || user.paused()) return []
  const cap = user.cap()
  if (cap) return limit('cap', cap.message, waiting, cap.untilWall - clock.now())
  const held = limits.hold(now)
  if (held?.kind === 'day')
    return limit('day', "The service's limit for the day is reached.", waiting, held.waitMs)
  if (held) return limit('minute', 'The service asks to go slower.', waiting, held.waitMs)
  if (limits.bound !== null && !limits.allowsOneMore(running)) {
    return limit('concurrency', `The service takes ${limits.bound} at once.`, waiting)
  }
  if (running >= user.maxRunning()) {
    return limit('concurrency', `${user.maxRunning()} at once, as set in Settings.`, waiting)
  }
  const waitMs = limits.waitMs('submit', now)
  return waitMs > 0 ? limit('minute', 'Within the limit per minute.', waiting, waitMs) : []
}

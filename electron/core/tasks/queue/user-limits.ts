/** What the user allows: how many requests at once, a cap per day, and a pause that survives a restart. */
import { message, type Message } from '#contract/messages/message.ts'
import type { Settings } from '#contract/settings.ts'
import type { Clock } from '#core/ports/clock.ts'
import { readFact, writeFact, type Database } from '#core/store/database.ts'
import type { QueueLimit } from '#contract/queue.ts'
import type { Spending } from '../../spending/spending.ts'
import type { Limits } from '../limits/limits.ts'
import type { CapReached } from '../../spending/caps.ts'
import type { TaskRecord } from '../task-row.ts'
import type { Hold } from './connection-state.ts'

/** The name of the fact that says whether sending is paused. */
export const PAUSED = 'queue.paused'

/** For one profile. */
export type UserLimits = ReturnType<ReturnType<typeof createUserLimits>['of']>

interface UserLimitsDeps {
  readonly db: Database
  readonly settings: () => Settings['queue']
  readonly spending: Pick<Spending, 'caps'>
  /** How many requests its service is sent at the same time at most. */
  readonly mostAtOnce: (profileId: string) => number
}

export function createUserLimits({ db, settings, spending, mostAtOnce }: UserLimitsDeps) {
  let paused = readFact(db, PAUSED) === 'true'
  let isEnding = false
  const { caps } = spending
  /** Nothing is to be sent: the user paused it, or this run ends. */
  const isHeld = (): boolean => paused || isEnding
  return {
    get paused(): boolean {
      return paused
    },
    setPaused: (value: boolean): void => {
      paused = value
      writeFact(db, PAUSED, String(value))
    },
    isHeld,
    /** Until this run ends. The user's own pause stays as it is. */
    end: (): void => void (isEnding = true),
    of: (profileId: string) => ({
      /** Generate requests that may run at the service at once. */
      maxRunning: (): number => Math.min(settings().concurrency, mostAtOnce(profileId)),
      whyNoMore: (): Message => {
        const { concurrency } = settings()
        return mostAtOnce(profileId) < concurrency
          ? message('queue.atOnce', { count: mostAtOnce(profileId) })
          : message('queue.atOnce.settings', { count: concurrency })
      },
      /** Whether sending is paused. Polling goes on: what was paid for must not expire. */
      paused: isHeld,
      restOfDayMs: caps.restOfDayMs,
      capLeft: () => caps.requestsLeft(profileId),
      cap: ({ request }: Pick<TaskRecord, 'request'>): CapReached | null => caps.holding(profileId, request),
      /** Whether any cap counts for it, reached or not. */
      isCapped: ({ request }: Pick<TaskRecord, 'request'>): boolean => caps.count(profileId, request),
    }),
  }
}

export interface QueueLoad {
  readonly waiting: number
  readonly polled: number
  /** Polled or being sent. */
  readonly running: number
  /** The user's own cap that holds back what is next. */
  readonly cap: CapReached | null
}

/** As the page hears of it, before it is said. */
export interface Holding extends Omit<QueueLimit, 'message'> {
  readonly message: Message
}

interface HoldingDeps {
  readonly profileId: string
  readonly clock: Clock
  readonly limits: Limits
  readonly user: Pick<UserLimits, 'maxRunning' | 'whyNoMore' | 'paused'>
}

/** Says which limit holds a profile's tasks back, and until when: the first reason in force. */
export function holdingLimits(
  { profileId, clock, limits, user }: HoldingDeps,
  hold: Hold | null,
  { waiting, polled, running, cap }: QueueLoad,
): readonly Holding[] {
  const now = clock.monotonicMs()
  const limit = (kind: QueueLimit['kind'], message: Message, held: number, waitMs = Infinity): Holding[] => [
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
  if (cap) return limit('cap', cap.message, waiting, cap.untilMs - clock.now())
  const held = limits.hold(now)
  if (held?.kind === 'day') return limit('day', message('queue.dayLimit'), waiting, held.waitMs)
  if (held) return limit('minute', message('queue.slower'), waiting, held.waitMs)
  if (limits.bound !== null && !limits.allowsOneMore(running)) {
    return limit('concurrency', message('queue.atOnce', { count: limits.bound }), waiting)
  }
  if (running >= user.maxRunning()) {
    return limit('concurrency', user.whyNoMore(), waiting)
  }
  const waitMs = limits.waitMs('submit', now)
  return waitMs > 0 ? limit('minute', message('queue.minuteLimit'), waiting, waitMs) : []
}

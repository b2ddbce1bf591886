/** Holds all generate requests of a profile after a refusal: for a moment, or for a limit per day. */

/** No limit per minute asks for a wait this long. */
const DAY_WAIT_MS = 10 * 60_000
/** Refused for so long with nothing running and without a Retry-After: every window of a minute is over by then. */
const DAY_REFUSED_MS = 90_000
const DAY_MS = 24 * 60 * 60_000
/**
 * A limit per day that names no time is tried again after this, then after four times as long each time, and where it may count the
 * last 24 hours: when the first request of them is that old.
 */
const DAY_RETRY_MS = 15 * 60_000
const MAX_DAY_RETRY_MS = 4 * 60 * 60_000
/** Whatever the wall clock did while Atelier was closed, nothing is held for longer. */
const MAX_HOLD_MS = 25 * 60 * 60_000

interface Held {
  readonly kind: 'minute' | 'day'
  /** Monotonic. */
  readonly until: number
  /** A task's end cuts it short. */
  readonly endsWithTask: boolean
  /** The service named the time. */
  readonly asked: boolean
}

/** Takes up a stored hold. `now` and `epochNow` are the same moment on both clocks. */
export function createSubmitHold(
  stored: { readonly heldUntil: number | null; readonly heldFor: 'minute' | 'day' | null } | null,
  startedAt: number,
  epochNow: number,
) {
  let held: Held | null = null
  /** Since when all generate requests were refused, on the monotonic clock. */
  let refusedSince: number | null = null
  let dayRefusals = 0
  /** When the first request of a day was accepted, on the monotonic clock. */
  let dayBeganAt = -Infinity
  if (stored !== null && stored.heldUntil !== null && stored.heldFor !== null) {
    const longestMs = stored.heldFor === 'day' ? MAX_HOLD_MS : DAY_WAIT_MS
    const waitMs = Math.min(longestMs, stored.heldUntil - epochNow)
    if (waitMs > 0)
      held = { kind: stored.heldFor, until: startedAt + waitMs, endsWithTask: false, asked: true }
  }
  const waitMs = (now: number): number => Math.max(0, (held?.until ?? 0) - now)
  return {
    waitMs,
    current: (now: number): { readonly kind: 'minute' | 'day'; readonly waitMs: number } | null =>
      held && waitMs(now) > 0 ? { kind: held.kind, waitMs: waitMs(now) } : null,
    /** Holds where the refusal is a limit per day; returns whether it is. `askedMs` is the service's Retry-After. */
    holdForDay: (now: number, running: number, refusalWaitMs: number, askedMs: number | null): boolean => {
      refusedSince ??= now
      const asked = askedMs !== null
      const isDay = asked ? askedMs >= DAY_WAIT_MS : running === 0 && now - refusedSince >= DAY_REFUSED_MS
      if (!isDay) return false
      const freeInMs = dayBeganAt + DAY_MS - now
      const ownMs = Math.min(
        MAX_DAY_RETRY_MS,
        DAY_RETRY_MS * 4 ** dayRefusals++,
        freeInMs > 0 ? freeInMs : Infinity,
      )
      held = { kind: 'day', until: now + (asked ? refusalWaitMs : ownMs), endsWithTask: false, asked }
      return true
    },
    holdForMinute: (
      now: number,
      minuteWaitMs: number,
      { asked, endsWithTask }: { readonly asked: boolean; readonly endsWithTask: boolean },
    ): void => {
      held = { kind: 'minute', until: now + minuteWaitMs, endsWithTask: endsWithTask && !asked, asked }
    },
    accepted: (now: number): void => {
      if (now - dayBeganAt >= DAY_MS) dayBeganAt = now
      held = null
      refusedSince = null
      dayRefusals = 0
    },
    taskEnded: (now: number): void => {
      if (held?.endsWithTask) held = { ...held, until: now }
    },
    /** Ends a wait that the service did not ask for. */
    timeJumped: (now: number): void => {
      if (held && !held.asked) held = { ...held, until: now }
    },
  }
}

/**
 * The Clock port running many times as fast as the wall's, so that minutes of waiting pass in seconds and nothing is skipped.
 *
 * Waits, budgets and the wall clock all run faster together: nothing that reads only the port can tell. Time-outs of the
 * network are the system's own and stay as long as they are.
 */
import type { Clock } from '#core/ports/clock.ts'

/** What setTimeout takes. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** `originMs` is the moment at which its wall clock and the system's agree: the same for every process of one run. */
export function createQuickClock(speed: number, originMs: number): Clock {
  return {
    now: () => Math.round(originMs + (Date.now() - originMs) * speed),
    monotonicMs: () => performance.now() * speed,
    after: (waitMs, wake) => {
      const timer = setTimeout(wake, Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs) / speed))
      return () => clearTimeout(timer)
    },
  }
}

/** The system's time, and waits of any length. */
import type { Clock } from '#core/ports/clock.ts'

/** setTimeout takes 32 bits; a longer wait is walked in steps (Node turns a larger one into 1 ms). */
const MAX_STEP_MS = 2 ** 31 - 1

/** The clock of every host. A pending wait keeps the process alive; whoever began it cancels it. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    after(waitMs, wake) {
      let timer: NodeJS.Timeout
      const walk = (leftMs: number) => {
        const stepMs = Math.min(leftMs, MAX_STEP_MS)
        timer = setTimeout(() => (leftMs > stepMs ? walk(leftMs - stepMs) : wake()), stepMs)
      }
      walk(Math.max(0, waitMs))
      return () => clearTimeout(timer)
    },
  }
}

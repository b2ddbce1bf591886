/**
 * Notices that the computer slept or that somebody set the clock.
 *
 * On some systems the monotonic clock stands still during a sleep, then the wall clock runs ahead of it; on others it goes
 * on, then a step is far longer than it was to be.
 */
import type { Clock } from '../../ports/clock.ts'

/** The clocks drifting apart by more than this in one step, or a step being longer by as much, is no accident. */
const JUMP_MS = 5_000

export interface TimeJump {
  /** Whether there was one since the last question. */
  noticed(): boolean
  /** When the next question is to come, at the latest; Infinity where nobody knows. */
  expect(waitMs: number): void
}

export function createTimeJump(clock: Clock): TimeJump {
  let drift = clock.now() - clock.monotonicMs()
  let expectedAt = Infinity
  return {
    noticed: () => {
      const now = clock.monotonicMs()
      const current = clock.now() - now
      const jumped = Math.abs(current - drift) > JUMP_MS || now - expectedAt > JUMP_MS
      drift = current
      return jumped
    },
    expect: (waitMs) => {
      expectedAt = clock.monotonicMs() + waitMs
    },
  }
}

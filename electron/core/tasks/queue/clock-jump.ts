/**
 * Notices that the computer slept or that somebody set the clock.
 *
 * On some systems the monotonic clock stops during a sleep, then the wall clock runs ahead of it; on others it goes on, then a
 * step takes far longer than planned.
 */
import type { Clock } from '../../ports/clock.ts'

/** A larger drift between the clocks within one step, or a step that is longer by as much, is a jump. */
const JUMP_MS = 5_000

export interface ClockJump {
  /** Whether there was one since the last call. */
  noticed(): boolean
  /** The next call comes within `waitMs`; Infinity where that is not known. */
  expect(waitMs: number): void
}

export function createClockJump(clock: Clock): ClockJump {
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

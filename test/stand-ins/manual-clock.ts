/** The Clock port held still: time passes only where a test says so. */
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#core/ports/clock.ts'

export interface ManualClock extends Clock {
  /** Lets `ms` pass: runs every wait that comes due, in the order of their times. */
  advance(ms: number): void
  /** Goes to the next wait that comes due, at least `leastMs` and at most `mostMs` ahead, and runs what is due by then. */
  advanceToNext(leastMs: number, mostMs: number): void
  /** Runs the next wait, however far ahead, and lets every promise settle; until `ended` says so or nothing waits any more. */
  run(ended: () => boolean): Promise<void>
  /** Moves the wall clock alone, as a user or a time server does. */
  moveWallClock(ms: number): void
  readonly waits: number
}

interface Wait {
  readonly dueAt: number
  readonly order: number
  readonly wake: () => void
}

/** Starts at noon of 1 July 2025 on the wall, and at 0 on the monotonic clock. */
export function createManualClock(wallClockMs = Date.UTC(2025, 6, 1, 12)): ManualClock {
  const waits = new Set<Wait>()
  let elapsedMs = 0
  let wallOffsetMs = wallClockMs
  let order = 0
  const earliest = (): Wait | undefined => {
    let first: Wait | undefined
    for (const wait of waits)
      if (!first || wait.dueAt < first.dueAt || (wait.dueAt === first.dueAt && wait.order < first.order))
        first = wait
    return first
  }
  const advance = (ms: number): void => {
    const end = elapsedMs + ms
    for (let next = earliest(); next && next.dueAt <= end; next = earliest()) {
      waits.delete(next)
      elapsedMs = Math.max(elapsedMs, next.dueAt)
      next.wake()
    }
    elapsedMs = end
  }
  return {
    now: () => Math.round(wallOffsetMs + elapsedMs),
    monotonicMs: () => elapsedMs,
    after: (waitMs, wake) => {
      const wait = { dueAt: elapsedMs + Math.max(0, waitMs), order: order++, wake }
      waits.add(wait)
      return () => waits.delete(wait)
    },
    advance,
    advanceToNext: (leastMs, mostMs) => {
      const nextMs = (earliest()?.dueAt ?? Infinity) - elapsedMs
      advance(Math.min(mostMs, Math.max(leastMs, nextMs)))
    },
    run: async (ended) => {
      for (let next = earliest(); next && !ended(); next = earliest()) {
        waits.delete(next)
        elapsedMs = Math.max(elapsedMs, next.dueAt)
        next.wake()
        // Node runs every settled promise before the next turn of its loop.
        await setImmediate()
      }
    },
    moveWallClock: (ms) => {
      wallOffsetMs += ms
    },
    get waits() {
      return waits.size
    },
  }
}

/** What setTimeout takes. */
const MAX_WAIT_MS = 2 ** 31 - 1

/**
 * `originMs` is the moment at which its wall clock and the system's agree: the same for every process of one run.
 *
 * Waits, budgets and the wall clock all run faster together: nothing that reads only the port can tell. Time-outs of the
 * network are the system's own and stay as long as they are.
 */
export function createQuickClock(speed: number, originMs: number): Clock {
  return {
    now: () => Math.round(originMs + (Date.now() - originMs) * speed),
    monotonicMs: () => performance.now() * speed,
    after: (waitMs, wake) => {
      const timer = setTimeout(wake, Math.min(MAX_WAIT_MS, Math.max(0, waitMs) / speed))
      return () => clearTimeout(timer)
    },
  }
}

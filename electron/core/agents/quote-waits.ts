/** The times of open quotes, and those who wait for one to be decided. */
import type { Clock } from '../ports/clock.ts'
import { writeIfPossible } from '../store/disk-errors.ts'

/** One for each open quote. */
export function createTimers(clock: Clock, expire: (id: string) => void) {
  const timers = new Map<string, () => void>()
  const ring = (id: string): void => {
    timers.delete(id)
    // Without its timer it has expired for whoever asks.
    writeIfPossible(() => expire(id))
  }
  return {
    has: (id: string): boolean => timers.has(id),
    arm: (id: string, waitMs: number): void => {
      timers.set(
        id,
        clock.after(waitMs, () => ring(id)),
      )
    },
    stop: (id: string): void => {
      timers.get(id)?.()
      timers.delete(id)
    },
    stopAll: (): void => {
      for (const disarm of timers.values()) disarm()
    },
  }
}

const MAX_WAIT_MS = 25_000

export function createDecisionWaits(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>()
  let isClosed = false
  const end = (id: string): void => {
    for (const leave of waiting.get(id) ?? []) leave()
  }
  return {
    /** Resolves at `end`, after `ms` (25 s at most), or when `signal` aborts. */
    until: (id: string, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const others = waiting.get(id) ?? new Set()
        waiting.set(id, others)
        const leave = (): void => {
          disarm()
          signal.removeEventListener('abort', leave)
          others.delete(leave)
          if (others.size === 0) waiting.delete(id)
          resolve()
        }
        const disarm = clock.after(Math.min(Math.max(0, ms), MAX_WAIT_MS), leave)
        signal.addEventListener('abort', leave, { once: true })
        others.add(leave)
      }),
    end,
    get isClosed(): boolean {
      return isClosed
    },
    /** Ends all, and nobody waits from now on. */
    close: (): void => {
      isClosed = true
      for (const id of waiting.keys()) end(id)
    },
  }
}

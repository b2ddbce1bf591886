/** Those who wait for a quote to be decided. */
import type { Clock } from '../ports/clock.ts'

const LONGEST_WAIT_MS = 25_000

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
        const disarm = clock.after(Math.min(Math.max(0, ms), LONGEST_WAIT_MS), leave)
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

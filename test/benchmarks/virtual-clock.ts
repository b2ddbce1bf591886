/**
 * A clock for simulations: time jumps from one wait to the next, and every promise settles in between.
 *
 * Beside test/stand-ins/manual-clock.ts, which a test moves by hand: a simulation lets hours pass by itself.
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#core/ports/clock.ts'

export interface VirtualClock extends Clock {
  /** Runs what is due, in the order of its times, until `ended` says so or nothing waits any more. */
  run(ended: () => boolean): Promise<void>
}

interface Wait {
  readonly dueAt: number
  readonly order: number
  readonly wake: () => void
  cancelled: boolean
}

/** The wall shows noon of 1 July 2025 at the start. */
const WALL_START_MS = Date.UTC(2025, 6, 1, 12)

export function createVirtualClock(): VirtualClock {
  const heap: Wait[] = []
  let elapsedMs = 0
  let order = 0
  return {
    now: () => Math.round(WALL_START_MS + elapsedMs),
    monotonicMs: () => elapsedMs,
    after: (waitMs, wake) => {
      const wait = { dueAt: elapsedMs + Math.max(0, waitMs), order: order++, wake, cancelled: false }
      push(heap, wait)
      return () => {
        wait.cancelled = true
      }
    },
    run: async (ended) => {
      for (let next = pop(heap); next && !ended(); next = pop(heap)) {
        if (next.cancelled) continue
        elapsedMs = Math.max(elapsedMs, next.dueAt)
        next.wake()
        // Node runs every settled promise before the next turn of its loop.
        await setImmediate()
      }
    },
  }
}

function isBefore(a: Wait | undefined, b: Wait | undefined): boolean {
  if (!a || !b) return false
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order)
}

function swap(heap: Wait[], i: number, j: number): void {
  const [a, b] = [heap[i], heap[j]]
  if (!a || !b) return
  heap[i] = b
  heap[j] = a
}

function push(heap: Wait[], wait: Wait): void {
  heap.push(wait)
  for (let child = heap.length - 1; child > 0;) {
    const parent = (child - 1) >> 1
    if (!isBefore(heap[child], heap[parent])) return
    swap(heap, child, parent)
    child = parent
  }
}

function pop(heap: Wait[]): Wait | undefined {
  swap(heap, 0, heap.length - 1)
  const first = heap.pop()
  for (let parent = 0; ;) {
    const [left, right] = [2 * parent + 1, 2 * parent + 2]
    const child = isBefore(heap[right], heap[left]) ? right : left
    if (!isBefore(heap[child], heap[parent])) return first
    swap(heap, child, parent)
    parent = child
  }
}

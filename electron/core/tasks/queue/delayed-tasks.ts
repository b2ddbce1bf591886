/** Tasks that are out of the queue for a while, each for its own time. */
import type { Clock } from '../../ports/clock.ts'

export interface DelayedTasks {
  readonly size: number
  add(id: string, waitMs: number): void
  /** Takes a task out without queueing it. */
  drop(id: string): void
  /** Ends every wait now. */
  release(): void
  /** Drops them all. */
  close(): void
}

/** `onDue` is called with each task whose time is over. */
export function createDelayedTasks(clock: Clock, onDue: (id: string) => void): DelayedTasks {
  const waits = new Map<string, () => void>()
  const drop = (id: string): void => {
    waits.get(id)?.()
    waits.delete(id)
  }
  const end = (id: string): void => {
    drop(id)
    onDue(id)
  }
  return {
    get size() {
      return waits.size
    },
    add: (id, waitMs) => {
      drop(id)
      waits.set(
        id,
        clock.after(waitMs, () => end(id)),
      )
    },
    drop,
    release: () => {
      for (const id of waits.keys()) end(id)
    },
    close: () => {
      for (const id of waits.keys()) drop(id)
    },
  }
}

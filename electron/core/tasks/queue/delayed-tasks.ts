/** Tasks that are taken out of the line for a while, each for its own time. */
import type { Clock } from '../../ports/clock.ts'

export interface PutOff {
  readonly size: number
  add(id: string, waitMs: number): void
  /** Takes a task out for good. */
  drop(id: string): void
  /** Their time is over now. */
  release(): void
  /** Forgets them all. */
  close(): void
}

/** `back` is told of each task whose time is over. */
export function createPutOff(clock: Clock, back: (id: string) => void): PutOff {
  const waits = new Map<string, () => void>()
  const drop = (id: string): void => {
    waits.get(id)?.()
    waits.delete(id)
  }
  const end = (id: string): void => {
    drop(id)
    back(id)
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

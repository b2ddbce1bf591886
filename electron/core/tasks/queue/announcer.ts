/** Announces changes of the queue: many that come close together, once. */
import type { Clock } from '../../ports/clock.ts'

/** Changes within this time are announced together. */
const TOGETHER_MS = 100

export interface Announcer {
  /** Something changed. */
  mark(): void
  /** Begins to announce. */
  start(announce: () => void): void
  close(): void
}

export function createAnnouncer(clock: Clock): Announcer {
  let announce: (() => void) | null = null
  let disarm: (() => void) | null = null
  return {
    mark: () => {
      if (announce === null) return
      disarm ??= clock.after(TOGETHER_MS, () => {
        disarm = null
        announce?.()
      })
    },
    start: (newAnnounce) => {
      announce = newAnnounce
    },
    close: () => {
      announce = null
      disarm?.()
    },
  }
}

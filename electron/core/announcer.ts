/** Announces changes, from `start` on: many that come close together, once. */
import type { Clock } from './ports/clock.ts'

export function createAnnouncer(clock: Clock, togetherMs: number) {
  let announce: (() => void) | null = null
  let disarm: (() => void) | null = null
  return {
    mark: (): void => {
      if (announce === null) return
      disarm ??= clock.after(togetherMs, () => {
        disarm = null
        announce?.()
      })
    },
    start: (newAnnounce: () => void): void => {
      announce = newAnnounce
    },
    close: (): void => {
      announce = null
      disarm?.()
    },
  }
}

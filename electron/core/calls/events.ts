/** Sends events to whoever listens: the hosts' pages, and areas of the core that follow one another. Many changes are told as one. */
import type { EventMessage, EventName, Events } from '#contract/events.ts'
import type { Clock } from '../ports/clock.ts'

export type EventBus = ReturnType<typeof createEventBus>

/** A listener that throws is logged and does not keep the event from the others. */
export function createEventBus(log: (line: string) => void) {
  const listeners = new Set<(event: EventMessage) => void>()
  return {
    emit: <Name extends EventName>(name: Name, data: Events[Name]): void => {
      for (const listener of listeners) {
        try {
          listener({ name, data } as EventMessage)
        } catch (error) {
          log(`A listener of ${name} failed: ${String(error)}`)
        }
      }
    },
    /** Every event, in order, until the returned function is called. */
    subscribe: (listener: (event: EventMessage) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Announces changes, from `start` on: many that come close together, once. */
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

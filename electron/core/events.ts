/** Sends events to whoever listens: the hosts' pages, and rooms of the core that follow one another. */
import type { EventMessage, EventName, Events } from '#contract/events.ts'

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

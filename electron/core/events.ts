/** Sends events to whoever listens: the hosts' pages, and rooms of the core that follow one another. */
import type { EventMessage, EventName, Events } from '#contract/events.ts'

export interface EventBus {
  emit<Name extends EventName>(name: Name, data: Events[Name]): void
  /** Every event, in order, until the returned function is called. */
  subscribe(listener: (event: EventMessage) => void): () => void
}

/** A listener that throws is logged and does not keep the event from the others. */
export function createEventBus(log: (line: string) => void): EventBus {
  const listeners = new Set<(event: EventMessage) => void>()
  return {
    emit: (name, data) => {
      for (const listener of listeners) {
        try {
          listener({ name, data } as EventMessage)
        } catch (error) {
          log(`A listener of ${name} failed: ${String(error)}`)
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

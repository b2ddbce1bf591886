/**
 * Commands from outside the page, on their way to it.
 *
 * A link can start the program: what is asked for before the page listens waits until the page asks for it, and comes as an
 * event afterwards. A page that is loaded again listens anew.
 */
import type { Command } from '#contract/app.ts'
import type { EventMessage } from '#contract/events.ts'

/** Whoever sends links without end is heard up to here. */
const MAX_WAITING = 20

export type Commands = ReturnType<typeof createCommands>

export function createCommands() {
  const listeners = new Set<(event: EventMessage) => void>()
  let waiting: readonly Command[] = []
  let isHeard = false
  return {
    send(command: Command): void {
      if (!isHeard) waiting = [...waiting, command].slice(-MAX_WAITING)
      else for (const listener of listeners) listener({ name: 'command.invoked', data: { command } })
    },
    /** Everything that waits. From here on commands come as events. */
    take(): readonly Command[] {
      isHeard = true
      const taken = waiting
      waiting = []
      return taken
    },
    /** The page is loaded again, and does not listen yet. */
    pageLeft: (): void => void (isHeard = false),
    subscribe(listener: (event: EventMessage) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

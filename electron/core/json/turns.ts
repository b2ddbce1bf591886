/** Long work in short turns, so that the event loop is never kept for long. */
import { setImmediate as yieldToEvents } from 'node:timers/promises'

const LONGEST_TURN_MS = 10

export function createTurns() {
  let since = performance.now()
  const isOver = () => performance.now() - since >= LONGEST_TURN_MS
  return {
    isOver,
    /** Lets everything else go on when the turn has taken its time; else resolves at once. */
    pause: async (): Promise<void> => {
      if (!isOver()) return
      await yieldToEvents()
      since = performance.now()
    },
  }
}

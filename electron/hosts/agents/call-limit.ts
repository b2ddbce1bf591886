/**
 * How much of the host one agent can take at a time: so many calls are worked on, so many wait behind them, and what comes beyond is told
 * when to come again. Agents do not wait for each other.
 */
import { setImmediate as yieldToLoop } from 'node:timers/promises'

/** The core has one thread: more at a time would only hold more in memory. */
const MAX_AT_ONCE = 4
/**
 * Messages that are read or answered, with those that wait: a client that plans sends a call for each of a few dozen models or assets, and
 * the last of them waits below a second. A message has at most a megabyte.
 */
const MAX_OPEN = 36
/** In which that many calls are answered. */
export const RETRY_AFTER_MS = 1_000

interface Load {
  open: number
  running: number
  readonly waiting: (() => void)[]
}

export type CallLimit = ReturnType<typeof createCallLimit>

export function createCallLimit() {
  const loads = new Map<string, Load>()
  const loadOf = (agentId: string): Load => {
    const load = loads.get(agentId) ?? { open: 0, running: 0, waiting: [] }
    loads.set(agentId, load)
    return load
  }
  const begin = async (load: Load): Promise<void> => {
    if (load.running < MAX_AT_ONCE) load.running += 1
    else await new Promise<void>((resolve) => load.waiting.push(resolve))
  }
  const end = (load: Load): void => {
    const next = load.waiting.shift()
    if (next) next()
    else load.running -= 1
  }
  return {
    /** For one message; false where there is no room for it now. */
    enter: (agentId: string): boolean => {
      const load = loadOf(agentId)
      if (load.open >= MAX_OPEN) return false
      load.open += 1
      return true
    },
    leave: (agentId: string): void => {
      const load = loadOf(agentId)
      load.open -= 1
      if (load.open === 0 && load.running === 0) loads.delete(agentId)
    },
    /** Works on one call, in its turn. The others have the event loop before it. */
    run: async <T>(agentId: string, work: () => Promise<T> | T): Promise<T> => {
      const load = loadOf(agentId)
      await begin(load)
      try {
        await yieldToLoop()
        return await work()
      } finally {
        end(load)
      }
    },
    /** Within a call that only waits from now on: others are worked on meanwhile. */
    rest: async (agentId: string, wait: () => Promise<void>): Promise<void> => {
      const load = loadOf(agentId)
      end(load)
      try {
        await wait()
      } finally {
        await begin(load)
      }
    },
  }
}

/**
 * Lets a few pieces of work run at once. What somebody waits for goes before what is made ahead of time; of what is waited
 * for, the latest first, because that is what is on screen.
 */

export interface Gate {
  run<T>(work: () => Promise<T>, priority: 'seen' | 'ahead'): Promise<T>
}

export function createGate(most: number): Gate {
  const seen: (() => void)[] = []
  const ahead: (() => void)[] = []
  let running = 0
  const next = (): void => {
    if (running >= most) return
    const start = seen.pop() ?? ahead.shift()
    if (!start) return
    running++
    start()
  }
  return {
    run: async (work, priority) => {
      const turn = Promise.withResolvers<void>()
      const queue = priority === 'seen' ? seen : ahead
      queue.push(turn.resolve)
      next()
      await turn.promise
      try {
        return await work()
      } finally {
        running--
        next()
      }
    },
  }
}

/** Lets a few pieces of work go on at once, in the order in which they came. */

export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    run: async (work) => {
      if (running < most) running++
      // Whoever ends hands its place over.
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

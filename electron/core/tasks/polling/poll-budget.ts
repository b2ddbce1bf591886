/** Those who wait to pay for a look, in the order in which they came. */

export interface Payers {
  readonly waiting: number
  /** Resolves when it is this one's turn. @throws the signal's reason when it aborts first. */
  add(signal: AbortSignal): Promise<void>
  /** Lets the next one go; false when nobody waits. */
  next(): boolean
  /** Lets everybody go: their own signals tell them that it is over. */
  close(): void
}

export function createPayers(): Payers {
  const queue = new Set<() => void>()
  const next = (): boolean => {
    for (const go of queue) {
      go()
      return true
    }
    return false
  }
  return {
    get waiting() {
      return queue.size
    },
    next,
    add: (signal) =>
      new Promise((resolve, reject) => {
        const go = (): void => {
          queue.delete(go)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = (): void => {
          queue.delete(go)
          reject(signal.reason as Error)
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave, { once: true })
        queue.add(go)
      }),
    close: () => {
      while (next());
    },
  }
}

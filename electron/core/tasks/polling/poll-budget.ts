/**
 * Polls that are made beside the profile queue's own, such as the one before saving: they wait here, in order, until the limits
 * allow one, and go before the queue's own polls.
 */

export interface PollBudget {
  /** Resolves when one poll may be sent. @throws the signal's reason when it aborts first */
  wait(signal: AbortSignal): Promise<void>
}

/** `onWait` is called when somebody begins to wait. */
export function createPollWaiters(onWait: () => void) {
  const waiters = new Set<() => void>()
  const admitNext = (): boolean => {
    for (const admit of waiters) {
      admit()
      return true
    }
    return false
  }
  return {
    get size(): number {
      return waiters.size
    },
    /** Lets the first one go; false when nobody waits. */
    admitNext,
    wait: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const admit = (): void => {
          waiters.delete(admit)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = (): void => {
          waiters.delete(admit)
          reject(signal.reason as Error)
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave, { once: true })
        waiters.add(admit)
        onWait()
      }),
    /** Lets all go: their own signals tell them that it is over. */
    close: (): void => {
      while (admitNext());
    },
  }
}

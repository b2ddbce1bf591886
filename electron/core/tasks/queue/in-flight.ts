/** Requests under way, by task: what is being sent or polled now. */

export function createInFlight(onError: (id: string, error: unknown) => void, onSettled: () => void) {
  const steps = new Map<string, Promise<void>>()
  return {
    get size(): number {
      return steps.size
    },
    has: (id: string): boolean => steps.has(id),
    /** Runs until `step` settles; an error goes to the owner's `onError`, never to the caller. */
    start: (id: string, step: Promise<void>): void => {
      const settled = step
        .catch((error: unknown) => onError(id, error))
        .finally(() => {
          steps.delete(id)
          onSettled()
        })
      steps.set(id, settled)
    },
    /** Resolves when all that are under way have settled. */
    settled: async (): Promise<void> => {
      await Promise.all(steps.values())
    },
  }
}

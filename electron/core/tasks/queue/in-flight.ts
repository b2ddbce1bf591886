/** Requests under way, by task: what is being sent or polled now. */

export interface InFlight {
  readonly size: number
  has(id: string): boolean
  /** Runs until `step` settles; an error goes to the owner's `onError`, never to the caller. */
  start(id: string, step: Promise<void>): void
  /** Resolves when all that are under way have settled. */
  settled(): Promise<void>
}

export function createInFlight(
  onError: (id: string, error: unknown) => void,
  onSettled: () => void,
): InFlight {
  const steps = new Map<string, Promise<void>>()
  return {
    get size() {
      return steps.size
    },
    has: (id) => steps.has(id),
    start: (id, step) => {
      const settled = step
        .catch((error: unknown) => onError(id, error))
        .finally(() => {
          steps.delete(id)
          onSettled()
        })
      steps.set(id, settled)
    },
    settled: async () => {
      await Promise.all(steps.values())
    },
  }
}

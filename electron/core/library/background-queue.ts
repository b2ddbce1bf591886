/** Background work, one after the other, that can be waited for at the end, so that closing loses nothing. */
import pLimit from 'p-limit'

export type BackgroundQueue = ReturnType<typeof createBackgroundQueue>

export function createBackgroundQueue(log: (line: string) => void) {
  const run = pLimit(1)
  const beside = new Set<Promise<void>>()
  const logged = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log(`Background work failed: ${String(error)}`),
    )
  return {
    /** Runs after everything queued before it; the promise has its outcome. */
    run,
    /** The same without waiting: a failure is logged. */
    runLater: (work: () => Promise<void>): void => void logged(run(work)),
    /** Runs at once, beside the queue; a failure is logged. */
    runBeside: (work: () => Promise<void>): void => {
      const running = logged(work())
      beside.add(running)
      void running.finally(() => beside.delete(running))
    },
    /** Waits until all work is done. */
    close: async (): Promise<void> => {
      await Promise.all([run(async () => undefined), ...beside])
    },
  }
}

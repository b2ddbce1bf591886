/** Background work, one after the other, that can be waited for at the end, so that closing loses nothing. */
import pLimit from 'p-limit'

export interface BackgroundQueue {
  /** Runs after everything queued before it; the promise has its outcome. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The same without waiting: a failure is logged. */
  runLater(work: () => Promise<void>): void
  /** Runs at once, beside the queue; a failure is logged. */
  runBeside(work: () => Promise<void>): void
  /** Waits until all work is done. */
  close(): Promise<void>
}

export function createBackgroundQueue(log: (line: string) => void): BackgroundQueue {
  const run = pLimit(1)
  const beside = new Set<Promise<void>>()
  const logged = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log(`Background work failed: ${String(error)}`),
    )
  return {
    run,
    runLater: (work) => void logged(run(work)),
    runBeside: (work) => {
      const running = logged(work())
      beside.add(running)
      void running.finally(() => beside.delete(running))
    },
    close: async () => {
      await Promise.all([run(async () => undefined), ...beside])
    },
  }
}

/** Runs background work in turn and can be waited for at the end, so that closing loses nothing. */

export interface Serial {
  /** Runs after everything queued before it; the promise tells its outcome. */
  next<T>(work: () => Promise<T>): Promise<T>
  /** The same without anybody waiting: a failure is logged. */
  later(work: () => Promise<void>): void
  /** Runs at once, beside the queue; a failure is logged. */
  unordered(work: () => Promise<void>): void
  /** Waits until all work is done. */
  close(): Promise<void>
}

export function createSerial(log: (line: string) => void): Serial {
  let last: Promise<unknown> = Promise.resolve()
  const beside = new Set<Promise<void>>()
  const logged = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log(`Background work failed: ${String(error)}`),
    )
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
  return {
    next,
    later: (work) => void logged(next(work)),
    unordered: (work) => {
      const run = logged(work())
      beside.add(run)
      void run.finally(() => beside.delete(run))
    },
    close: async () => {
      await Promise.all([last, ...beside])
    },
  }
}

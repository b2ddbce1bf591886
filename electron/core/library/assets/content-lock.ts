/** Lets one at a time work on the files of a content, so that nothing is published while it is being deleted. */

export interface ContentLock {
  /** Runs `work` after everything that was asked for the same content before; its outcome is the promise's. */
  hold<T>(sha256: string, work: () => Promise<T>): Promise<T>
}

export function createContentLock(): ContentLock {
  const last = new Map<string, Promise<unknown>>()
  return {
    hold: (sha256, work) => {
      const run = (last.get(sha256) ?? Promise.resolve()).then(work)
      const settled: Promise<unknown> = run
        .catch(() => undefined)
        .finally(() => {
          if (last.get(sha256) === settled) last.delete(sha256)
        })
      last.set(sha256, settled)
      return run
    },
  }
}

/** Lets one at a time change the files of a content, so that nothing is published while it is being deleted. */
import pLimit, { type LimitFunction } from 'p-limit'

export interface ContentLock {
  /** Runs `work` after everything that was asked for the same content before; the promise has its outcome. */
  hold<T>(sha256: string, work: () => Promise<T>): Promise<T>
}

export function createContentLock(): ContentLock {
  const locks = new Map<string, { readonly run: LimitFunction; users: number }>()
  return {
    hold: async (sha256, work) => {
      const lock = locks.get(sha256) ?? { run: pLimit(1), users: 0 }
      locks.set(sha256, lock)
      lock.users++
      try {
        return await lock.run(work)
      } finally {
        lock.users--
        if (lock.users === 0) locks.delete(sha256)
      }
    },
  }
}

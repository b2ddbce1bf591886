/** Runs what concerns the same thing one after the other: the files of a content, the address and the key of a profile. */
import pLimit, { type LimitFunction } from 'p-limit'

export type KeyedLock = ReturnType<typeof createKeyedLock>

export function createKeyedLock() {
  const locks = new Map<string, { readonly run: LimitFunction; users: number }>()
  return {
    /** Runs `work` after everything that was asked for the same key before; the promise has its outcome. */
    hold: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const lock = locks.get(key) ?? { run: pLimit(1), users: 0 }
      locks.set(key, lock)
      lock.users++
      try {
        return await lock.run(work)
      } finally {
        lock.users--
        if (lock.users === 0) locks.delete(key)
      }
    },
  }
}

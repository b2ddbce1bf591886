/**
 * Writes down what must not be forgotten, and waits when the disk refuses: what the service said about money is kept in
 * memory until there is room, however long that takes.
 */
import type { Failure } from '#contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { diskFailure } from '../../store/disk-errors.ts'

const AGAIN_MS = 500

export interface PersistDeps {
  readonly clock: Clock
  /** The disk refuses; null when it no longer does. */
  readonly onDisk: (failure: Failure | null) => void
}

/** Answers what `write` answers, once it succeeds. @throws what is not the disk's fault, and the reason of `signal`. */
export async function persist<T>(
  { clock, onDisk }: PersistDeps,
  write: () => T,
  signal: AbortSignal,
): Promise<T> {
  let refused = false
  for (;;) {
    try {
      const value = write()
      if (refused) onDisk(null)
      return value
    } catch (error) {
      const failure = diskFailure(error)
      if (!failure) throw error
      refused = true
      onDisk(failure)
    }
    await pause(clock, AGAIN_MS, signal)
  }
}

function pause(clock: Clock, waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = clock.after(waitMs, () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

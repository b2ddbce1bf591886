/** Waits for a disk that refuses. */
import type { Failure } from '#contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { diskFailure } from '../../store/disk-errors.ts'

const RETRY_MS = 500

/**
 * Records what must not be forgotten, and waits while the disk refuses: what the service said about money stays in memory until
 * there is room, however long that takes.
 *
 * Returns what `write` returns once it succeeds. `onDisk` hears of each refusal, and with null that the disk no longer refuses.
 *
 * @throws what is not the disk's fault, and the reason of `signal`
 */
export async function untilWritten<T>(
  clock: Clock,
  write: () => Promise<T>,
  onDisk: (failure: Failure | null) => void,
  signal: AbortSignal,
): Promise<T> {
  let refused = false
  for (;;) {
    try {
      const value = await write()
      if (refused) onDisk(null)
      return value
    } catch (error) {
      const failure = diskFailure(error)
      if (!failure) throw error
      refused = true
      onDisk(failure)
    }
    await pause(clock, RETRY_MS, signal)
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

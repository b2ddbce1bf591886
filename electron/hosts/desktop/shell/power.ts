/**
 * Sleep: held off while files are fetched, and only then; a task at the service goes on without this computer.
 *
 * The screen may still go dark (`prevent-app-suspension`, electron.d.ts, `PowerSaveBlocker.start`).
 */
import { powerSaveBlocker } from 'electron'
import type { QueueWatch } from './queue-watch.ts'

/** Follows the queue; the returned function lets the computer sleep again. */
export function holdOffSleep(queue: QueueWatch): () => void {
  let blocker: number | null = null
  const release = (): void => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }
  const stop = queue.subscribe(({ downloading }) => {
    if (downloading === 0) release()
    else blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  })
  return () => {
    stop()
    release()
  }
}

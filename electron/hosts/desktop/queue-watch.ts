/**
 * The queue as the shell shows it: followed from the application's events, known at any moment without asking.
 *
 * Owns the arithmetic. The tray, the dock, the power and the way out each draw their own conclusion.
 */
import type { App } from '#core/app.ts'
import type { QueueState } from '#contract/routes.ts'
import type { TaskState } from '#contract/task.ts'

export interface QueueLook {
  readonly paused: boolean
  /** At the service: sent, or about to be. */
  readonly running: number
  /** Files are being fetched. */
  readonly downloading: number
  readonly waiting: number
  /** Tasks that only the user can decide on. */
  readonly needsYou: number
  /** How much of what was begun since the queue was last empty has ended, 0 to 1; null while nothing is open. */
  readonly progress: number | null
}

export interface QueueWatch {
  look(): QueueLook
  /** Called with the present look at once, and after each change. */
  subscribe(listener: (look: QueueLook) => void): () => void
  close(): void
}

const ENDS: readonly TaskState[] = ['saved', 'unsaved', 'failed', 'gone', 'rejected', 'unknown', 'stopped']
const IDLE: QueueLook = { paused: false, running: 0, downloading: 0, waiting: 0, needsYou: 0, progress: null }

export function watchQueue(app: Pick<App, 'call' | 'subscribe'>): QueueWatch {
  const listeners = new Set<(look: QueueLook) => void>()
  let look = IDLE
  /** Tasks that had ended when the queue was last empty. */
  let endedBefore: number | null = null
  let isHeard = false

  function take({ paused, counts }: QueueState): void {
    const ended = ENDS.reduce((sum, state) => sum + counts[state], 0)
    const running = counts.sending + counts.running
    const open = running + counts.saving + counts.queued
    // Ended tasks can be removed from the list.
    endedBefore = open === 0 || endedBefore === null ? ended : Math.min(endedBefore, ended)
    const since = ended - endedBefore
    look = {
      paused,
      running,
      downloading: counts.saving,
      waiting: counts.queued,
      needsYou: counts.unknown + counts.unsaved,
      progress: open === 0 ? null : since / (since + open),
    }
    for (const listener of listeners) listener(look)
  }

  const stop = app.subscribe((event) => {
    if (event.name !== 'queue.changed') return
    isHeard = true
    take(event.data.queue)
  })
  async function begin(): Promise<void> {
    const answer = await app.call('queue.state', {})
    if (answer.ok && !isHeard) take(answer.data as QueueState)
  }
  void begin()
  return {
    look: () => look,
    subscribe(listener) {
      listeners.add(listener)
      listener(look)
      return () => void listeners.delete(listener)
    },
    close() {
      stop()
      listeners.clear()
    },
  }
}

/**
 * The queue as the shell shows it, and how many quotes wait for the user beside it, kept up to date by the application's events.
 *
 * Owns the counts. The tray, the dock, sleep and quitting each decide for themselves what follows.
 */
import type { App } from '#core/app.ts'
import type { QueueState } from '#contract/queue.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { followQuotes } from './follow-quotes.ts'

export interface QueueSummary {
  readonly paused: boolean
  /** Sent to the service, or being sent. */
  readonly running: number
  /** Tasks whose files are being downloaded. */
  readonly downloading: number
  readonly waiting: number
  /** Tasks that only the user can decide on. */
  readonly needsYou: number
  /** Quotes of agents that wait for the user's approval. */
  readonly approvals: number
  /** The share of tasks that ended since the queue was last empty, 0 to 1; null while none is open. */
  readonly progress: number | null
}

export function openTasks(queue: Pick<QueueWatch, 'current'>): number {
  const { running, downloading, waiting } = queue.current()
  return running + downloading + waiting
}

export type QueueWatch = ReturnType<typeof watchQueue>

const ENDS: readonly TaskState[] = ['saved', 'unsaved', 'failed', 'gone', 'rejected', 'unknown', 'stopped']
const IDLE: QueueSummary = {
  paused: false,
  running: 0,
  downloading: 0,
  waiting: 0,
  needsYou: 0,
  approvals: 0,
  progress: null,
}

export function watchQueue(app: Pick<App, 'call' | 'subscribe'>) {
  const listeners = new Set<(summary: QueueSummary) => void>()
  let summary = IDLE
  /** Tasks that had ended when the queue was last empty. */
  let endedBefore: number | null = null
  let isFollowing = false

  function update({ paused, counts }: QueueState): void {
    const ended = ENDS.reduce((sum, state) => sum + counts[state], 0)
    const running = counts.sending + counts.running
    const open = running + counts.saving + counts.queued
    // The user can remove ended tasks from the list.
    endedBefore = open === 0 || endedBefore === null ? ended : Math.min(endedBefore, ended)
    const since = ended - endedBefore
    tell({
      ...summary,
      paused,
      running,
      downloading: counts.saving,
      waiting: counts.queued,
      needsYou: counts.unknown + counts.unsaved,
      progress: open === 0 ? null : since / (since + open),
    })
  }
  function tell(next: QueueSummary): void {
    summary = next
    for (const listener of listeners) listener(summary)
  }

  const stop = app.subscribe((event) => {
    if (event.name !== 'queue.changed') return
    isFollowing = true
    update(event.data.queue)
  })
  async function readInitialState(): Promise<void> {
    const response = await app.call('queue.state', {})
    if (response.ok && !isFollowing) update(response.data as QueueState)
  }
  void readInitialState()
  const stopQuotes = followQuotes(app, ({ length: approvals }) => {
    if (approvals !== summary.approvals) tell({ ...summary, approvals })
  })
  return {
    current: (): QueueSummary => summary,
    /** Calls the listener at once, and after each change. */
    subscribe(listener: (summary: QueueSummary) => void): () => void {
      listeners.add(listener)
      listener(summary)
      return () => void listeners.delete(listener)
    },
    /** Calls every listener once more: the language has changed. */
    repeat: (): void => tell(summary),
    close(): void {
      stop()
      stopQuotes()
      listeners.clear()
    },
  }
}

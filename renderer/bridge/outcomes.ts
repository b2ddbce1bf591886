/**
 * Counts how tasks ended, for one announcement to screen readers and not one for each task.
 *
 * Owns the counting, not the words.
 */
import { TASK_OUTCOMES, type TaskOutcome, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import type { Bridge, Unsubscribe } from './bridge.ts'

export type Outcomes = Readonly<Record<TaskOutcome, number>>

const GATHER_MS = 1_500
/** Tasks whose state is remembered; the oldest are forgotten. */
const MAX_KNOWN = 5_000

/** Calls `tell` at most once every `gatherMs` with how many tasks ended since, and how. */
export function watchOutcomes(
  bridge: Bridge,
  tell: (outcomes: Outcomes) => void,
  gatherMs = GATHER_MS,
): Unsubscribe {
  const known = new Map<string, TaskState>()
  const since = Date.now()
  const counts: Record<TaskOutcome, number> = { done: 0, needsYou: 0, failed: 0 }
  let timer: ReturnType<typeof setTimeout> | null = null

  function isNews(task: Task): boolean {
    const before = known.get(task.id)
    known.delete(task.id)
    known.set(task.id, task.state)
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return before === undefined ? task.updatedAt >= since : before !== task.state
  }
  function flush(): void {
    timer = null
    tell({ ...counts })
    Object.assign(counts, { done: 0, needsYou: 0, failed: 0 })
  }

  const stop = bridge.on((event) => {
    if (event.name !== 'task.changed' || !isNews(event.data.task)) return
    const outcome = TASK_OUTCOMES[event.data.task.state]
    if (outcome === undefined) return
    counts[outcome] += 1
    timer ??= setTimeout(flush, gatherMs)
  })
  return () => {
    stop()
    if (timer !== null) clearTimeout(timer)
  }
}

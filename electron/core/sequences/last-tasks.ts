/** What became of the task that was sent last for a request. */
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'
import type { Database } from '../store/database.ts'

export interface LastTask {
  readonly id: string
  readonly state: TaskState
  /** It may still be made, or may have been paid for: nothing like it is sent by itself. */
  readonly isOpen: boolean
}

/** An open one before a newer one that has ended. Null where none was sent. */
export function lastTask(db: Database, requestHash: string): LastTask | null {
  const tasks = db
    .all('SELECT id, state FROM tasks WHERE request_hash = ? ORDER BY seq DESC', requestHash)
    .map((row): LastTask => {
      const state = row['state'] as TaskState
      const mayBePaid = isOpen(state) || state === 'unknown' || state === 'unsaved'
      return { id: String(row['id']), state, isOpen: mayBePaid }
    })
  return tasks.find((task) => task.isOpen) ?? tasks[0] ?? null
}

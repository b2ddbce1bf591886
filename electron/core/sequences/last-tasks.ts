/** What became of the tasks that were sent for requests, and of which shots something is under way. */
import { isOpen, TASK_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Database } from '../store/database.ts'
import { selectTexts } from '../store/reader.ts'

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
      return { id: String(row['id']), state, isOpen: mayBePaid(state) }
    })
  return tasks.find((task) => task.isOpen) ?? tasks[0] ?? null
}

/** The shots of a sequence that have a task which is open, in this sense. */
export function shotsUnderWay(db: Database, sequenceId: string): ReadonlySet<string> {
  const shots = selectTexts(
    db,
    `SELECT DISTINCT request ->> '$.provenance.shot.shotId' FROM tasks
     WHERE state IN (SELECT value FROM json_each(?)) AND request ->> '$.provenance.shot.sequenceId' = ?`,
    JSON.stringify(TASK_STATES.filter(mayBePaid)),
    sequenceId,
  )
  return new Set(shots)
}

function mayBePaid(state: TaskState): boolean {
  return isOpen(state) || state === 'unknown' || state === 'unsaved'
}

/**
 * Waiting tasks of a library.db that may be older than what was sent: they are put before the user instead of sent.
 *
 * A row that says `queued` proves that nothing was sent only as long as no later commit can be missing.
 */
import type { Failure } from '#contract/errors.ts'
import type { Database } from '../../store/database.ts'

const DOUBTFUL: Failure = {
  code: 'unknown_outcome',
  message:
    'library.db was damaged or older than the last work, so it is not known whether this request was sent. It may or may not have been accepted, and charged.',
  charged: 'maybe',
}

/** Whether a request of the task may have left after the row was written. */
const MAY_BE_SENT = `(SELECT outcome FROM requests WHERE task_id = tasks.id ORDER BY id DESC LIMIT 1)
  IN ('sending', 'accepted', 'unknown')`

/**
 * Makes `unknown` of tasks that wait to be sent: of `all`, or of those that the log of requests contradicts. Part of the caller's
 * transaction. `now` in milliseconds since the epoch. Answers how many.
 */
export function doubtWaiting(db: Database, which: 'all' | 'contradicted', now: number): number {
  const where = `state = 'queued' AND ${which === 'all' ? '1' : MAY_BE_SENT}`
  db.run(
    `INSERT INTO task_history (task_id, at, kind, text) SELECT id, ?, 'unknown', ? FROM tasks WHERE ${where}`,
    now,
    DOUBTFUL.message,
  )
  return db.run(
    `UPDATE tasks SET state = 'unknown', error = ?, updated_at = ?, ended_at = ?, not_before = NULL, wait_ms = NULL
     WHERE ${where}`,
    JSON.stringify(DOUBTFUL),
    now,
    now,
  )
}

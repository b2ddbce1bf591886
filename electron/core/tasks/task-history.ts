/** The lines of a task's history. */
import type { Message } from '#contract/messages/message.ts'
import type { TaskEvent } from '#contract/tasks.ts'
import { storedMessage } from '../messages/stored.ts'
import type { Database } from '../store/database.ts'
import { insertRow } from '../store/reader.ts'

/** Enough to see what happened, and a task that is polled for days does not grow without end. */
const MAX_HISTORY_LINES = 200

/** What happened; `message` where its kind does not say it all. */
export interface HistoryLine extends Pick<TaskEvent, 'kind'> {
  readonly message?: Message
}

/** The same line twice in a row is written once. Part of the caller's transaction. */
export function addHistory(db: Database, id: string, event: HistoryLine, now: number): void {
  const message = storedMessage(event.message)
  const last = db.get(
    'SELECT kind, message FROM task_history WHERE task_id = ? ORDER BY rowid DESC LIMIT 1',
    id,
  )
  if (last?.['kind'] === event.kind && last['message'] === message) return
  insertRow(db, 'INTO task_history', { taskId: id, at: now, kind: event.kind, message })
  db.run(
    `DELETE FROM task_history WHERE task_id = ?1 AND rowid <=
       (SELECT rowid FROM task_history WHERE task_id = ?1 ORDER BY rowid DESC LIMIT 1 OFFSET ${MAX_HISTORY_LINES})`,
    id,
  )
}

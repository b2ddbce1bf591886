/** Brings the ledger and the tasks together after a crash: what may have been charged is never lost from it, and not counted twice. */
import type { Database } from '../store/database.ts'
import { isJson, readingAll, type Recoverable } from '../store/recovery/recoverable.ts'
import { openCalendar } from './calendar.ts'
import { updatePrice, updateRequest } from './millionths.ts'

/** The service took them. */
const TAKEN = "('running', 'saving', 'saved', 'unsaved', 'failed', 'gone')"

/**
 * Concludes requests whose task went on without them: accepted.jsonl knew more than the rows. One whose task waits again or was
 * rejected without a charge was not taken; one of unknown outcome whose task waits again was not there when the user looked. What nobody can know,
 * as of a request under way whose task is gone, may have been charged.
 */
export function concludeOrphans(db: Database): void {
  db.run(
    `UPDATE requests SET outcome = CASE
       WHEN state IN ${TAKEN} THEN 'accepted'
       WHEN state = 'rejected' THEN iif(coalesce(charged, 'no') = 'no', 'rejected', 'accepted')
       WHEN state = 'queued' THEN iif(outcome = 'unknown', 'denied', 'not_sent')
       WHEN state = 'unknown' AND charged = 'no' THEN 'not_sent'
       ELSE 'unknown' END
     FROM (SELECT requests.id AS request_id, tasks.state, tasks.error ->> 'charged' AS charged
           FROM requests LEFT JOIN tasks ON tasks.id = requests.task_id
           WHERE requests.outcome IN ('sending', 'unknown')) AS tasks
     WHERE requests.id = tasks.request_id AND coalesce(tasks.state, '') <> 'sending'
       AND requests.id = (SELECT max(id) FROM requests AS others WHERE others.task_id = requests.task_id)`,
  )
}

/**
 * Part of a recovery: tasks that were sent and whose request is lost are in the ledger again, without a price. An earlier attempt that
 * was refused is not that request, unless the service was asked and has none.
 */
function restoreRequests(db: Database): void {
  const rows = db.all(
    `SELECT id, profile_id, agent_id, request, state, coalesce(sent_at, created_at) AS at FROM tasks
     WHERE (state IN ${TAKEN} OR state IN ('sending', 'unknown')
         OR state = 'stopped' AND remote_id IS NOT NULL
         OR state = 'rejected' AND coalesce(error ->> 'charged', 'no') <> 'no')
       AND NOT EXISTS (SELECT 1 FROM requests WHERE task_id = tasks.id AND outcome IN ('sending', 'accepted', 'unknown'))
       AND NOT (state = 'unknown' AND coalesce(error ->> 'charged', '') = 'no')
       AND NOT EXISTS (SELECT 1 FROM task_history WHERE task_id = tasks.id AND kind = 'adopted')`,
  )
  const calendar = openCalendar(db)
  for (const row of rows) {
    const { state, at } = row
    db.run(
      `INSERT INTO requests (task_id, profile_id, agent_id, provider, model, day, at, outcome)
       VALUES (?1, ?2, ?3, ?4 ->> 'provider', ?4 ->> 'model', ?5, ?6, ?7)`,
      row['id'] ?? null,
      row['profile_id'] ?? null,
      row['agent_id'] ?? null,
      row['request'] ?? null,
      calendar.day(Number(at)),
      Number(at),
      state === 'unknown' || state === 'sending' ? state : 'accepted',
    )
  }
}

export const LEDGER_RECOVERY: Recoverable = {
  ...readingAll("SELECT 1 FROM requests WHERE outcome = 'x' AND profile_id = '' AND day = ''"),
  tables: [
    { name: 'requests', update: updateRequest },
    { name: 'model_prices', isValid: ({ price }) => isJson(price), update: updatePrice },
  ],
  settle: (db) => {
    restoreRequests(db)
    return undefined
  },
}

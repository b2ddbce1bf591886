/**
 * Every generate request that was ever sent, and its outcome: counted for the daily cap and for what is shown. A row is written in
 * the same commit as the intent to send, so no crash loses one.
 */
import type { RequestCount, RequestOutcome, RequestUsage } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../store/database.ts'
import type { TaskRecord } from '../task-row.ts'
import { insertRow, selectNumber } from '../../store/reader.ts'

export type RequestLog = ReturnType<typeof createRequestLog>

export function createRequestLog(db: Database, clock: Clock) {
  return {
    /** Part of the caller's transaction. */
    begin: (task: TaskRecord): void => {
      const at = clock.now()
      const { id: taskId, profileId, agentId, request } = task
      const { provider, model } = request
      insertRow(db, 'INTO requests', {
        taskId,
        profileId,
        agentId,
        provider,
        model,
        day: localDay(at),
        at,
        outcome: 'sending',
      })
    },
    /** Part of the caller's transaction. Concludes the task's request under way. */
    conclude: (taskId: string, outcome: RequestOutcome): void => {
      db.run("UPDATE requests SET outcome = ? WHERE task_id = ? AND outcome = 'sending'", outcome, taskId)
    },
    /** Generate requests sent today. */
    sentToday: (profileId: string): number => {
      const sql = "SELECT count(*) FROM requests WHERE profile_id = ? AND day = ? AND outcome <> 'not_sent'"
      return selectNumber(db, sql, profileId, localDay(clock.now()))
    },
    usage: (profileId: string, days: number): Pick<RequestUsage, 'items'> => {
      const rows = db.all(
        `SELECT day, profile_id, provider, model, outcome, count(*) AS number FROM requests
         WHERE day > ? AND profile_id = ?
         GROUP BY day, profile_id, provider, model, outcome
         ORDER BY day DESC, profile_id, provider, model, outcome`,
        localDay(clock.now() - days * 24 * 60 * 60_000),
        profileId,
      )
      const items = rows.map((row): RequestCount => ({
        day: String(row['day']),
        profileId: String(row['profile_id']),
        provider: String(row['provider']),
        model: String(row['model']),
        outcome: row['outcome'] as RequestOutcome,
        number: Number(row['number']),
      }))
      return { items }
    },
  }
}

/** The day as the user's calendar has it, YYYY-MM-DD. */
export function localDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** When the user's next day begins, in milliseconds since the epoch. */
export function nextLocalDay(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

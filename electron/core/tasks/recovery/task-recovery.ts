/**
 * How tasks come back: their rows from a damaged library.db, and those that are open from `accepted.jsonl`, which is written anew
 * where it is of no use any more.
 */
import { message } from '#contract/messages/message.ts'
import { z } from 'zod'
import { DamagedDatabase } from '../../store/damage.ts'
import { readFact, writeFact, type Database } from '../../store/database.ts'
import { renameDurably, writeFileDurably } from '../../store/files.ts'
import { selectNumber } from '../../store/reader.ts'
import { isJson, type Recoverable } from '../../store/recovery/recoverable.ts'
import { momentName } from '../../store/recovery/recover.ts'
import { PAUSED } from '../queue/user-limits.ts'
import { toTaskRecord } from '../task-row.ts'
import {
  acceptedLogPath,
  acceptedLogText,
  openAcceptedLog,
  type AcceptedLog,
  type LoggedTasks,
} from './accepted-log.ts'
import { reconcileTasks, UNFINISHED } from './reconcile-tasks.ts'

/** What the report of a recovery says of tasks. */
export const taskReportSchema = z.object({
  tasks: z.int(),
  /** Of these, tasks of which something is still to come, or to be decided. */
  openTasks: z.int(),
  /** Of these, tasks that waited to be sent and are put before the user instead. */
  doubtful: z.int(),
  /** `accepted.jsonl` was there, and every line of it could be read. */
  areTasksWhole: z.boolean(),
  /** Sending waits until the user resumes it. */
  isPaused: z.boolean(),
})

/** `log` is what `accepted.jsonl` says; null where there is none. */
export function createTaskRecovery(log: LoggedTasks | null): Recoverable {
  return {
    tables: [
      {
        name: 'tasks',
        isValid: (row) => Boolean(toTaskRecord(row)) && isJson(row['last_response'] ?? 'null'),
      },
      // Before it was data, what is said of a line was a sentence of its own name.
      {
        name: 'task_history',
        update: ({ text, ...line }) => (text === undefined ? line : { ...line, message: text }),
      },
      { name: 'resends' },
      { name: 'removed_batches' },
      // The other facts speak of the file itself, or are learned anew.
      {
        name: 'facts',
        isValid: ({ name, value }) => /^(?:queue|limits)\./.test(String(name)) && isJson(value),
      },
      { name: 'durations' },
    ],
    readAsStart: (connection) => {
      connection.prepare('SELECT state, count(*) FROM tasks GROUP BY state').all()
      const unfinished = connection.prepare(
        'SELECT * FROM tasks WHERE state IN (SELECT value FROM json_each(?))',
      )
      const byId = connection.prepare('SELECT seq FROM tasks WHERE id = ?')
      for (const row of unfinished.iterate(JSON.stringify(UNFINISHED))) {
        const { id, seq } = toTaskRecord(row)
        if (byId.get(id)?.['seq'] !== seq)
          throw new DamagedDatabase(message('store.damage.lostRow', { table: 'tasks' }))
      }
    },
    hasTraces: () => log !== null,
    settle: (db, kind, now): z.infer<typeof taskReportSchema> => {
      const doubtful = reconcileTasks(db, log, 'older', now)
      const isPaused = (kind === 'damaged' || kind === 'missing') && pauseIfNotKnown(db)
      return { ...countTasks(db), doubtful, areTasksWhole: log?.isWhole === true, isPaused }
    },
    bringUp: (db, now) => void reconcileTasks(db, log, 'latest', now),
  }
}

/** Whether tasks wait, and nobody knows any more whether the user had paused sending. */
function pauseIfNotKnown(db: Database): boolean {
  if (readFact(db, PAUSED) !== null) return false
  if (!db.get("SELECT 1 FROM tasks WHERE state = 'queued' LIMIT 1")) return false
  writeFact(db, PAUSED, 'true')
  return true
}

function countTasks(db: Database): { readonly tasks: number; readonly openTasks: number } {
  const row = db.get(
    `SELECT count(*) AS tasks, count(*) FILTER (WHERE state IN (SELECT value FROM json_each(?))) AS open FROM tasks`,
    JSON.stringify(UNFINISHED),
  )
  return { tasks: Number(row?.['tasks'] ?? 0), openTasks: Number(row?.['open'] ?? 0) }
}

/** Lines of history that a start leaves in the file. */
const MAX_HISTORY = 1_000

/** Goes on with `accepted.jsonl`. `log` is what the file says; the rows have it all. @throws the disk's error. */
export async function continueAcceptedLog(
  dataDir: string,
  db: Database,
  log: LoggedTasks | null,
  now: number,
): Promise<AcceptedLog> {
  const unfinished = JSON.stringify(UNFINISHED)
  const ids = db.all('SELECT id FROM tasks WHERE state IN (SELECT value FROM json_each(?))', unfinished)
  const isComplete = ids.every(({ id }) => log?.tasks.has(String(id)))
  if (log?.isUsable && isComplete && log.lines <= 2 * ids.length + MAX_HISTORY)
    return openAcceptedLog(dataDir, db, log.lastLine)
  const lastLine = Math.max(selectNumber(db, 'SELECT max(logged) FROM tasks'), log?.lastLine ?? 0)
  const path = acceptedLogPath(dataDir)
  if (log && !log.isWhole) await renameDurably(path, `${path}.damaged-${momentName(now)}`)
  const rows = db.all(
    'SELECT * FROM tasks WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seq',
    unfinished,
  )
  const tasks = rows.map((row) => ({ ...toTaskRecord(row), logged: Number(row['logged']) }))
  await writeFileDurably(path, acceptedLogText(tasks, lastLine))
  return openAcceptedLog(dataDir, db, lastLine)
}

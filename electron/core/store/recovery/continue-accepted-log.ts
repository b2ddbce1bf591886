/** Makes `accepted.jsonl` ready for this run: as it is, or written anew with the open tasks alone. */
import { renameDurably, writeFileDurably } from '../files.ts'
import type { Database } from '../database.ts'
import { toTaskRecord } from '../../tasks/task-row.ts'
import {
  acceptedLogPath,
  acceptedLogText,
  openAcceptedLog,
  type AcceptedLog,
  type LoggedTasks,
} from './accepted-log.ts'
import { UNFINISHED } from './reconcile-tasks.ts'
import { momentName } from './recover.ts'

/** Lines of history that a start leaves in the file. */
const MOST_HISTORY = 1_000

/** `log` is what the file says; the rows have it all. @throws the disk's error. */
export async function continueAcceptedLog(
  dataDir: string,
  db: Database,
  log: LoggedTasks | null,
  now: number,
): Promise<AcceptedLog> {
  const unfinished = JSON.stringify(UNFINISHED)
  const ids = db.all('SELECT id FROM tasks WHERE state IN (SELECT value FROM json_each(?))', unfinished)
  const isComplete = ids.every(({ id }) => log?.tasks.has(String(id)))
  if (log?.isUsable && isComplete && log.lines <= 2 * ids.length + MOST_HISTORY)
    return openAcceptedLog(dataDir, db, log.lastLine)
  const known = Number(db.get('SELECT max(logged) AS line FROM tasks')?.['line'] ?? 0)
  const lastLine = Math.max(known, log?.lastLine ?? 0)
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

/**
 * Puts a fresh library.db in the place of a damaged or lost one: sets the damaged files aside, copies the rows that can still be read,
 * and takes the open tasks from `accepted.jsonl`. The assets come back from `media/` afterwards. Nothing is deleted.
 *
 * The plan is on disk before the first file moves, and the fresh database has its name only when it is whole. So a crash at any point
 * is gone on with at the next start.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { distrustAgents } from '../../agents/agent-store.ts'
import { restoreUiState, type UiStateItems } from '../../settings/ui-state-file.ts'
import { openDatabase, readFact, writeFact, type Database } from '../database.ts'
import { ifThere, renameDurably, writeFileDurably } from '../files.ts'
import { restoreRequests } from '../../spending/recover-ledger.ts'
import { PAUSED } from '../../tasks/queue/user-limits.ts'
import { toTaskRecord } from '../../tasks/task-row.ts'
import {
  type LoggedTasks,
  acceptedLogPath,
  acceptedLogText,
  openAcceptedLog,
  type AcceptedLog,
} from '../../tasks/recovery/accepted-log.ts'
import { reconcileTasks, UNFINISHED } from '../../tasks/recovery/reconcile-tasks.ts'
import { salvageRows } from './salvage.ts'
import { selectNumber } from '../reader.ts'

const planSchema = z.object({
  /** What is wrong, in plain words. */
  reason: z.string(),
  /** The name that the damaged file gets. */
  aside: z.string().regex(/^library\.db\.damaged-[\w.-]+$/),
})
export type RecoveryPlan = z.infer<typeof planSchema>

export const recoveryReportSchema = z.object({
  /** `damaged`: set aside. `missing`: there was none. `older`: valid, but without its latest commits. `copy`: a backup. */
  kind: z.enum(['damaged', 'missing', 'older', 'copy']),
  reason: z.string(),
  /** The name of the damaged file, where one was set aside. */
  aside: z.string().nullable(),
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
export type RecoveryReport = z.infer<typeof recoveryReportSchema>

/** What is known beside the database. */
export interface Known {
  /** What `accepted.jsonl` says; null where there is none. */
  readonly log: LoggedTasks | null
  /** The commits that the mark has counted. */
  readonly commits: number | null
  readonly uiState: UiStateItems
}

/** The name of the fact that holds the report while `media/` has not been read again. */
export const REBUILD_PENDING = 'rebuild.pending'
/** The write-ahead log and its index belong to the file before them. */
const SUFFIXES = ['-wal', '-shm', '']

export function databasePath(dataDir: string): string {
  return join(dataDir, 'library.db')
}

/** The recovery that was begun or asked for, or null. One that cannot be read is begun anew. */
export async function readPlan(dataDir: string, now: number): Promise<RecoveryPlan | null> {
  const text = await ifThere(readFile(planPath(dataDir), 'utf8'))
  if (text === null) return null
  try {
    return planSchema.parse(JSON.parse(text))
  } catch {
    return newPlan('Its recovery was interrupted.', now)
  }
}

/** Asks for a recovery at the next start. */
export async function askForRecovery(dataDir: string, reason: string, now: number): Promise<void> {
  await writePlan(dataDir, newPlan(reason, now))
}

/** `now` names the file, in UTC. Two plans never share a name. */
export function newPlan(reason: string, now: number): RecoveryPlan {
  return { reason, aside: asideName(now) }
}

export function asideName(now: number): string {
  return `library.db.damaged-${momentName(now)}`
}

/** A moment as a part of a file's name, in UTC. No two are the same. */
function momentName(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomUUID().slice(0, 4)}`
}

/** Leaves a valid library.db to be opened. @throws the disk's error; the plan stays and is gone on with at the next start. */
export async function recoverDatabase(
  dataDir: string,
  plan: RecoveryPlan,
  known: Known,
  now: number,
): Promise<void> {
  const path = databasePath(dataDir)
  const aside = join(dataDir, plan.aside)
  await writePlan(dataDir, plan)
  // The file itself moves last. Once it is aside, what has its name is the fresh one.
  if (!(await exists(aside))) for (const suffix of SUFFIXES) await moveIfThere(path + suffix, aside + suffix)
  if (!(await exists(path))) await writeFresh(dataDir, plan, known, now)
  await rm(planPath(dataDir), { force: true })
}

async function writeFresh(
  dataDir: string,
  { reason, aside }: RecoveryPlan,
  known: Known,
  now: number,
): Promise<void> {
  const path = databasePath(dataDir)
  const fresh = `${path}-fresh`
  // What a crash left half made.
  for (const suffix of SUFFIXES) await rm(fresh + suffix, { force: true })
  const [isThere, hasLog] = await Promise.all(
    ['', '-wal'].map((suffix) => exists(join(dataDir, aside + suffix))),
  )
  const db = openDatabase(fresh)
  try {
    await salvageRows(join(dataDir, aside), db)
    settle(db, known, now, {
      kind: isThere ? 'damaged' : 'missing',
      reason,
      aside: isThere ? aside : hasLog ? `${aside}-wal` : null,
    })
  } finally {
    db.close()
  }
  await renameDurably(fresh, path)
}

/** For a database that is valid but not the latest. `aside` is the copy of its write-ahead log. */
export function settleOlder(
  db: Database,
  known: Known,
  now: number,
  kind: 'older' | 'copy',
  aside: string | null,
): void {
  const reason = kind === 'copy' ? 'It is a backup.' : 'Its latest changes are missing.'
  settle(db, known, now, { kind, reason, aside })
}

function settle(
  db: Database,
  { log, commits, uiState }: Known,
  now: number,
  what: Pick<RecoveryReport, 'kind' | 'reason' | 'aside'>,
): void {
  db.durably(() => {
    const doubtful = reconcileTasks(db, log, 'older', now)
    restoreRequests(db)
    if (what.kind !== 'copy') restoreUiState(db, uiState)
    distrustAgents(db, now)
    const isPaused = (what.kind === 'damaged' || what.kind === 'missing') && pauseIfNotKnown(db)
    const areTasksWhole = log?.isWhole === true
    const report: RecoveryReport = { ...what, ...countTasks(db), doubtful, areTasksWhole, isPaused }
    writeFact(db, REBUILD_PENDING, JSON.stringify(report))
    const counted = Number(readFact(db, 'commits') ?? 0)
    writeFact(db, 'commits', String(Math.max(counted, commits ?? 0)))
    writeFact(db, 'copied', null)
    // Sidecars may be newer than such rows.
    if (what.kind === 'older') db.run('DELETE FROM sidecars_due')
  })
}

/** Whether tasks wait, and nobody knows any more whether the user had paused sending. */
function pauseIfNotKnown(db: Database): boolean {
  if (readFact(db, PAUSED) !== null) return false
  if (!db.get("SELECT 1 FROM tasks WHERE state = 'queued' LIMIT 1")) return false
  writeFact(db, PAUSED, 'true')
  return true
}

function countTasks(db: Database): Pick<RecoveryReport, 'tasks' | 'openTasks'> {
  const row = db.get(
    `SELECT count(*) AS tasks, count(*) FILTER (WHERE state IN (SELECT value FROM json_each(?))) AS open FROM tasks`,
    JSON.stringify(UNFINISHED),
  )
  return { tasks: Number(row?.['tasks'] ?? 0), openTasks: Number(row?.['open'] ?? 0) }
}

function planPath(dataDir: string): string {
  return `${databasePath(dataDir)}-recovery`
}

async function writePlan(dataDir: string, plan: RecoveryPlan): Promise<void> {
  await writeFileDurably(planPath(dataDir), `${JSON.stringify(plan)}\n`)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (await exists(from)) await renameDurably(from, to)
}

async function exists(path: string): Promise<boolean> {
  return (await ifThere(stat(path))) !== null
}

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

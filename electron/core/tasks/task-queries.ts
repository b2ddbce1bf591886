/** The queries over tasks that only read. */
import type { Say } from '../messages/render.ts'
import type { Page } from '#contract/route.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { SETTLED_STATES, TASK_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Task, TaskDetail } from '#contract/tasks.ts'
import type { Database } from '../store/database.ts'
import type { Eta } from './durations/duration-model.ts'
import {
  parseResponse,
  TASK_COLUMNS,
  toTask,
  toTaskEvent,
  toTaskRecord,
  type TaskRecord,
  type Told,
} from './task-row.ts'

/** What is shown of a task beside its row. */
export interface ShowTasks {
  readonly etaOf: (record: TaskRecord) => Eta
  /** Whether a profile's model costs no money: its service charges nothing for it, or is the bundled sample. */
  readonly costsNothing: (profileId: string, model: string) => boolean
  readonly say: Say
}

export type TaskQuery = ParsedInput<'tasks.list'>

export function findTask(db: Database, id: string): TaskRecord | null {
  const row = db.get(`SELECT ${TASK_COLUMNS} WHERE id = ?`, id)
  return row ? toTaskRecord(row) : null
}

export function findByRemote(db: Database, profileId: string, remoteId: string): TaskRecord | null {
  const row = db.get(`SELECT ${TASK_COLUMNS} WHERE profile_id = ? AND remote_id = ?`, profileId, remoteId)
  return row ? toTaskRecord(row) : null
}

/** In the order of submission; queued ones in the order in which they will be sent. */
export function tasksWithState(db: Database, state: TaskState, profileId?: string): readonly TaskRecord[] {
  const rows = db.all(
    `SELECT ${TASK_COLUMNS} WHERE state = ?1 AND (?2 IS NULL OR profile_id = ?2)
     ORDER BY ${state === 'queued' ? 'position, seq' : 'seq'}`,
    state,
    profileId ?? null,
  )
  return rows.map(toTaskRecord)
}

export function tasksOfBatch(db: Database, batchId: string): readonly TaskRecord[] {
  return db.all(`SELECT ${TASK_COLUMNS} WHERE batch_id = ? ORDER BY seq`, batchId).map(toTaskRecord)
}

export function isRemovedBatch(db: Database, batchId: string): boolean {
  return db.get('SELECT 1 FROM removed_batches WHERE batch_id = ?', batchId) !== null
}

/** The batch of a task that was made by one retry of another. */
export function retryBatchOf(taskId: string, pressId: string): string {
  return `${retryBatches(taskId)}_${pressId}`
}

function retryBatches(taskId: string): string {
  return `batch_retry_${taskId}`
}

/** The newest task that was made by a retry of `taskId` and has not ended, or waits for the user. */
export function findOpenRetry(db: Database, taskId: string): TaskRecord | null {
  const row = db.get(
    `SELECT ${TASK_COLUMNS} WHERE batch_id > ?1 || '_' AND batch_id < ?1 || char(${'_'.charCodeAt(0) + 1})
       AND state NOT IN (SELECT value FROM json_each(?2)) ORDER BY seq DESC LIMIT 1`,
    retryBatches(taskId),
    JSON.stringify(SETTLED_STATES),
  )
  return row ? toTaskRecord(row) : null
}

export function countStates(db: Database): Record<TaskState, number> {
  const counts = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>
  for (const row of db.all('SELECT state, count(*) AS number FROM tasks GROUP BY state')) {
    counts[row['state'] as TaskState] = Number(row['number'])
  }
  return counts
}

/** A page of tasks, newest first. */
export function listTasks(
  db: Database,
  { states, batchId, cursor, limit = 100 }: TaskQuery,
  show: ShowTasks,
): Page<Task> {
  const rows = db.all(
    `SELECT ${TASK_COLUMNS} WHERE seq < ?1 AND (?2 IS NULL OR state IN (SELECT value FROM json_each(?2)))
       AND (?3 IS NULL OR batch_id = ?3) ORDER BY seq DESC LIMIT ?4`,
    cursor === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(cursor, 10) || 0,
    states === undefined ? null : JSON.stringify(states),
    batchId ?? null,
    limit + 1,
  )
  const records = rows.slice(0, limit).map(toTaskRecord)
  const last = records.at(-1)
  const nextCursor = rows.length > limit && last ? String(last.seq) : null
  return { items: showTasks(db, records, show), nextCursor }
}

export function taskDetail(db: Database, id: string, show: ShowTasks): TaskDetail | null {
  const record = findTask(db, id)
  if (!record) return null
  const history = db.all('SELECT at, kind, message FROM task_history WHERE task_id = ? ORDER BY rowid', id)
  const row = db.get('SELECT last_response FROM tasks WHERE id = ?', id)
  return {
    ...showTask(db, record, show),
    history: history.map((row) => toTaskEvent(row, show.say, toldOf(record, show))),
    lastResponse: parseResponse(row?.['last_response']),
  }
}

/** Where no money can be charged, none is spoken of: neither here nor by who says it in another language. The fact stays. */
function toldOf({ profileId, request }: TaskRecord, { costsNothing }: ShowTasks): Told {
  return costsNothing(profileId, request.model) ? (said) => ({ ...said, isFree: true }) : (said) => said
}

export function showTask(db: Database, record: TaskRecord, show: ShowTasks): Task {
  return showTasks(db, [record], show)[0] ?? toTask(record, [], show.say, toldOf(record, show))
}

function showTasks(db: Database, records: readonly TaskRecord[], show: ShowTasks): Task[] {
  const assetIds = assetIdsOf(
    db,
    records.map(({ id }) => id),
  )
  return records.map((record) => ({
    ...toTask(record, assetIds.get(record.id) ?? [], show.say, toldOf(record, show)),
    ...(record.state === 'running' ? show.etaOf(record) : {}),
  }))
}

function assetIdsOf(db: Database, taskIds: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>(taskIds.map((id) => [id, []]))
  const rows = db.all(
    'SELECT id, task_id FROM assets WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY place',
    JSON.stringify(taskIds),
  )
  for (const row of rows) found.get(String(row['task_id']))?.push(String(row['id']))
  return found
}

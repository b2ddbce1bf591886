/**
 * Brings the tasks' rows and `accepted.jsonl` together at a start: what the log knows and the rows do not is written into them.
 *
 * A row that says `queued` proves that nothing was sent only as long as no later change can be missing. Where one can be, the task
 * becomes `unknown`, and the user decides.
 */
import { saidOf } from '../../messages/said-of.ts'
import { failure, type Failure } from '#contract/errors.ts'
import { storedMessage } from '../../messages/stored.ts'
import { generateRequestSchema, type GenerateRequest } from '#contract/tasks.ts'
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'
import type { Database, Row } from '../../store/database.ts'
import type { LoggedTask, LoggedTasks } from './accepted-log.ts'
import { insertRow } from '../../store/reader.ts'

/** Of these, something is still to come, or to be decided. The log keeps them. */
export const UNFINISHED = [
  'queued',
  'sending',
  'running',
  'saving',
  'unsaved',
  'unknown',
] as const satisfies readonly TaskState[]
/** The service has the task: polling it again leads to the same end. */
const ACCEPTED = new Set<unknown>(['running', 'saving', 'unsaved'])

const UNKNOWN = failure('unknown_outcome', 'tasks.interrupted.notNoted', { charged: 'maybe' })
/** Stands for a request that cannot be read. It is never sent. */
const UNREADABLE: GenerateRequest = {
  provider: 'unknown',
  mediaType: 'image',
  model: 'unknown',
  scene: 'text-to-image',
}

/**
 * Part of the caller's transaction. `rows`: whether library.db is the latest, or may lack its latest changes. Returns how many tasks
 * that waited are `unknown` now.
 */
export function reconcileTasks(
  db: Database,
  log: LoggedTasks | null,
  rows: 'latest' | 'older',
  now: number,
): number {
  for (const entry of log?.tasks.values() ?? []) {
    const row = db.get('SELECT state, remote_id, logged FROM tasks WHERE id = ?', entry.id)
    if (row && rows === 'latest' && entry.line <= Number(row['logged'])) continue
    const state = stateFrom(entry)
    if (state === null || (row && isAsFar(row, entry, state))) continue
    if (row) updateRow(db, entry, state)
    else if (isUnfinished(state)) addRow(db, entry, state)
  }
  const isBelieved = (id: string, logged: number): boolean => {
    const entry = log?.tasks.get(id)
    if (rows === 'older') return log?.isWhole === true && entry?.state === 'queued'
    // The log was written anew since, and would name it if it still waited.
    return log === null || entry !== undefined || logged === 0 || logged > log.rewrittenAt
  }
  const queued = db.all("SELECT id, logged FROM tasks WHERE state = 'queued'")
  const doubtful = queued.filter((row) => !isBelieved(String(row['id']), Number(row['logged'])))
  for (const row of doubtful) makeUnknown(db, String(row['id']), now)
  return doubtful.length
}

/** The state in which a task is taken up again; null for one that was removed. */
function stateFrom({ state, remoteId }: LoggedTask): TaskState | null {
  if (state === 'removed') return null
  if (ACCEPTED.has(state) && remoteId !== undefined) return 'running'
  // Where the response carried the result, it may be in answers/: as at every start, that decides.
  return ACCEPTED.has(state) ? 'sending' : state
}

/**
 * Of a task that waits, the log also has the request. Of one that failed at the service, neither has the response, which may tell what it
 * cost: polling it again leads to the same end.
 */
function isAsFar(row: Row, { remoteId, state: logged }: LoggedTask, state: TaskState): boolean {
  if (row['remote_id'] !== (remoteId ?? null) || state === 'queued') return false
  if (logged === 'failed' && remoteId !== undefined && ACCEPTED.has(row['state'])) return true
  return ACCEPTED.has(logged) ? ACCEPTED.has(row['state']) : row['state'] === state
}

function isUnfinished(state: TaskState): boolean {
  return (UNFINISHED as readonly TaskState[]).includes(state)
}

function updateRow(db: Database, entry: LoggedTask, state: TaskState): void {
  const request = requestOf(entry)
  db.run(
    `UPDATE tasks SET state = ?2, remote_id = coalesce(?3, remote_id), error = ?4, updated_at = ?5, ended_at = ?6, logged = ?7,
       request = coalesce(?8, request), batch_id = coalesce(?9, batch_id), profile_id = coalesce(?10, profile_id),
       attempts = 0, not_before = NULL, wait_ms = NULL, watch = NULL WHERE id = ?1`,
    ...valuesOf(entry, state),
    request && JSON.stringify(request),
    entry.task?.batchId ?? null,
    entry.task?.profileId ?? null,
  )
  addHistory(db, entry, state)
}

function addRow(db: Database, entry: LoggedTask, state: TaskState): void {
  const request = requestOf(entry)
  const {
    batchId = entry.id,
    batchName = null,
    agentId = null,
    bodyHash = null,
    quotedPrice,
    requestHash = null,
    profileId = '',
    createdAt = entry.at,
  } = entry.task ?? {}
  // Without its request a task cannot be sent; of one that may have been, the user learns at least that.
  const safeState = request || state === 'running' ? state : 'unknown'
  db.run(
    `INSERT INTO tasks (id, state, remote_id, error, updated_at, ended_at, logged, request, batch_id, batch_name, profile_id,
       agent_id, body_hash, quoted_price, request_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...valuesOf(entry, safeState),
    JSON.stringify(request ?? UNREADABLE),
    batchId,
    batchName,
    profileId,
    agentId,
    bodyHash,
    quotedPrice ? JSON.stringify(quotedPrice) : null,
    requestHash,
    createdAt,
  )
  addHistory(db, entry, safeState)
}

/** Id, state, remote id, error, times, number of the line. */
function valuesOf({ id, remoteId, error, at, line }: LoggedTask, state: TaskState) {
  const shown = state === 'unknown' ? (error ?? UNKNOWN) : state === 'queued' ? undefined : error
  const hasEnded = !isOpen(state)
  return [
    id,
    state,
    remoteId ?? null,
    shown ? JSON.stringify(shown) : null,
    at,
    hasEnded ? at : null,
    line,
  ] as const
}

function requestOf({ task }: LoggedTask): GenerateRequest | null {
  return generateRequestSchema.safeParse(task?.request).data ?? null
}

function addHistory(db: Database, { id, at, error }: LoggedTask, state: TaskState): void {
  const kind = state === 'running' ? 'accepted' : state
  const said =
    state === 'running' || state === 'queued'
      ? undefined
      : (error ?? (state === 'unknown' ? UNKNOWN : undefined))
  writeHistory(db, id, at, kind, said)
}

function makeUnknown(db: Database, id: string, now: number): void {
  const at = Math.round(now)
  db.run(
    `UPDATE tasks SET state = 'unknown', error = ?, updated_at = ?, ended_at = ?, not_before = NULL, wait_ms = NULL WHERE id = ?`,
    JSON.stringify(UNKNOWN),
    at,
    at,
    id,
  )
  writeHistory(db, id, at, 'unknown', UNKNOWN)
}

function writeHistory(db: Database, id: string, at: number, kind: string, said?: Failure): void {
  insertRow(db, 'INTO task_history', {
    taskId: id,
    at,
    kind,
    message: storedMessage(said && saidOf(said)),
  })
}

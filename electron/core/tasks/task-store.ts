/**
 * The tasks' rows and their history: the truth about every task, in library.db.
 *
 * A change of state is checked against the allowed transitions, written together with its line of history, and announced after
 * the commit. What a task does next is decided elsewhere; the SQL that only reads is in task-queries.ts.
 */
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Message } from '#contract/messages/message.ts'
import { isOpen, mayFollow, type RemoteStatus, type TaskState } from '#contract/rules/task-states.ts'
import type { Press } from '#contract/press.ts'
import type { GenerateRequest, Task, TaskEvent } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../store/database.ts'
import type { AcceptedLog } from './recovery/accepted-log.ts'
import type { TaskLearner } from './task-learner.ts'
import { storedMessage } from '../messages/stored.ts'
import * as queries from './task-queries.ts'
import { createTaskIds } from './task-ids.ts'
import { RETURNED_COLUMNS, toTaskRecord, type TaskRecord, type Watch } from './task-row.ts'
import { insertRow } from '../store/reader.ts'

/** Enough to see what happened, and a task that is polled for days does not grow without end. */
const MAX_HISTORY_LINES = 200

/** A task that a service has already. */
interface FollowedTask {
  /** Where it is to be one that is known already. */
  readonly id?: string | undefined
  readonly batchId: string
  readonly batchName?: string | undefined
  readonly profileId: string
  readonly agentId?: string | undefined
  readonly bodyHash?: string | undefined
  readonly request: GenerateRequest
}

/** A task that will be sent: by somebody's press. */
export interface NewTask extends FollowedTask {
  readonly press: Press
}

/** What a change may set. `null` clears. */
export type TaskChange = TaskFacts & (ChangedState | BackInQueue)

interface ChangedState {
  readonly state?: Exclude<TaskState, 'queued'>
}

interface BackInQueue {
  readonly state: 'queued'
  /** Whose press sends it; `as_before`: it was not sent, so the press that put it there still stands. */
  readonly press: Press | 'as_before'
}

interface TaskFacts {
  readonly remoteId?: string
  readonly remoteStatus?: RemoteStatus
  readonly sentAt?: number
  readonly polls?: number
  readonly attempts?: number
  readonly error?: Failure | null
  readonly notBefore?: number | null
  readonly waitMs?: number | null
  readonly watch?: Watch
  /** What it may be at the service. */
  readonly candidates?: NonNullable<Task['candidates']>
  readonly lastResponse?: Json
  /** The line of history. The same line twice in a row is written once. */
  readonly event?: HistoryLine
  /** On disk before it returns. */
  readonly durable?: boolean
  /** Written in the same transaction. */
  readonly also?: () => void
}

export type TaskStore = ReturnType<typeof createTaskStore>

export interface TaskStoreDeps extends queries.ShowTasks, Pick<Context, 'db' | 'clock' | 'events'> {
  readonly learner?: TaskLearner
  readonly journal?: Pick<AcceptedLog, 'note' | 'removed'>
  /** Hears of the response with which a task ended at its service. Part of the transaction. */
  readonly onResult?: (task: TaskRecord, response: Json) => void
  /** See `request-hash.ts`; without it no task has one. */
  readonly requestHash?: (profileId: string, request: GenerateRequest) => string | null
  /** Whether the service of a profile charges nothing for a model. */
  readonly isFree: (profileId: string, model: string) => boolean
}

export function createTaskStore(deps: TaskStoreDeps) {
  const { db, clock, events } = deps
  const counts = queries.countStates(db)
  const idOf = createTaskIds()
  const find = (id: string) => queries.findTask(db, id)
  const shown = (record: TaskRecord) => queries.showTask(db, record, deps)
  const announce = (record: TaskRecord) => events.emit('task.changed', { task: shown(record) })
  const insertAll = (give: () => readonly FollowedTask[], start: Start): readonly TaskRecord[] => {
    const records = db.durably(() =>
      give().map((task) => insertTask(deps, task.id ?? idOf(clock.now()), task, start)),
    )
    for (const record of records) {
      counts[record.state] += 1
      announce(record)
    }
    return records
  }
  return {
    find,
    shown,
    insert: (tasks: readonly NewTask[]): readonly TaskRecord[] =>
      insertAll(() => tasks.map(withoutPress), QUEUED),
    /** `decide` is part of the transaction: what it writes is there if and only if the tasks are. */
    insertDecided: (decide: () => readonly NewTask[]): readonly TaskRecord[] =>
      insertAll(() => decide().map(withoutPress), QUEUED),
    /** Follows a task submitted elsewhere: a row that begins as `running`. */
    insertRunning: (task: FollowedTask, remoteId: string): TaskRecord => {
      const event = { kind: 'adopted' } as const
      const [record] = insertAll(() => [task], { state: 'running', remoteId, event })
      return existing(record ?? null, remoteId)
    },
    /** @throws Error when the task is gone or the transition is not allowed. */
    change: (id: string, change: TaskChange): TaskRecord => {
      const { before, after } = changeTask(deps, id, change)
      counts[before.state] -= 1
      counts[after.state] += 1
      announce(after)
      return after
    },
    remove: (id: string): void => {
      const record = find(id)
      if (!record) return
      db.transaction(() => {
        deps.journal?.removed(record, clock.now())
        db.run('DELETE FROM tasks WHERE id = ?', id)
      })
      counts[record.state] -= 1
      events.emit('task.removed', { id })
    },
    findByRemote: (profileId: string, remoteId: string) => queries.findByRemote(db, profileId, remoteId),
    /** In the order of submission; queued ones in the order in which they will be sent. */
    withState: (state: TaskState, profileId?: string) => queries.tasksWithState(db, state, profileId),
    batch: (batchId: string) => queries.tasksOfBatch(db, batchId),
    openRetry: (taskId: string) => queries.findOpenRetry(db, taskId),
    counts: (): Readonly<Record<TaskState, number>> => ({ ...counts }),
    list: (query: queries.TaskQuery) => queries.listTasks(db, query, deps),
    detail: (id: string) => queries.taskDetail(db, id, deps),
    /** Announces a task as it is now, for example after one of its assets changed. */
    announce: (id: string): void => {
      const record = find(id)
      if (record) announce(record)
    },
  }
}

type Writer = Pick<
  TaskStoreDeps,
  'db' | 'clock' | 'learner' | 'journal' | 'onResult' | 'isFree' | 'requestHash'
>

/** What happened; `message` where its kind does not say it all. */
interface HistoryLine extends Pick<TaskEvent, 'kind'> {
  readonly message?: Message
}

/** How a new row begins. */
interface Start {
  readonly state: 'queued' | 'running'
  readonly remoteId?: string
  readonly event: HistoryLine
}

const QUEUED: Start = { state: 'queued', event: { kind: 'queued' } }

/** Part of the caller's transaction. */
function insertTask(
  { db, clock, learner, journal, requestHash }: Writer,
  id: string,
  task: FollowedTask,
  start: Start,
): TaskRecord {
  const now = clock.now()
  const { event, ...begin } = start
  insertRow(db, 'INTO tasks', {
    remoteId: null,
    batchName: null,
    ...task,
    requestHash: requestHash?.(task.profileId, task.request) ?? null,
    id,
    ...begin,
    createdAt: now,
    updatedAt: now,
  })
  addHistory(db, id, event, now)
  const record = existing(queries.findTask(db, id), id)
  journal?.note(record, true)
  learner?.submitted(record)
  return record
}

/** Every change of a task passes here, so that the journal hears of each new state and each acceptance. */
function changeTask(
  { db, clock, learner, journal, onResult, isFree }: Writer,
  id: string,
  asked: TaskChange,
): { readonly before: TaskRecord; readonly after: TaskRecord } {
  const commit = asked.durable ? db.durably : db.transaction
  return commit(() => {
    const before = existing(queries.findTask(db, id), id)
    const change = isFree(before.profileId, before.request.model) ? freeOfCharge(asked) : asked
    const now = clock.now()
    const after = updateRow(db, before, change, now)
    if (change.event) addHistory(db, id, change.event, now)
    change.also?.()
    if (after.state !== before.state || after.remoteId !== before.remoteId) journal?.note(after)
    if (isEnd(before, after)) learner?.ended(after)
    if (change.lastResponse !== undefined && hasResult(before, after)) onResult?.(after, change.lastResponse)
    return { before, after }
  })
}

/** The same change where the service charges nothing. */
function freeOfCharge(change: TaskChange): TaskChange {
  const { error, event } = change
  return {
    ...change,
    ...(error && { error: uncharged(error) }),
    ...(event?.message && { event: { ...event, message: uncharged(event.message) } }),
  }
}

function uncharged<Said extends Message>(said: Said): Said {
  return said.charged ? { ...said, charged: 'no' } : said
}

function withoutPress({ press: _press, ...task }: NewTask): FollowedTask {
  return task
}

function isEnd(before: TaskRecord, after: TaskRecord): boolean {
  return before.state !== after.state && !isOpen(after.state)
}

/** The service has finished it, well or not. */
function hasResult(before: TaskRecord, after: TaskRecord): boolean {
  return before.state !== after.state && (after.state === 'saving' || after.state === 'failed')
}

/** The row as it is then. */
function updateRow(db: Database, before: TaskRecord, change: TaskChange, now: number): TaskRecord {
  const state = change.state ?? before.state
  if (change.state === 'queued' && change.press === 'as_before' && before.state !== 'sending')
    throw new Error(`A task that is ${before.state} is sent again by a press alone.`)
  if (!mayFollow(before.state, state)) {
    throw new Error(`A task that is ${before.state} cannot become ${state}.`)
  }
  const row = db.get(
    `UPDATE tasks SET state = ?, remote_id = ?, remote_status = ?, updated_at = ?, sent_at = ?, ended_at = ?, polls = ?,
       attempts = ?, error = ?, not_before = ?, wait_ms = ?, watch = ?, candidates = ?, last_response = coalesce(?, last_response)
     WHERE id = ? RETURNING ${RETURNED_COLUMNS}`,
    state,
    change.remoteId ?? before.remoteId ?? null,
    change.remoteStatus ?? before.remoteStatus ?? null,
    now,
    change.sentAt ?? before.sentAt ?? null,
    isOpen(state) ? null : (before.endedAt ?? now),
    change.polls ?? before.polls,
    change.attempts ?? before.attempts,
    asJson(newValue(change.error, before.error)),
    newValue(change.notBefore, before.notBefore),
    newValue(change.waitMs, before.waitMs),
    JSON.stringify(change.watch ?? before.watch),
    asJson(newValue(change.candidates, before.candidates)),
    change.lastResponse === undefined ? null : JSON.stringify(change.lastResponse),
    before.id,
  )
  return existing(row && toTaskRecord(row), before.id)
}

function addHistory(db: Database, id: string, event: HistoryLine, now: number): void {
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

/** `undefined` keeps what was there, `null` clears it. */
function newValue<Value>(value: Value | null | undefined, before: Value | undefined): Value | null {
  return value === undefined ? (before ?? null) : value
}

function existing(record: TaskRecord | null, id: string): TaskRecord {
  if (!record) throw new Error(`There is no task ${id}.`)
  return record
}

function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/**
 * Changes a task's row: checked against the allowed transitions, written together with its line of history, and told to the
 * journal, the ledger and whoever learns of it, all in one transaction.
 */
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Message } from '#contract/messages/message.ts'
import { isOpen, mayFollow, type RemoteStatus, type TaskState } from '#contract/rules/task-states.ts'
import type { Press } from '#contract/press.ts'
import type { Task } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { Database } from '../store/database.ts'
import type { AcceptedLog } from './recovery/accepted-log.ts'
import { addHistory, type HistoryLine } from './task-history.ts'
import type { TaskLearner } from './task-learner.ts'
import { findTask } from './task-queries.ts'
import { RETURNED_COLUMNS, toTaskRecord, type TaskRecord, type Watch } from './task-row.ts'

export interface ChangeDeps extends Pick<Context, 'db' | 'clock'> {
  readonly learner?: TaskLearner
  readonly journal?: Pick<AcceptedLog, 'note' | 'removed'>
  /** Hears of the response with which a task ended at its service. Part of the transaction. */
  readonly onResult?: (task: TaskRecord, response: Json) => void
  readonly isFree: (profileId: string, model: string) => boolean
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
  readonly event?: HistoryLine
  /** On disk before it returns. */
  readonly durable?: boolean
  /** Written in the same transaction. */
  readonly also?: () => void
}

/**
 * Every change of a task passes here, so that the journal hears of each new state and each acceptance.
 *
 * @throws Error when the task is gone or the transition is not allowed.
 */
export function changeTask(
  { db, clock, learner, journal, onResult, isFree }: ChangeDeps,
  id: string,
  asked: TaskChange,
): { readonly before: TaskRecord; readonly after: TaskRecord } {
  const commit = asked.durable ? db.durably : db.transaction
  return commit(() => {
    const before = existing(findTask(db, id), id)
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

function isEnd(before: TaskRecord, after: TaskRecord): boolean {
  return before.state !== after.state && !isOpen(after.state)
}

/** The service has finished it, well or not. */
function hasResult(before: TaskRecord, after: TaskRecord): boolean {
  return before.state !== after.state && (after.state === 'saving' || after.state === 'failed')
}

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

/** `undefined` keeps what was there, `null` clears it. */
function newValue<Value>(value: Value | null | undefined, before: Value | undefined): Value | null {
  return value === undefined ? (before ?? null) : value
}

/** @throws Error when there is none. */
export function existing(record: TaskRecord | null, id: string): TaskRecord {
  if (!record) throw new Error(`There is no task ${id}.`)
  return record
}

function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

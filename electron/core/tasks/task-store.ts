/**
 * The tasks' rows and their history: the truth about every task, in library.db.
 *
 * What is written is announced after the commit. What a change may be is in change-task.ts, what a task does next is decided
 * elsewhere, and the SQL that only reads is in task-queries.ts.
 */
import type { QuotedPrice } from '#contract/agents.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Press } from '#contract/press.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import { type ChangeDeps, changeTask, existing, type TaskChange } from './change-task.ts'
import { addHistory, type HistoryLine } from './task-history.ts'
import * as queries from './task-queries.ts'
import { createTaskIds } from './task-ids.ts'
import type { TaskRecord } from './task-row.ts'
import { insertRow } from '../store/reader.ts'

/** A task that a service has already. */
interface FollowedTask {
  /** Where it is to be one that is known already. */
  readonly id?: string | undefined
  readonly batchId: string
  readonly batchName?: string | undefined
  readonly profileId: string
  readonly agentId?: string | undefined
  readonly bodyHash?: string | undefined
  readonly quotedPrice?: QuotedPrice | undefined
  readonly request: GenerateRequest
}

/** A task that will be sent: by somebody's press. */
export interface NewTask extends FollowedTask {
  readonly press: Press
}

export type TaskStore = ReturnType<typeof createTaskStore>

export interface TaskStoreDeps extends ChangeDeps, queries.ShowTasks, Pick<Context, 'events'> {
  /** See `request-hash.ts`; without it no task has one. */
  readonly requestHash?: (profileId: string, request: GenerateRequest) => string | null
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
        db.run('INSERT OR IGNORE INTO removed_batches (batch_id) VALUES (?)', record.batchId)
        db.run('DELETE FROM tasks WHERE id = ?', id)
      })
      counts[record.state] -= 1
      events.emit('task.removed', { id })
    },
    findByRemote: (profileId: string, remoteId: string) => queries.findByRemote(db, profileId, remoteId),
    /** In the order of submission; queued ones in the order in which they will be sent. */
    withState: (state: TaskState, profileId?: string) => queries.tasksWithState(db, state, profileId),
    batch: (batchId: string) => queries.tasksOfBatch(db, batchId),
    /** Whether tasks of it were removed. A press whose tasks are all gone must not pay again. */
    isRemoved: (batchId: string) => queries.isRemovedBatch(db, batchId),
    openRetry: (taskId: string) => queries.findOpenRetry(db, taskId),
    counts: (): Readonly<Record<TaskState, number>> => ({ ...counts }),
    list: (query: queries.TaskQuery) => queries.listTasks(db, query, deps),
    detail: (id: string) => queries.taskDetail(db, id, deps),
    /** For example after one of its assets changed. */
    announce: (id: string): void => {
      const record = find(id)
      if (record) announce(record)
    },
  }
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
  { db, clock, learner, journal, requestHash }: TaskStoreDeps,
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

function withoutPress({ press: _press, ...task }: NewTask): FollowedTask {
  return task
}

/**
 * The tasks' rows and their history: the truth about every task, in library.db.
 *
 * A change of state is checked against the life cycle, written together with its line of history, and announced after it
 * is committed. What a task does next is decided elsewhere.
 */
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Page } from '#contract/route.ts'
import { type RemoteStatus, TASK_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { GenerateRequest, Task, TaskDetail, TaskEvent } from '#contract/tasks.ts'
import type { EventBus } from '../events.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../store/database.ts'
import type { AcceptedLog } from '../store/recovery/accepted-log.ts'
import type { Forecast } from './durations/eta.ts'
import { isResting, mayFollow } from './life.ts'
import { NOBODY, type TaskLearner } from './task-learner.ts'
import { createTaskIds } from './task-id.ts'
import { parseAnswer, TASK_COLUMNS, toTask, toTaskRecord, type TaskRecord, type Watch } from './task-row.ts'

const NO_LOG = { note: () => undefined, removed: () => undefined }
/** Enough to see what happened; a task that is polled for days does not grow without end. */
const LONGEST_HISTORY = 200

export interface NewTask {
  readonly batchId: string
  readonly batchName?: string | undefined
  readonly profileId: string
  readonly request: GenerateRequest
}

/** What a change may set. `null` clears. */
export interface TaskChange {
  readonly state?: TaskState
  readonly remoteId?: string
  readonly remoteStatus?: RemoteStatus
  readonly sentAt?: number
  readonly polls?: number
  readonly attempts?: number
  readonly error?: Failure | null
  readonly notBefore?: number | null
  readonly waitMs?: number | null
  readonly watch?: Watch
  readonly lastAnswer?: Json
  /** The line of history. A repeated line in a row is written once. */
  readonly event?: { readonly kind: string; readonly text: string }
  /** On disk before it returns. */
  readonly durable?: boolean
  /** Written in the same transaction. */
  readonly also?: () => void
}

export interface TaskStore {
  insert(tasks: readonly NewTask[]): readonly TaskRecord[]
  /** Follows a task submitted elsewhere: a row that begins as `running`. */
  insertRunning(task: NewTask, remoteId: string): TaskRecord
  find(id: string): TaskRecord | null
  findByRemote(profileId: string, remoteId: string): TaskRecord | null
  /** @throws Error when the task is gone or the life cycle forbids the change. */
  change(id: string, change: TaskChange): TaskRecord
  remove(id: string): void
  /** In the order in which they were submitted; those that wait, in the order in which they will be sent. */
  withState(state: TaskState, profileId?: string): readonly TaskRecord[]
  batch(batchId: string): readonly TaskRecord[]
  counts(): Readonly<Record<TaskState, number>>
  list(query: {
    states?: readonly TaskState[] | undefined
    batchId?: string | undefined
    cursor?: string | undefined
    limit?: number | undefined
  }): Page<Task>
  shown(record: TaskRecord): Task
  detail(id: string): TaskDetail | null
  /** Announces a task as it is now, for example after one of its assets changed. */
  announce(id: string): void
}

/** `forecastOf` says what is known of when a running task will be finished; `learner` is told of every task. `accepted` outlives library.db. */
export function createTaskStore(
  db: Database,
  clock: Clock,
  events: EventBus,
  forecastOf: (record: TaskRecord) => Forecast,
  learner: TaskLearner = NOBODY,
  accepted: Pick<AcceptedLog, 'note' | 'removed'> = NO_LOG,
): TaskStore {
  const find = (id: string): TaskRecord | null => {
    const row = db.get(`SELECT ${TASK_COLUMNS} WHERE id = ?`, id)
    return row ? toTaskRecord(row) : null
  }
  const assetIds = (taskIds: readonly string[]): Map<string, string[]> => {
    const found = new Map<string, string[]>(taskIds.map((id) => [id, []]))
    const rows = db.all(
      'SELECT id, task_id FROM assets WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY place',
      JSON.stringify(taskIds),
    )
    for (const row of rows) found.get(String(row['task_id']))?.push(String(row['id']))
    return found
  }
  const showAll = (records: readonly TaskRecord[]): Task[] => {
    const found = assetIds(records.map((record) => record.id))
    return records.map((record) => ({
      ...toTask(record, found.get(record.id) ?? []),
      ...(record.state === 'running' ? forecastOf(record) : {}),
    }))
  }
  const shown = (record: TaskRecord): Task => showAll([record])[0] ?? toTask(record, [])
  const announce = (record: TaskRecord) => events.emit('task.changed', { task: shown(record) })

  const counts = countStates(db)
  const count = (state: TaskState, by: 1 | -1) => {
    counts[state] += by
  }

  const idOf = createTaskIds()
  const write = (task: NewTask, state: TaskState, remoteId: string | null): string => {
    const now = clock.now()
    const id = idOf(now)
    db.run(
      `INSERT INTO tasks (id, batch_id, batch_name, profile_id, state, request, remote_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      task.batchId,
      task.batchName ?? null,
      task.profileId,
      state,
      JSON.stringify(task.request),
      remoteId,
      now,
      now,
    )
    return id
  }
  const note = (id: string, event: { kind: string; text: string }): void => {
    const last = db.get(
      'SELECT kind, text FROM task_history WHERE task_id = ? ORDER BY rowid DESC LIMIT 1',
      id,
    )
    if (last?.['kind'] === event.kind && last['text'] === event.text) return
    db.run(
      'INSERT INTO task_history (task_id, at, kind, text) VALUES (?, ?, ?, ?)',
      id,
      clock.now(),
      event.kind,
      event.text,
    )
    db.run(
      `DELETE FROM task_history WHERE task_id = ?1 AND rowid <=
         (SELECT rowid FROM task_history WHERE task_id = ?1 ORDER BY rowid DESC LIMIT 1 OFFSET ${LONGEST_HISTORY})`,
      id,
    )
  }
  const inserted = (ids: readonly string[]): TaskRecord[] => {
    const records = ids.map((id) => existing(find(id), id))
    for (const record of records) {
      accepted.note(record, true)
      learner.submitted(record)
    }
    return records
  }

  return {
    find,
    shown,
    insert: (tasks) => {
      const records = db.durably(() => {
        const ids = tasks.map((task) => write(task, 'queued', null))
        for (const id of ids) note(id, { kind: 'queued', text: 'waits for its turn' })
        return inserted(ids)
      })
      for (const record of records) {
        count('queued', 1)
        announce(record)
      }
      return records
    },
    insertRunning: (task, remoteId) => {
      const [record] = db.durably(() => {
        const id = write(task, 'running', remoteId)
        note(id, { kind: 'adopted', text: `followed as ${remoteId}` })
        return inserted([id])
      })
      const adopted = existing(record ?? null, remoteId)
      count('running', 1)
      announce(adopted)
      return adopted
    },
    findByRemote: (profileId, remoteId) => {
      const row = db.get(`SELECT ${TASK_COLUMNS} WHERE profile_id = ? AND remote_id = ?`, profileId, remoteId)
      return row ? toTaskRecord(row) : null
    },
    change: (id, change) => {
      const commit = change.durable ? db.durably : db.transaction
      const [before, record] = commit(() => {
        const before = existing(find(id), id)
        const state = change.state ?? before.state
        if (!mayFollow(before.state, state)) {
          throw new Error(`A task that is ${before.state} cannot become ${state}.`)
        }
        const now = clock.now()
        const ends = isResting(state) ? (before.endedAt ?? now) : null
        db.run(
          `UPDATE tasks SET state = ?, remote_id = ?, remote_status = ?, updated_at = ?, sent_at = ?, ended_at = ?, polls = ?,
             attempts = ?, error = ?, not_before = ?, wait_ms = ?, watch = ?, last_answer = coalesce(?, last_answer)
           WHERE id = ?`,
          state,
          change.remoteId ?? before.remoteId ?? null,
          change.remoteStatus ?? before.remoteStatus ?? null,
          now,
          change.sentAt ?? before.sentAt ?? null,
          ends,
          change.polls ?? before.polls,
          change.attempts ?? before.attempts,
          asJson(change.error === undefined ? before.error : change.error),
          (change.notBefore === undefined ? before.notBefore : change.notBefore) ?? null,
          (change.waitMs === undefined ? before.waitMs : change.waitMs) ?? null,
          JSON.stringify(change.watch ?? before.watch),
          change.lastAnswer === undefined ? null : JSON.stringify(change.lastAnswer),
          id,
        )
        if (change.event) note(id, change.event)
        change.also?.()
        const after = existing(find(id), id)
        if (after.state !== before.state || after.remoteId !== before.remoteId) accepted.note(after)
        if (after.state !== before.state && isResting(after.state)) learner.ended(after)
        return [before, after]
      })
      count(before.state, -1)
      count(record.state, 1)
      announce(record)
      return record
    },
    remove: (id) => {
      const record = find(id)
      if (!record) return
      db.transaction(() => {
        accepted.removed(record, clock.now())
        db.run('DELETE FROM tasks WHERE id = ?', id)
      })
      count(record.state, -1)
      events.emit('task.removed', { id })
    },
    withState: (state, profileId) =>
      db
        .all(
          `SELECT ${TASK_COLUMNS} WHERE state = ?1 AND (?2 IS NULL OR profile_id = ?2)
           ORDER BY ${state === 'queued' ? 'position, seq' : 'seq'}`,
          state,
          profileId ?? null,
        )
        .map(toTaskRecord),
    batch: (batchId) =>
      db.all(`SELECT ${TASK_COLUMNS} WHERE batch_id = ? ORDER BY seq`, batchId).map(toTaskRecord),
    counts: () => ({ ...counts }),
    list: ({ states, batchId, cursor, limit = 100 }) => {
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
      return { items: showAll(records), nextCursor: rows.length > limit && last ? String(last.seq) : null }
    },
    detail: (id) => {
      const record = find(id)
      if (!record) return null
      const history = db.all('SELECT at, kind, text FROM task_history WHERE task_id = ? ORDER BY rowid', id)
      const answer = db.get('SELECT last_answer FROM tasks WHERE id = ?', id)
      return {
        ...shown(record),
        history: history as never as TaskEvent[],
        lastAnswer: parseAnswer(answer?.['last_answer']),
      }
    },
    announce: (id) => {
      const record = find(id)
      if (record) announce(record)
    },
  }
}

function countStates(db: Database): Record<TaskState, number> {
  const counts = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>
  for (const row of db.all('SELECT state, count(*) AS number FROM tasks GROUP BY state')) {
    counts[row['state'] as TaskState] = Number(row['number'])
  }
  return counts
}

function existing(record: TaskRecord | null, id: string): TaskRecord {
  if (!record) throw new Error(`There is no task ${id}.`)
  return record
}

function asJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

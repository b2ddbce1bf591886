/**
 * The tasks' rows: written before any work is done, read after a restart.
 *
 * Owns the SQL and the parsing of rows. What moves a task from one status to the next is `tasks/task-runner.ts`'s business.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const STATUSES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR'] as const
export type TaskStatus = (typeof STATUSES)[number]

/** What is written when a request is accepted, and never again. */
export interface AcceptedTask {
  readonly id: string
  readonly owner: string
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly scene: string
  readonly prompt: string
  /** What the maker wrote for itself when it accepted the request, as JSON. */
  readonly job: string
  /** How many input files lie beside the database for this task. */
  readonly inputs: number
  /** Extra entries of the task result (a note, the ignored options), as a JSON object. */
  readonly remarks: Readonly<Record<string, unknown>>
  readonly credits: number
  /** The name of the form that the task result takes. */
  readonly resultShape: string
  readonly createdAt: number
}

export interface StoredTask extends AcceptedTask {
  readonly status: TaskStatus
  /** The share of the work that was done when it was last written down, 0 to 1. */
  readonly progress: number
  readonly errorMessage: string | null
  /** When a thread took it up; null before. */
  readonly startedAt: number | null
  /** When it reached SUCCESS, FAILED or ERROR; null before. */
  readonly finishedAt: number | null
}

export interface TaskStore {
  /** Writes a task as PENDING. */
  add(task: AcceptedTask): void
  get(id: string): StoredTask | null
  /** The `count` newest tasks of all users, newest first. */
  newest(count: number): readonly StoredTask[]
  unfinished(): readonly StoredTask[]
  /** The ids of tasks that run or, after an ERROR, may run again. */
  open(): readonly string[]
  countUnfinished(owner: string): number
  /** The creation time of the `rank`-th newest task of this owner (1 is the newest), if that is after `since`. */
  createdAtOfRank(owner: string, since: number, rank: number): number | null
  /** Back to the beginning, as if it had just been accepted. */
  restart(id: string): void
  begin(id: string): void
  setProgress(id: string, share: number): void
  end(id: string, status: 'SUCCESS' | 'FAILED' | 'ERROR', errorMessage?: string): void
}

const remarksSchema = z.record(z.string(), z.unknown())
const taskRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    provider: z.string(),
    media_type: z.string(),
    model: z.string(),
    scene: z.string(),
    prompt: z.string(),
    job: z.string(),
    inputs: z.number(),
    remarks: z.string(),
    credits: z.number(),
    result_shape: z.string(),
    created_at: z.number(),
    status: z.enum(STATUSES),
    progress: z.number(),
    error_message: z.string().nullable(),
    started_at: z.number().nullable(),
    finished_at: z.number().nullable(),
  })
  .transform((row): StoredTask => ({
    id: row.id,
    owner: row.owner,
    provider: row.provider,
    mediaType: row.media_type,
    model: row.model,
    scene: row.scene,
    prompt: row.prompt,
    job: row.job,
    inputs: row.inputs,
    remarks: remarksSchema.parse(JSON.parse(row.remarks)),
    credits: row.credits,
    resultShape: row.result_shape,
    createdAt: row.created_at,
    status: row.status,
    progress: row.progress,
    errorMessage: row.error_message,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }))
const idRow = z.object({ id: z.string() })
const countRow = z.object({ count: z.number() })
const timeRow = z.object({ created_at: z.number() })

/** The tasks in `database`. `onChange` is called with the id of every task that was added or changed. */
export function createTaskStore(
  database: DatabaseSync,
  now: () => number,
  onChange: (id: string) => void,
): TaskStore {
  const insert = database.prepare(
    `INSERT INTO tasks (id, owner, provider, media_type, model, scene, prompt, job, inputs, remarks, credits, result_shape,
      status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'PENDING', ?)`,
  )
  const select = database.prepare('SELECT * FROM tasks WHERE id = ?')
  const selectNewest = database.prepare('SELECT * FROM tasks ORDER BY created_at DESC, rowid DESC LIMIT ?')
  const selectUnfinished = database.prepare(
    `SELECT * FROM tasks WHERE status IN ('PENDING', 'PROCESSING') ORDER BY created_at, rowid`,
  )
  const selectOpen = database.prepare(
    `SELECT id FROM tasks WHERE status IN ('PENDING', 'PROCESSING', 'ERROR')`,
  )
  const count = database.prepare(
    `SELECT count(*) AS count FROM tasks WHERE status IN ('PENDING', 'PROCESSING') AND owner = ?`,
  )
  const selectRank = database.prepare(
    'SELECT created_at FROM tasks WHERE owner = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1 OFFSET ?',
  )
  const restart = database.prepare(
    `UPDATE tasks SET status = 'PENDING', progress = 0, error_message = NULL, started_at = NULL, finished_at = NULL
      WHERE id = ?`,
  )
  const begin = database.prepare(
    `UPDATE tasks SET status = 'PROCESSING', started_at = ? WHERE id = ? AND status = 'PENDING'`,
  )
  const setProgress = database.prepare('UPDATE tasks SET progress = ? WHERE id = ?')
  const end = database.prepare(
    `UPDATE tasks SET status = ?, error_message = ?, finished_at = ?,
      progress = CASE ? WHEN 'SUCCESS' THEN 1 ELSE progress END WHERE id = ?`,
  )

  return {
    add(task) {
      insert.run(
        task.id,
        task.owner,
        task.provider,
        task.mediaType,
        task.model,
        task.scene,
        task.prompt,
        task.job,
        task.inputs,
        JSON.stringify(task.remarks),
        task.credits,
        task.resultShape,
        task.createdAt,
      )
      onChange(task.id)
    },
    get(id) {
      const row = select.get(id)
      return row === undefined ? null : taskRow.parse(row)
    },
    newest: (limit) => selectNewest.all(limit).map((row) => taskRow.parse(row)),
    unfinished: () => selectUnfinished.all().map((row) => taskRow.parse(row)),
    open: () => selectOpen.all().map((row) => idRow.parse(row).id),
    countUnfinished: (owner) => countRow.parse(count.get(owner)).count,
    createdAtOfRank(owner, since, rank) {
      const row = selectRank.get(owner, since, rank - 1)
      return row === undefined ? null : timeRow.parse(row).created_at
    },
    restart(id) {
      restart.run(id)
      onChange(id)
    },
    begin(id) {
      begin.run(now(), id)
      onChange(id)
    },
    setProgress(id, share) {
      setProgress.run(share, id)
      onChange(id)
    },
    end(id, status, errorMessage) {
      end.run(status, errorMessage ?? null, now(), status, id)
      onChange(id)
    },
  }
}

/**
 * The tasks' rows: written before any work is done, read after a restart.
 *
 * Owns the SQL and the parsing of rows. What moves a task from one status to the next is `tasks/task-runner.ts`'s business.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export type TaskStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'ERROR'

export interface StoredTask {
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
  readonly status: TaskStatus
  readonly errorMessage: string | null
  readonly createdAt: number
}

export interface TaskStore {
  add(task: StoredTask): void
  get(id: string): StoredTask | null
  unfinished(): readonly StoredTask[]
  countUnfinished(owner: string): number
  /** The creation time of the `rank`-th newest task of this owner (1 is the newest), if that is after `since`. */
  createdAtOfRank(owner: string, since: number, rank: number): number | null
  setStatus(id: string, status: TaskStatus, errorMessage?: string): void
}

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
    status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR']),
    error_message: z.string().nullable(),
    created_at: z.number(),
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
    remarks: z.record(z.string(), z.unknown()).parse(JSON.parse(row.remarks)),
    credits: row.credits,
    status: row.status,
    errorMessage: row.error_message,
    createdAt: row.created_at,
  }))
const countRow = z.object({ count: z.number() })
const timeRow = z.object({ created_at: z.number() })

/** The tasks in `database`. */
export function createTaskStore(database: DatabaseSync, now: () => number): TaskStore {
  const insert = database.prepare(
    `INSERT INTO tasks (id, owner, provider, media_type, model, scene, prompt, job, inputs, remarks, credits, status,
      error_message, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const select = database.prepare('SELECT * FROM tasks WHERE id = ?')
  const selectUnfinished = database.prepare(
    `SELECT * FROM tasks WHERE status IN ('PENDING', 'PROCESSING') ORDER BY created_at, rowid`,
  )
  const count = database.prepare(
    `SELECT count(*) AS count FROM tasks WHERE status IN ('PENDING', 'PROCESSING') AND owner = ?`,
  )
  const selectRank = database.prepare(
    'SELECT created_at FROM tasks WHERE owner = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1 OFFSET ?',
  )
  const update = database.prepare(
    'UPDATE tasks SET status = ?, error_message = ?, finished_at = ? WHERE id = ?',
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
        task.status,
        task.errorMessage,
        task.createdAt,
      )
    },
    get(id) {
      const row = select.get(id)
      return row === undefined ? null : taskRow.parse(row)
    },
    unfinished: () => selectUnfinished.all().map((row) => taskRow.parse(row)),
    countUnfinished: (owner) => countRow.parse(count.get(owner)).count,
    createdAtOfRank(owner, since, rank) {
      const row = selectRank.get(owner, since, rank - 1)
      return row === undefined ? null : timeRow.parse(row).created_at
    },
    setStatus(id, status, errorMessage) {
      const finished = status !== 'PENDING' && status !== 'PROCESSING'
      update.run(status, errorMessage ?? null, finished ? now() : null, id)
    },
  }
}

/**
 * What is written of tasks, of usage and of contact messages: before any work is done, and read after a restart.
 *
 * Owns the SQL and the parsing of rows. What moves a task from one status to the next is `tasks/task-runner.ts`'s business.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** What is written when a request is accepted, and never again. */
const acceptedSchema = z.object({
  id: z.string(),
  owner: z.string(),
  provider: z.string(),
  mediaType: z.string(),
  model: z.string(),
  scene: z.string(),
  prompt: z.string(),
  /** What the maker wrote for itself when it accepted the request, as JSON. */
  job: z.string(),
  /** How many input files lie beside the database for this task. */
  inputs: z.number(),
  /** Extra entries of the task result (a note, the ignored options). */
  remarks: z.record(z.string(), z.unknown()),
  credits: z.number(),
  /** The name of the form that the task result takes. */
  resultShape: z.string(),
  createdAt: z.number(),
})
export type AcceptedTask = Readonly<z.infer<typeof acceptedSchema>>

const taskRow = z
  .object({
    accepted: z.string().transform((text) => acceptedSchema.parse(JSON.parse(text))),
    status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR']),
    /** The share of the work that was done when it was last written down, 0 to 1. */
    progress: z.number(),
    error_message: z.string().nullable(),
    /** When a thread took it up; null before. */
    started_at: z.number().nullable(),
    /** When it reached SUCCESS, FAILED or ERROR; null before. */
    finished_at: z.number().nullable(),
  })
  .transform(({ accepted, status, progress, error_message, started_at, finished_at }) => {
    const times = { startedAt: started_at, finishedAt: finished_at }
    return { ...accepted, status, progress, errorMessage: error_message, ...times }
  })
export type StoredTask = Readonly<z.infer<typeof taskRow>>

const OPEN = `('PENDING', 'PROCESSING')`

export type TaskStore = ReturnType<typeof createTaskStore>

export function createTaskStore(database: DatabaseSync, now: () => number) {
  const prepare = (sql: string) => database.prepare(sql)
  const sql = {
    insert: prepare(
      `INSERT INTO tasks (id, owner, accepted, status, created_at) VALUES (?, ?, ?, 'PENDING', ?)`,
    ),
    select: prepare('SELECT * FROM tasks WHERE id = ?'),
    newest: prepare('SELECT * FROM tasks ORDER BY created_at DESC, rowid DESC LIMIT ?'),
    unfinished: prepare(`SELECT * FROM tasks WHERE status IN ${OPEN} ORDER BY created_at, rowid`),
    open: prepare(`SELECT id FROM tasks WHERE status IN ${OPEN} OR status = 'ERROR'`),
    count: prepare(`SELECT count(*) AS count FROM tasks WHERE status IN ${OPEN} AND owner = ?`),
    rank: prepare(
      'SELECT created_at FROM tasks WHERE owner = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1 OFFSET ?',
    ),
    restart: prepare(
      `UPDATE tasks SET status = 'PENDING', progress = 0, error_message = NULL, started_at = NULL, finished_at = NULL
        WHERE id = ?`,
    ),
    pause: prepare(`UPDATE tasks SET status = 'PENDING' WHERE status = 'PROCESSING'`),
    begin: prepare(
      `UPDATE tasks SET status = 'PROCESSING', started_at = ? WHERE id = ? AND status = 'PENDING'`,
    ),
    setProgress: prepare('UPDATE tasks SET progress = ? WHERE id = ?'),
    end: prepare(
      `UPDATE tasks SET status = ?, error_message = ?, finished_at = ?,
        progress = CASE ? WHEN 'SUCCESS' THEN 1 ELSE progress END WHERE id = ?`,
    ),
  }
  const parse = (rows: readonly unknown[]): StoredTask[] => rows.map((row) => taskRow.parse(row))

  return {
    add: (task: AcceptedTask): void =>
      void sql.insert.run(task.id, task.owner, JSON.stringify(task), task.createdAt),
    get: (id: string): StoredTask | null => parse(sql.select.all(id))[0] ?? null,
    /** The `limit` newest tasks of all users, newest first. */
    newest: (limit: number): readonly StoredTask[] => parse(sql.newest.all(limit)),
    unfinished: (): readonly StoredTask[] => parse(sql.unfinished.all()),
    /** The ids of tasks that run or, after an ERROR, may run again. */
    open: (): readonly string[] => sql.open.all().map(({ id }) => String(id)),
    countUnfinished: (owner: string): number => Number(sql.count.get(owner)?.['count']),
    /** The creation time of the `rank`-th newest task of this owner (1 is the newest), if that is after `since`. */
    createdAtOfRank(owner: string, since: number, rank: number): number | null {
      const row = sql.rank.get(owner, since, rank - 1)
      return row === undefined ? null : Number(row['created_at'])
    },
    /** Back to the beginning, as if it had just been accepted. */
    restart: (id: string): void => void sql.restart.run(id),
    /** Says that nothing works on any task: one that is PROCESSING at a start was being worked on when the service died. */
    pause: (): void => void sql.pause.run(),
    begin: (id: string): void => void sql.begin.run(now(), id),
    setProgress: (id: string, share: number): void => void sql.setProgress.run(share, id),
    end: (id: string, status: 'SUCCESS' | 'FAILED' | 'ERROR', errorMessage?: string): void =>
      void sql.end.run(status, errorMessage ?? null, now(), status, id),
  }
}

export type UsageStore = ReturnType<typeof createUsageStore>

/** What each user has had made, by model, counted when a task succeeds: the counts outlive the tasks, which are deleted in time. */
export function createUsageStore(database: DatabaseSync) {
  const add = database.prepare(
    `INSERT INTO usage (owner, model, media_type, tasks, credits) VALUES (?, ?, ?, 1, ?)
      ON CONFLICT (owner, model) DO UPDATE SET tasks = tasks + 1, credits = credits + excluded.credits`,
  )
  const select = database.prepare('SELECT * FROM usage WHERE owner = ? ORDER BY model')
  return {
    count: ({ owner, model, mediaType, credits }: AcceptedTask): void =>
      void add.run(owner, model, mediaType, credits),
    of: (owner: string) =>
      select.all(owner).map(({ model, media_type, tasks, credits }) => ({
        model: String(model),
        mediaType: String(media_type),
        tasks: Number(tasks),
        credits: Number(credits),
      })),
  }
}

export type ContactStore = ReturnType<typeof createContactStore>

export function createContactStore(database: DatabaseSync, now: () => number) {
  const insert = database.prepare(
    'INSERT INTO contacts (visitor, email, content, created_at) VALUES (?, ?, ?, ?)',
  )
  const select = database.prepare(
    'SELECT created_at FROM contacts WHERE visitor = ? AND created_at > ? ORDER BY created_at',
  )
  return {
    add: (visitor: string, email: string, content: string): void =>
      void insert.run(visitor, email, content, now()),
    /** When this visitor wrote since `since`, oldest first, in milliseconds since the Unix epoch. */
    timesSince: (visitor: string, since: number): readonly number[] =>
      select.all(visitor, since).map((row) => Number(row['created_at'])),
  }
}

/** Parses rows of `tasks` and `task_history`: others may have changed the file. */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { REMOTE_STATUSES } from '#contract/rules/task-states.ts'
import {
  generateRequestSchema,
  taskEventKindSchema,
  taskStateSchema,
  type GenerateRequest,
  type Task,
  type TaskEvent,
} from '#contract/tasks.ts'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { parseRow } from '../store/damage.ts'
import type { Row } from '../store/database.ts'

/** What polls and saving have seen in a row, so that nothing is concluded from a single response. */
export const watchSchema = z.object({
  /** ERROR responses in a row. */
  errors: z.int().default(0),
  /** 404 and 403 responses in a row. */
  missing: z.int().default(0),
  /** SUCCESS responses in a row that named no file. */
  empty: z.int().default(0),
  /** Attempts to save in a row that have to be repeated. */
  waits: z.int().default(0),
})
export type Watch = z.infer<typeof watchSchema>
export const NOTHING_SEEN: Watch = { errors: 0, missing: 0, empty: 0, waits: 0 }

/** A task as the engine holds it: what the page sees, and what only the engine needs. */
export interface TaskRecord extends Omit<Task, 'assetIds' | 'eta' | 'slow'> {
  readonly seq: number
  /** Repeats so far of the current step. */
  readonly attempts: number
  /** The whole wait up to `notBefore`, in milliseconds. */
  readonly waitMs?: number
  readonly watch: Watch
}

const failureSchema = z.object({
  code: z.string().transform((code) => code as ErrorCode),
  message: z.string(),
  charged: z.enum(['no', 'maybe', 'yes']).optional(),
})

const rowSchema = z.object({
  seq: z.number(),
  id: z.string(),
  batch_id: z.string(),
  batch_name: z.string().nullable(),
  profile_id: z.string(),
  state: taskStateSchema,
  request: z.string(),
  remote_id: z.string().nullable(),
  remote_status: z.enum(REMOTE_STATUSES).nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  sent_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  polls: z.number(),
  attempts: z.number(),
  error: z.string().nullable(),
  not_before: z.number().nullable(),
  wait_ms: z.number().nullable(),
  watch: z.string().nullable(),
  position: z.number().optional(),
})

/** Selects what `toTaskRecord` reads, with the position among queued tasks. */
export const TASK_COLUMNS = `tasks.*, coalesce(queue_order.position, tasks.seq) AS position
  FROM tasks LEFT JOIN queue_order ON queue_order.task_id = tasks.id`

/** @throws DamagedDatabase when the row is not one that Atelier wrote. */
export function toTaskRecord(row: Row): TaskRecord {
  return parseRow('tasks', () => parseTask(row))
}

function parseTask(row: Row): TaskRecord {
  const parsed = rowSchema.parse(row)
  return {
    seq: parsed.seq,
    id: parsed.id,
    batchId: parsed.batch_id,
    profileId: parsed.profile_id,
    state: parsed.state,
    request: parseRequest(parsed.request),
    createdAt: parsed.created_at,
    updatedAt: parsed.updated_at,
    polls: parsed.polls,
    attempts: parsed.attempts,
    watch: parsed.watch === null ? NOTHING_SEEN : watchSchema.parse(JSON.parse(parsed.watch)),
    ...present('batchName', parsed.batch_name),
    ...present('remoteId', parsed.remote_id),
    ...present('remoteStatus', parsed.remote_status),
    ...present('sentAt', parsed.sent_at),
    ...present('endedAt', parsed.ended_at),
    ...present('error', parsed.error === null ? null : parseFailure(parsed.error)),
    ...present('notBefore', parsed.not_before),
    ...present('waitMs', parsed.wait_ms),
    ...present('position', parsed.state === 'queued' ? (parsed.position ?? null) : null),
  }
}

/** What the page may see of a record. */
export function toTask(record: TaskRecord, assetIds: readonly string[]): Task {
  const { seq: _seq, attempts: _attempts, waitMs: _waitMs, watch: _watch, ...task } = record
  return { ...task, assetIds }
}

const eventSchema = z.object({
  at: z.number(),
  // A kind that a newer version wrote is shown by its text alone.
  kind: taskEventKindSchema.catch('other'),
  text: z.string(),
})

export function toTaskEvent(row: Row): TaskEvent {
  return parseRow('task_history', () => eventSchema.parse(row))
}

export function parseResponse(text: unknown): Json {
  return typeof text === 'string' ? (JSON.parse(text) as Json) : null
}

function parseRequest(text: string): GenerateRequest {
  return generateRequestSchema.parse(JSON.parse(text))
}

function parseFailure(text: string): Failure {
  const { charged, ...failure } = failureSchema.parse(JSON.parse(text))
  return charged === undefined ? failure : { ...failure, charged }
}

function present<Key extends string, Value>(key: Key, value: Value | null): { [K in Key]?: Value } {
  return (value === null ? {} : { [key]: value }) as { [K in Key]?: Value }
}

/** Parses rows of `tasks` and `task_history`: others may have changed the file. */
import { z } from 'zod'
import { type QuotedPrice, quotedPriceSchema } from '#contract/agents.ts'
import type { Json } from '#contract/json.ts'
import { REMOTE_STATUSES } from '#contract/rules/task-states.ts'
import {
  generateRequestSchema,
  taskEventKindSchema,
  taskStateSchema,
  type Task,
  type TaskEvent,
} from '#contract/tasks.ts'
import type { Failure } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import { render, renderFailure, type Say } from '../messages/render.ts'
import { failureSchema, readMessage } from '../messages/stored.ts'
import { parseRow } from '../store/damage.ts'
import type { Row } from '../store/database.ts'
import { fieldsOf, jsonColumn } from '../store/reader.ts'

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
export interface TaskRecord extends Omit<Task, 'assetIds' | 'error' | 'eta' | 'slow'> {
  readonly error?: Failure
  readonly seq: number
  /** Repeats so far of the current step. */
  readonly attempts: number
  /** The whole wait up to `notBefore`, in milliseconds. */
  readonly waitMs?: number
  readonly watch: Watch
  /** Of an agent's task: SHA-256 of the request that was approved (service/skeleton.ts). */
  readonly bodyHash?: string
  /** Of an agent's task: what it cost when it was let through. */
  readonly quotedPrice?: QuotedPrice
}

const recordSchema = z.object({
  seq: z.number(),
  id: z.string(),
  batchId: z.string(),
  batchName: z.string().exactOptional(),
  profileId: z.string(),
  agentId: z.string().exactOptional(),
  bodyHash: z.string().exactOptional(),
  quotedPrice: jsonColumn(quotedPriceSchema).exactOptional(),
  requestHash: z.string().exactOptional(),
  state: taskStateSchema,
  request: jsonColumn(generateRequestSchema),
  remoteId: z.string().exactOptional(),
  remoteStatus: z.enum(REMOTE_STATUSES).exactOptional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sentAt: z.number().exactOptional(),
  endedAt: z.number().exactOptional(),
  polls: z.number(),
  attempts: z.number(),
  error: jsonColumn(failureSchema).exactOptional(),
  notBefore: z.number().exactOptional(),
  waitMs: z.number().exactOptional(),
  watch: jsonColumn(watchSchema).default(NOTHING_SEEN),
  position: z.number().exactOptional(),
  candidates: jsonColumn(z.array(z.object({ remoteId: z.string(), createdAt: z.number() }))).exactOptional(),
})

/** Selects what `toTaskRecord` reads, with the position among queued tasks. */
export const TASK_COLUMNS = `tasks.*, coalesce(queue_order.position, tasks.seq) AS position
  FROM tasks LEFT JOIN queue_order ON queue_order.task_id = tasks.id`

/** The same of a row that a statement changes. */
export const RETURNED_COLUMNS = `*, coalesce((SELECT position FROM queue_order WHERE task_id = tasks.id), seq) AS position`

/** @throws DamagedDatabase when the row is not one that Atelier wrote. */
export function toTaskRecord(row: Row): TaskRecord {
  const { position, candidates, ...task } = parseRow('tasks', () => recordSchema.parse(fieldsOf(row)))
  if (task.state === 'unknown' && candidates) return { ...task, candidates }
  return task.state === 'queued' && position !== undefined ? { ...task, position } : task
}

/** What is told of what a message says. */
export type Told = <Said extends Message>(said: Said) => Said

/** What the page may see of a record. */
export function toTask(record: TaskRecord, assetIds: readonly string[], say: Say, told: Told): Task {
  const {
    seq: _seq,
    attempts: _attempts,
    waitMs: _waitMs,
    watch: _watch,
    bodyHash: _hash,
    quotedPrice: _price,
    error,
    ...task
  } = record
  return { ...task, ...(error && { error: renderFailure(told(error), say) }), assetIds }
}

const eventSchema = z.object({
  at: z.number(),
  // A kind that a newer version wrote is shown by its text alone.
  kind: taskEventKindSchema.catch('other'),
  message: z.string().transform(readMessage),
})

export function toTaskEvent(row: Row, say: Say, told: Told): TaskEvent {
  const { at, kind, message } = parseRow('task_history', () => eventSchema.parse(row))
  return { at, kind, ...(message && { message: render(told(message), say) }) }
}

export function parseResponse(text: unknown): Json {
  return typeof text === 'string' ? (JSON.parse(text) as Json) : null
}

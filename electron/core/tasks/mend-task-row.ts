/**
 * Makes a usable row of `tasks` out of what was read from a damaged database.
 *
 * What cannot be read is put so that nothing is sent because of it: a task that the service knows is followed, one of which
 * that is not certain is put before the user.
 */
import { REMOTE_STATUSES } from '#contract/rules/task-states.ts'
import { type GenerateRequest, generateRequestSchema, taskStateSchema } from '#contract/tasks.ts'
import { toTaskRecord } from './task-row.ts'

export type TaskRowValue = null | number | string
export type TaskRow = Readonly<Record<string, TaskRowValue>>

/** Ids of ours, and of the service's: whatever it likes, as long as it is text. */
const OWN_ID = /^[\w-]{1,200}$/
const REMOTE_ID = /^[^\p{Cc}\uFFFD]{1,500}$/u
/** Stands for a request that cannot be read. It is never sent: its task is followed, or waits for the user. */
const UNREADABLE: GenerateRequest = {
  provider: 'unknown',
  mediaType: 'image',
  model: 'unknown',
  scene: 'text-to-image',
}

/** The row, mended where that is needed; null when it is not a task's row at all. */
export function mendTaskRow(row: TaskRow): TaskRow | null {
  if (isSound(row)) return row
  const { id, batch_id: batchId, profile_id: profileId, remote_id: remoteId } = row
  if (!matches(id, OWN_ID) || !id.startsWith('task_')) return null
  const request = isRequest(row['request']) ? row['request'] : JSON.stringify(UNREADABLE)
  const isLost = request !== row['request']
  const createdAt = time(row['created_at']) ?? 0
  const state = taskStateSchema.safeParse(row['state'])
  const unsure = matches(remoteId, REMOTE_ID) ? 'running' : 'unknown'
  const mended: TaskRow = {
    seq: time(row['seq']),
    id,
    batch_id: matches(batchId, OWN_ID) ? batchId : id,
    batch_name: typeof row['batch_name'] === 'string' ? row['batch_name'] : null,
    // One that no profile has is not asked about by anybody: the task is shown, with its id.
    profile_id: typeof profileId === 'string' ? profileId : '',
    state: !state.success || (isLost && ['queued', 'sending'].includes(state.data)) ? unsure : state.data,
    request,
    remote_id: matches(remoteId, REMOTE_ID) ? remoteId : null,
    remote_status: REMOTE_STATUSES.find((status) => status === row['remote_status']) ?? null,
    created_at: createdAt,
    updated_at: time(row['updated_at']) ?? createdAt,
    sent_at: time(row['sent_at']),
    ended_at: time(row['ended_at']),
    polls: time(row['polls']) ?? 0,
    attempts: 0,
    error: null,
    not_before: null,
    wait_ms: null,
    watch: null,
    last_answer: isJson(row['last_answer']) ? row['last_answer'] : null,
  }
  return isSound(mended) ? mended : null
}

function isSound(row: TaskRow): boolean {
  try {
    toTaskRecord({ ...row, seq: row['seq'] ?? 0 })
    return row['last_answer'] === null || isJson(row['last_answer'])
  } catch {
    return false
  }
}

function isRequest(value: TaskRowValue | undefined): value is string {
  return isJson(value) && generateRequestSchema.safeParse(JSON.parse(value)).success
}

function isJson(value: TaskRowValue | undefined): value is string {
  try {
    return typeof value === 'string' && JSON.parse(value) !== undefined
  } catch {
    return false
  }
}

function matches(value: TaskRowValue | undefined, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function time(value: TaskRowValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

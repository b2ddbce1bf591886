/**
 * Parses what the generation service says. Source: Generation Service Public API, "Resources and their fields".
 *
 * Tolerant where a gateway may differ without changing the meaning (an id that is a number, a status in lower case),
 * strict where money depends on it.
 */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import { REMOTE_STATUSES } from '#contract/rules/task-states.ts'
import { asObject } from '#core/json/read-json.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { plainErrorText } from '../../outcomes.ts'
import type { RemoteTask } from '../../service-api.ts'

/** The spec's, and the one that gateways repeat from the status line (https://docs.kie.ai). */
const SUCCESS_CODES = [0, 200]
const MAX_MESSAGE_CHARACTERS = 2_000

const idSchema = z.union([z.string().trim().min(1).max(500), z.int().transform((id) => String(id))])
const acceptedSchema = z.object({
  code: z.literal(SUCCESS_CODES).optional(),
  data: z.object({ taskId: idSchema }),
})
const errorSchema = z.object({
  code: z.int().refine((code) => !SUCCESS_CODES.includes(code)),
  message: z.string(),
})
const namedSchema = z.object({ data: z.object({ taskId: idSchema }) })
const taskSchema = z.object({
  code: z.literal(SUCCESS_CODES).optional(),
  data: z.object({
    id: idSchema.optional(),
    status: z.string(),
    mediaType: z.string().nullish(),
    model: z.string().nullish(),
    provider: z.string().nullish(),
    // Parsed and bounded before it came here.
    taskResult: z.custom<Json>().nullish(),
  }),
})

/** The service's error object: an integer that is none of success, and a text. */
export interface ServiceError {
  readonly code: number
  readonly message: string
}

/** The task id of an accepted request, or null when the body does not hold one. */
export function parseAccepted(json: unknown): string | null {
  const parsed = acceptedSchema.safeParse(json)
  return parsed.success ? parsed.data.data.taskId : null
}

export function parseServiceError(json: unknown): ServiceError | null {
  const parsed = errorSchema.safeParse(json)
  if (!parsed.success) return null
  return { code: parsed.data.code, message: parsed.data.message.slice(0, MAX_MESSAGE_CHARACTERS) }
}

/** Whether it says that nothing was taken. An error that names a task says no such thing. */
export function isRefusal(json: unknown): boolean {
  return parseServiceError(json) !== null && !namesTask(json)
}

export function namesTask(json: unknown): boolean {
  return namedSchema.safeParse(json).success
}

export function parseTask(json: unknown): RemoteTask | null {
  const parsed = taskSchema.safeParse(json)
  if (!parsed.success) return null
  const { data } = parsed.data
  const upper = data.status.trim().toUpperCase()
  return {
    status: REMOTE_STATUSES.find((status) => status === upper) ?? null,
    statusText: data.status.slice(0, 100),
    mediaType: data.mediaType || undefined,
    model: data.model || undefined,
    provider: data.provider || undefined,
    taskResult: data.taskResult ?? null,
    message:
      messageIn(asObject(asObject(json as Json)?.['data'])) ?? messageIn(asObject(data.taskResult ?? null)),
  }
}

/** The spec has no field for why a task failed; gateways use these keys. */
const MESSAGE_KEYS = [
  'errorMessage',
  'error_message',
  'failMsg',
  'failReason',
  'fail_reason',
  'reason',
  'message',
]

function messageIn(holder: JsonObject | null): string | undefined {
  const error = holder?.['error']
  const candidates = [...MESSAGE_KEYS.map((key) => holder?.[key]), error, asObject(error)?.['message']]
  return candidates.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** The task with its result, which may be a text of JSON as a whole. */
export function billIn(response: Json): readonly Json[] {
  const task = asObject(asObject(response)?.['data'])
  if (!task) return []
  const { taskResult = null } = task
  return [
    typeof taskResult === 'string' ? { ...task, taskResult: parseBoundedJson(taskResult) ?? null } : task,
  ]
}

/** The service's own reason, else what any body says. */
export function errorText(json: Json | undefined, excerpt: string): string {
  return parseServiceError(json)?.message ?? plainErrorText(json, excerpt)
}

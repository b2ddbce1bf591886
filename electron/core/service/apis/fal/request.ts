/**
 * Reads the state, the result and the errors of a request in fal's queue. Sources: https://fal.ai/docs/api-reference/inference-api/openapi/queue.json
 * and https://github.com/fal-ai/fal-js/blob/main/libs/client/src/types/common.ts (`QueueStatus`).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import { asObject } from '#core/json/read-json.ts'
import { contentRefused } from '../../failures.ts'
import { plainErrorText, rawOf, readOutcome } from '../../outcomes.ts'
import type { ErrorRules, ReadOutcome, RemoteTask } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'

/**
 * `detail` is a text, or a list of what is wrong with which field
 * (https://fal.ai/docs/documentation/model-apis/errors; https://github.com/fal-ai/fal-js/blob/main/libs/client/src/response.ts).
 */
const MAX_COMPLAINTS = 20
const listSchema = z.object({
  detail: z.array(
    z.object({
      msg: z.string(),
      loc: z.array(z.union([z.string(), z.number()])).catch([]),
      type: z.string().catch(''),
    }),
  ),
})
const textSchema = z.object({ detail: z.string() })

function errorText(json: Json | undefined, excerpt: string): string {
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) return plainErrorText(json, excerpt)
  const complaints = parsed.data.detail.slice(0, MAX_COMPLAINTS).map(({ msg, loc }) => {
    const place = loc.filter((part) => part !== 'body').join('.')
    return place === '' ? msg : `${place}: ${msg}`
  })
  return complaints.join('; ')
}

function isContentRefused({ json }: Pick<ServiceResponse, 'json'>): boolean {
  const complaints = listSchema.safeParse(json).data?.detail ?? []
  return complaints.some(({ type }) => type === 'content_policy_violation')
}

export const FAL_ERRORS: ErrorRules = {
  text: errorText,
  isContentRefused,
  // 403 "User is locked. Reason: Exhausted balance. …": public repositories quote it, no document has it.
  isOutOfCredits: ({ status, json }) => {
    const parsed = textSchema.safeParse(json)
    return status === 403 && parsed.success && /exhausted balance|user is locked/iu.test(parsed.data.detail)
  },
}

const statusSchema = z.object({
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']),
  request_id: z.string().max(200),
  queue_position: z.int().min(0).nullish().catch(null),
  error: z.unknown().optional(),
  error_type: z.string().nullish().catch(null),
})

const runningSchema = z.object({ detail: z.string().regex(/still in progress/iu) })

const STATUSES: Readonly<Record<z.infer<typeof statusSchema>['status'], RemoteStatus>> = {
  IN_QUEUE: 'PENDING',
  IN_PROGRESS: 'PROCESSING',
  COMPLETED: 'SUCCESS',
}

export function readStatus(json: Json | undefined): RemoteTask | null {
  const parsed = statusSchema.safeParse(json)
  if (!parsed.success) return null
  const { status, error, error_type: type, queue_position: position } = parsed.data
  const failure = status === 'COMPLETED' ? failureText(error, type ?? null) : ''
  const isPlaced = status === 'IN_QUEUE' && typeof position === 'number'
  return {
    status: failure === '' ? STATUSES[status] : 'FAILED',
    statusText: status,
    provider: 'fal',
    taskResult: null,
    message: failure || undefined,
    progress: isPlaced ? { queuePosition: position } : undefined,
  }
}

/**
 * What a request came to is told by its result alone: 200 with it, the model's own error, or 400 while it runs. A request that
 * the queue no longer knows is a 404.
 */
export function readResult(response: ServiceResponse, now: number): ReadOutcome<RemoteTask> {
  const { status, json, excerpt } = response
  const task = (
    is: RemoteStatus,
    statusText: string,
    why: Pick<RemoteTask, 'message' | 'reason'> = {},
  ): ReadOutcome<RemoteTask> => {
    const value = { status: is, statusText, provider: 'fal', taskResult: null, ...why }
    return { kind: 'ok', value, raw: rawOf(response), status }
  }
  if (status === 400 && runningSchema.safeParse(json).success) return task('PROCESSING', 'IN_PROGRESS')
  if (isModelError(response)) {
    const said = errorText(json, excerpt)
    const reason = isContentRefused(response) ? contentRefused({ said, code: `${status}` }) : undefined
    return task(status >= 500 ? 'ERROR' : 'FAILED', `${status}`, { message: said, reason })
  }
  return readOutcome(response, now, readOutput, FAL_ERRORS)
}

function readOutput(json: Json | undefined): RemoteTask | null {
  if (asObject(json) === null || readStatus(json) !== null) return null
  return { status: 'SUCCESS', statusText: 'COMPLETED', provider: 'fal', taskResult: json ?? null }
}

/** `detail` with a list is what a model says (https://fal.ai/docs/documentation/model-apis/errors), with a type what its runner says. */
function isModelError({ status, json }: ServiceResponse): boolean {
  if (status < 400 || [401, 402, 403, 404, 429].includes(status)) return false
  const body = asObject(json)
  return status === 422 || Array.isArray(body?.['detail']) || typeof body?.['error_type'] === 'string'
}

function failureText(error: unknown, type: string | null): string {
  if ((error === undefined || error === null || error === '') && type === null) return ''
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? type)
  return text || (type ?? '')
}

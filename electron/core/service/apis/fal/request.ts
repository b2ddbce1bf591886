/**
 * Reads the state and the result of a request in fal's queue. Sources: https://fal.ai/docs/api-reference/inference-api/openapi/queue.json
 * and https://github.com/fal-ai/fal-js/blob/main/libs/client/src/types/common.ts (`QueueStatus`).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import { asObject } from '#core/catalog/read-json.ts'
import { rawOf, readOutcome } from '../../outcomes.ts'
import type { ReadOutcome, RemoteTask } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'
import { FAL_ERRORS, wordsOf } from './errors.ts'

const MAX_MESSAGE_CHARACTERS = 2_000

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
  const failure = status === 'COMPLETED' ? wordsOfError(error, type ?? null) : ''
  return {
    status: failure === '' ? STATUSES[status] : 'FAILED',
    statusText: status,
    provider: 'fal',
    taskResult: null,
    ...(failure === '' ? {} : { message: failure }),
    ...(status === 'IN_QUEUE' && typeof position === 'number'
      ? { progress: { queuePosition: position } }
      : {}),
  }
}

/**
 * What a request came to is told by its result alone: 200 with it, the model's own error, or 400 while it runs. A request that
 * the queue no longer knows is a 404.
 */
export function readResult(response: ServiceResponse, now: number): ReadOutcome<RemoteTask> {
  const { status, json } = response
  if (status === 400 && runningSchema.safeParse(json).success) {
    const task = {
      status: 'PROCESSING',
      statusText: 'IN_PROGRESS',
      provider: 'fal',
      taskResult: null,
    } as const
    return { kind: 'ok', value: task, raw: rawOf(response), status }
  }
  if (isModelError(response)) {
    const isPassing = status >= 500
    const message = wordsOf(json, response.excerpt).slice(0, MAX_MESSAGE_CHARACTERS)
    const task = {
      status: isPassing ? 'ERROR' : 'FAILED',
      statusText: `${status}`,
      provider: 'fal',
      taskResult: null,
      message,
    } as const
    return { kind: 'ok', value: task, raw: rawOf(response), status }
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

function wordsOfError(error: unknown, type: string | null): string {
  if ((error === undefined || error === null || error === '') && type === null) return ''
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? type)
  return (text || (type ?? '')).slice(0, MAX_MESSAGE_CHARACTERS)
}

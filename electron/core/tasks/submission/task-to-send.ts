/** A task as the adapter of its service sees it. */
import { createHash } from 'node:crypto'
import type { Model } from '#contract/models.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { GenerateBody, TaskToSend } from '../../service/service-api.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function taskToSend(
  taskId: string,
  body: GenerateBody,
  sentAt: number,
  model: Model | null = null,
): TaskToSend {
  return { taskId, ownId: ownIdOf(taskId), sentAt, body, model }
}

/** The request without its inputs. */
export function bodyOf({
  provider,
  mediaType,
  model,
  scene,
  prompt,
  options,
}: GenerateRequest): GenerateBody {
  return {
    provider,
    mediaType,
    model,
    scene,
    ...(prompt === undefined ? {} : { prompt }),
    ...(options ? { options } : {}),
  }
}

/** Our ids hold one; any other id is hashed to one (RFC 9562, version 8). */
export function ownIdOf(taskId: string): string {
  const found = UUID.exec(taskId)?.[0]
  if (found !== undefined) return found
  const hex = createHash('sha256').update(taskId).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * How far a WebUI is with a request, asked beside it.
 *
 * Sources: modules/progress.py (`POST /internal/progress`, by our own task id; A1111 since 1.8, Forge), which comes with its page;
 * else modules/api/api.py (`GET /sdapi/v1/progress`), which tells of whatever is being made, and whose it is. SD.Next tells an id of its
 * own there: of that nothing is shown, for it may be another's.
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import type { Progress } from '#contract/services.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { ReadOutcome } from '../../service-api.ts'
import { sendRequest, type ServiceRequest } from '../../transport/send-request.ts'

const ASK_EVERY_MS = 1_000
const TIMEOUT_MS = 10_000
const MAX_PREVIEW = 350_000
/** Of previews as base64: `/9j/` begins a JPEG, `iVBOR` a PNG, `UklGR` a WebP. */
const TYPES: readonly (readonly [string, string])[] = [
  ['/9j/', 'image/jpeg'],
  ['iVBOR', 'image/png'],
  ['UklGR', 'image/webp'],
]

const ownSchema = z.object({
  active: z.boolean(),
  queued: z.boolean(),
  completed: z.boolean(),
  progress: z.number().nullish(),
  live_preview: z.string().nullish(),
  textinfo: z.string().nullish(),
})
const activeSchema = z.object({
  active: z.boolean().optional(),
  current_task: z.string().nullish(),
})
const currentSchema = z.object({
  progress: z.number(),
  current_task: z.string(),
  current_image: z.string().nullish(),
})

export function watch(taskId: string, baseUrl: string, onProgress: (progress: Progress) => void): () => void {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const ask = async (): Promise<void> => {
    const own = await askJson(
      {
        method: 'POST',
        url: `${baseUrl}/internal/progress`,
        body: JSON.stringify({ id_task: taskId, id_live_preview: -1, live_preview: true }),
      },
      abort.signal,
    )
    const progress = readOwn(own) ?? (await askCurrent(baseUrl, taskId, abort.signal))
    if (abort.signal.aborted) return
    if (progress) onProgress(progress)
    timer = setTimeout(() => void ask(), ASK_EVERY_MS)
  }
  timer = setTimeout(() => void ask(), ASK_EVERY_MS)
  return () => {
    abort.abort()
    clearTimeout(timer)
  }
}

/** What asks whether a task of ours is being made: the WebUI's page, and its API, which alone is there with `--nowebui`. */
export function activeTask(baseUrl: string, taskId: string): readonly HttpRequest[] {
  const json = { id_task: taskId, id_live_preview: -1, live_preview: false }
  return [
    { method: 'POST', url: `${baseUrl}/internal/progress`, body: { kind: 'json', json } },
    { method: 'GET', url: `${baseUrl}/sdapi/v1/progress?skip_current_image=true` },
  ]
}

/** Whether it is what is being made; false where nobody knows, as in SD.Next, which keeps no ids of requests. */
export function isActive(outcome: ReadOutcome<Json>, taskId: string): boolean {
  const parsed = activeSchema.safeParse(outcome.kind === 'ok' ? outcome.value : null)
  return parsed.success && (parsed.data.active === true || parsed.data.current_task === taskId)
}

async function askJson(
  request: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const result = await sendRequest({ ...request, timeoutMs: TIMEOUT_MS, signal })
  return result.kind === 'response' && result.status === 200 ? result.json : undefined
}

async function askCurrent(baseUrl: string, taskId: string, signal: AbortSignal): Promise<Progress | null> {
  const json = await askJson({ method: 'GET', url: `${baseUrl}/sdapi/v1/progress` }, signal)
  const parsed = currentSchema.safeParse(json)
  if (!parsed.success) return null
  const { progress, current_task: current, current_image: image } = parsed.data
  return current === taskId && progress > 0 ? { fraction: fractionOf(progress), ...previewOf(image) } : null
}

/** Null where it knows nothing of the task. "In queue: 2/3" stands in its text. */
function readOwn(json: Json | undefined): Progress | null {
  const parsed = ownSchema.safeParse(json)
  if (!parsed.success) return null
  const { active, queued, progress, live_preview: preview, textinfo } = parsed.data
  if (active) return { fraction: fractionOf(progress ?? 0), ...previewOf(preview) }
  const place = /(\d{1,6})\/\d{1,6}/.exec(textinfo ?? '')?.[1]
  return queued ? { queuePosition: Number(place ?? 1) } : null
}

function fractionOf(progress: number): number {
  return Math.min(1, Math.max(0, progress))
}

function previewOf(image: string | null | undefined): { readonly preview?: string } {
  if (!image || image.length > MAX_PREVIEW) return {}
  const base64 = image.startsWith('data:') ? image.slice(image.indexOf(',') + 1) : image
  const type = TYPES.find(([start]) => base64.startsWith(start))?.[1]
  const isPlain = /^[\w+/]*={0,2}$/.test(base64)
  return type !== undefined && isPlain ? { preview: `data:${type};base64,${base64}` } : {}
}

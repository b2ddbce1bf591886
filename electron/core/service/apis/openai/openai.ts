/**
 * OpenAI's API, and that of every service that speaks it: images, videos and speech.
 *
 * Sources: https://developers.openai.com/api/reference and the OpenAPI document in https://github.com/openai/openai-openapi
 * (2026-08-21). OpenAI itself ended its videos on 2026-09-24; they stay for services that offer them. A video cannot be
 * stopped: DELETE is for one that is "completed or failed".
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import { ask, bearer, PLAIN, readVerdict } from '../../adapter.ts'
import { readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { ApiAddress, ErrorRules, RemoteTask, ServiceApi } from '../../service-api.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'
import { readModels } from './models.ts'
import { apiUrl, buildSubmission, endpointOf, RESERVED, type Endpoint } from './submit.ts'

const PUBLIC_BASE_URL = 'https://api.openai.com'
/** Beside the public host there is one for each region that data may stay in. */
const OWN_HOST = /(?:^|\.)api\.openai\.com$/

/**
 * What went wrong is told as `{error: {message, type, param, code}}` (schema ErrorResponse of its OpenAPI document).
 *
 * Codes: https://developers.openai.com/api/docs/guides/error-codes and public reports (github.com/langchain-ai/langchainjs/issues/1929:
 * an empty account is a 429 with insufficient_quota; github.com/dfinke/PowerShellAI/issues/127: billing_hard_limit_reached with 400;
 * github.com/jeffstric/ZJT/issues/480: moderation_blocked with 400).
 */
const errorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string().nullish(), code: z.string().nullish() }),
})

const OUT_OF_CREDITS = new Set(['insufficient_quota', 'billing_hard_limit_reached'])
const CONTENT_REFUSED = new Set(['moderation_blocked', 'content_policy_violation'])

const ERRORS: ErrorRules = {
  isContentRefused: ({ json }) => isIn(CONTENT_REFUSED, parse(json).error),
  isOutOfCredits: ({ status, json }) => status >= 400 && isIn(OUT_OF_CREDITS, parse(json).error),
  waitMs,
}

export const openai: ServiceApi = {
  kind: 'openai',
  label: 'OpenAI',
  summary: 'service.openai.summary',
  keyPage: 'https://platform.openai.com/api-keys',
  keyHint: 'service.openai.keyHint',
  keyVariable: 'OPENAI_API_KEY',
  publicBaseUrl: PUBLIC_BASE_URL,
  capabilities: {
    ...PLAIN,
    mediaTypes: ['image', 'video', 'music'],
    scenes: ['text-to-image', 'image-to-image', 'text-to-video', 'image-to-video', 'text-to-music'],
    key: 'required',
    results: 'both',
    reportsProgress: true,
  },
  errors: ERRORS,
  // OpenAI counts tokens; OpenRouter says there what it took, in credits: https://openrouter.ai/docs/use-cases/usage-accounting
  billing: { parts: (response) => billIn(response), unit: 'credits', isVouched: true },
  normalizeBaseUrl: (url) => url.replace(/\/v1$/, ''),
  authorization: bearer,
  ...checked(() => RESERVED, buildSubmission),
  respondsWithResult: (task) => endpointOf(task) !== 'video',
  readSubmission: (response, now, task) => {
    const endpoint = endpointOf(task)
    return readSubmission(response, now, { ...ERRORS, accepted: (json) => readAccepted(json, endpoint) })
  },
  poll: (remoteId, address) => videoRequest(remoteId, address),
  readTask: (response, now) => readOutcome(response, now, (json) => readVideo(json, null), ERRORS),
  result: (remoteId, address) => videoRequest(remoteId, address),
  readResult: (response, now, remoteId, address) =>
    readOutcome(response, now, (json) => readVideo(json, contentUrl(remoteId, address)), ERRORS),
  fetchListing: async (get, address) => {
    const outcome = await get({ method: 'GET', url: apiUrl(address, '/models') })
    if (outcome.kind !== 'ok') return outcome
    const isOwn = OWN_HOST.test(URL.parse(address.baseUrl)?.hostname ?? '')
    return { ...outcome, value: { isOwn, listing: outcome.value } }
  },
  readModels,
  test: async (get, address) => {
    const url = apiUrl(address, '/models')
    return readVerdict(await ask(get, url, listSchema, 'service.noModelList'), 'OpenAI')
  },
  assetHeaders: (url, address, apiKey) => {
    const isVideo = url.startsWith(apiUrl(address, '/videos/'))
    return isVideo && apiKey !== undefined ? bearer(apiKey) : {}
  },
}

function videoRequest(remoteId: string, address: ApiAddress): HttpRequest {
  return { method: 'GET', url: apiUrl(address, `/videos/${encodeURIComponent(remoteId)}`) }
}

function contentUrl(remoteId: string, address: ApiAddress): string {
  return `${videoRequest(remoteId, address).url}/content`
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) })
/** An empty list too: the request was taken, and nothing came of it. */
const imagesSchema = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })),
})
const billSchema = z.object({ usage: z.object({ cost: z.number() }) })
/** What stands for a body that is no JSON. */
const fileSchema = z.object({ file: z.string().startsWith('answer:') })
/** Services that speak the same write in their own ways what stands beside the status. */
const saidSchema = z.string().nullish().catch(null)
const videoSchema = z.object({
  id: z.string().min(1).max(500),
  status: z.string().max(100),
  progress: z.number().nullish().catch(null),
  error: z
    .union([
      z.string(),
      z.object({ message: saidSchema, code: saidSchema }).transform(({ message, code }) => message ?? code),
    ])
    .nullish()
    .catch(null),
})

function readAccepted(
  json: Json | undefined,
  endpoint: Endpoint,
): { readonly remoteId: string } | { readonly taskResult: Json } | null {
  if (json === undefined) return null
  if (endpoint === 'video') {
    const video = videoSchema.pick({ id: true }).safeParse(json)
    return video.success ? { remoteId: video.data.id } : null
  }
  const schema = endpoint === 'speech' ? fileSchema : imagesSchema
  return schema.safeParse(json).success ? { taskResult: json } : null
}

const STATUSES: ReadonlyMap<string, RemoteStatus> = new Map([
  ['queued', 'PENDING'],
  ['in_progress', 'PROCESSING'],
  ['completed', 'SUCCESS'],
  ['failed', 'FAILED'],
  // Of services that speak the same.
  ['cancelled', 'FAILED'],
  ['canceled', 'FAILED'],
  ['expired', 'FAILED'],
  ['succeeded', 'SUCCESS'],
])

/** `fileUrl` is where a finished video is asked for; null where only its status counts. */
function readVideo(json: Json | undefined, fileUrl: string | null): RemoteTask | null {
  const parsed = videoSchema.safeParse(json)
  if (!parsed.success) return null
  const { status: statusText, progress, error } = parsed.data
  const status = STATUSES.get(statusText) ?? null
  return {
    status,
    statusText,
    taskResult: status === 'SUCCESS' && fileUrl !== null ? { video: fileUrl } : null,
    message: error || undefined,
    progress:
      typeof progress === 'number' ? { fraction: Math.min(1, Math.max(0, progress / 100)) } : undefined,
  }
}

function billIn(response: Json): readonly Json[] {
  const parsed = billSchema.safeParse(response)
  return parsed.success ? [parsed.data.usage] : []
}

function parse(json: Json | undefined): Partial<z.infer<typeof errorSchema>> {
  return errorSchema.safeParse(json).data ?? {}
}

function isIn(codes: ReadonlySet<string>, error: z.infer<typeof errorSchema>['error'] | undefined): boolean {
  return codes.has(error?.code ?? '') || codes.has(error?.type ?? '')
}

/**
 * A 429 has Retry-After where OpenAI has worked out a delay (OpenAPI, TooManyRequests); else the limit that is used up says
 * when it is full again (https://developers.openai.com/api/docs/guides/rate-limits: "1s", "6m0s").
 */
function waitMs({ header }: ServiceResponse): number | null {
  const waits = ['requests', 'tokens', 'images'].flatMap((limit) => {
    const isUsedUp = Number(header(`x-ratelimit-remaining-${limit}`) ?? 1) <= 0
    return isUsedUp ? (durationMs(header(`x-ratelimit-reset-${limit}`)) ?? []) : []
  })
  return waits.length === 0 ? null : Math.max(...waits)
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** "1m12.5s" in milliseconds. */
function durationMs(text: string | null): number | null {
  if (text === null || text.length > 40 || !/^(?:\d+(?:\.\d+)?(?:ms|[hms]))+$/.test(text)) return null
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|[hms])/g))
    sum += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  return Math.ceil(sum)
}

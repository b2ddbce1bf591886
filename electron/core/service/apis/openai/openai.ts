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
import { readOutcome, readSubmission, readVerdict } from '../../outcomes.ts'
import type { ApiAddress, HttpRequest, RemoteTask, ServiceApi } from '../../service-api.ts'
import { ERRORS } from './errors.ts'
import { readModels, storedListing } from './models.ts'
import { apiUrl, buildSubmission, endpointOf, type Endpoint } from './submit.ts'

const PUBLIC_BASE_URL = 'https://api.openai.com'
/** Beside the public host there is one for each region that data may stay in. */
const OWN_HOST = /(?:^|\.)api\.openai\.com$/
const MAX_WORDS = 2_000

export const openai: ServiceApi = {
  kind: 'openai',
  label: 'OpenAI',
  summary: 'GPT Image and speech with your own key, or any service that speaks the same API.',
  keyPage: 'https://platform.openai.com/api-keys',
  keyHint: 'starts with sk-',
  keyVariable: 'OPENAI_API_KEY',
  publicBaseUrl: PUBLIC_BASE_URL,
  capabilities: {
    mediaTypes: ['image', 'video', 'music'],
    scenes: ['text-to-image', 'image-to-image', 'text-to-video', 'image-to-video', 'text-to-music'],
    key: 'required',
    hasContact: false,
    results: 'both',
    cancel: 'none',
    lookUp: 'none',
    reportsProgress: true,
    isFree: false,
    searchesModels: false,
    takesWorkflows: false,
  },
  errors: ERRORS,
  normalizeBaseUrl: (url) => url.replace(/\/v1$/, ''),
  authorization: bearer,
  submit: buildSubmission,
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
    return { ...outcome, value: storedListing(outcome.value, isOwn) }
  },
  readModels,
  test: async (get, address) => {
    const outcome = await get({ method: 'GET', url: apiUrl(address, '/models') })
    if (outcome.kind !== 'ok' || listSchema.safeParse(outcome.value).success)
      return readVerdict(outcome, 'OpenAI')
    const failure = {
      code: 'unreadable_answer',
      message: 'It did not answer with a list of models.',
    } as const
    return readVerdict({ kind: 'refused', failure, waitMs: null, raw: outcome.raw }, 'OpenAI')
  },
  assetHeaders: (url, address, apiKey) => {
    const isVideo = url.startsWith(apiUrl(address, '/videos/'))
    return isVideo && apiKey !== undefined ? bearer(apiKey) : {}
  },
}

function bearer(apiKey: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${apiKey}` }
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
/** What stands for a body that is no JSON. */
const fileSchema = z.object({ file: z.string().startsWith('answer:') })
const videoSchema = z.object({
  id: z.string().min(1).max(500),
  status: z.string().max(100),
  progress: z.number().nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
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

const STATUSES: Readonly<Record<string, RemoteStatus>> = {
  queued: 'PENDING',
  in_progress: 'PROCESSING',
  completed: 'SUCCESS',
  failed: 'FAILED',
}

/** `fileUrl` is where a finished video is asked for; null where only its status counts. */
function readVideo(json: Json | undefined, fileUrl: string | null): RemoteTask | null {
  const parsed = videoSchema.safeParse(json)
  if (!parsed.success) return null
  const { status: statusText, progress, error } = parsed.data
  const status = Object.hasOwn(STATUSES, statusText) ? (STATUSES[statusText] ?? null) : null
  const message = error?.message ?? error?.code
  return {
    status,
    statusText,
    taskResult: status === 'SUCCESS' && fileUrl !== null ? { video: fileUrl } : null,
    ...(message ? { message: message.slice(0, MAX_WORDS) } : {}),
    ...(typeof progress === 'number'
      ? { progress: { fraction: Math.min(1, Math.max(0, progress / 100)) } }
      : {}),
  }
}

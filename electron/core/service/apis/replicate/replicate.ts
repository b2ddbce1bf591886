/**
 * Replicate's HTTP API. Sources: https://replicate.com/docs/reference/http.md and its OpenAPI document of 2026-04
 * (https://github.com/tryAGI/Replicate/blob/main/src/libs/Replicate/openapi.json).
 *
 * `Prefer: wait` is not sent: the request is answered at once, and the outcome is known as early as can be.
 * Result files need no key: Replicate's own client fetches them without
 * (https://github.com/replicate/replicate-javascript/blob/main/lib/stream.js, `createFileOutput`).
 */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { ALL_MEDIA, ask, bearer, failureOf, NOT_SENT, PLAIN, post, readVerdict } from '../../adapter.ts'
import { inputOf, readStoredModel, readStoredModels, reservedInputs } from '#core/service/model-platforms.ts'
import { readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { ErrorRules, ReservedOptions, ServiceApi } from '../../service-api.ts'
import { describeModel, fetchListing, parseModelId, searchModels, settleModel } from './models.ts'
import { findPrediction, readPrediction } from './predictions.ts'

/** The documents advise data URIs up to 256 kB; files may have 100 MB. */
const MAX_DATA_URI_BYTES = 256 * 1024
const MAX_FILE_MB = 100
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const problemSchema = z.object({ title: z.string().optional(), detail: z.string().optional() })
const waitSchema = z.object({ retry_after: z.number().min(0).max(90_000) })
const accountSchema = z.object({ username: z.string(), type: z.string() })
const createdSchema = z.object({ id: z.string().trim().min(1).max(500), status: z.string() })
const fileSchema = z.object({ urls: z.object({ get: z.url({ protocol: /^https?$/ }).max(4_000) }) })

const ERRORS: ErrorRules = {
  text: errorText,
  // A proxy may drop Retry-After.
  waitMs: ({ json }) => {
    const parsed = waitSchema.safeParse(json)
    return parsed.success ? parsed.data.retry_after * 1_000 : null
  },
}

/** The fields beside `input`. */
const RESERVED: ReservedOptions = {
  version: 'model',
  model: 'model',
  input: 'entries',
  webhook: 'own',
  webhook_events_filter: 'own',
  stream: 'own',
}

export const replicate: ServiceApi = {
  kind: 'replicate',
  label: 'Replicate',
  summary: 'service.replicate.summary',
  keyPage: 'https://replicate.com/account/api-tokens',
  keyHint: 'service.replicate.keyHint',
  keyVariable: 'REPLICATE_API_TOKEN',
  publicBaseUrl: 'https://api.replicate.com',
  capabilities: {
    ...PLAIN,
    ...ALL_MEDIA,
    key: 'required',
    results: 'polled',
    // "If you cancel a run, we charge you for the time it ran up until that point": https://replicate.com/docs/topics/billing
    cancel: 'may_stop_cost',
    lookUp: 'by_list',
    reportsProgress: true,
    searchesModels: true,
  },
  errors: ERRORS,
  normalizeBaseUrl: (url) => url.replace(/\/v1$/u, ''),
  authorization: bearer,
  ...checked(
    (asked) => reservedInputs(RESERVED, asked),
    (task, { baseUrl }) => {
      const { model } = task.body
      if (parseModelId(model) === null) {
        return fail('invalid_input', 'service.replicate.modelName', { field: 'model', charged: 'no' })
      }
      // `model` is refused with a 422.
      return succeed(post(`${baseUrl}/v1/predictions`, { version: model, input: inputOf(task) }))
    },
  ),
  settleModel,
  readSubmission: (response, now) =>
    readSubmission(response, now, {
      ...ERRORS,
      accepted: (json) => {
        const parsed = createdSchema.safeParse(json)
        return parsed.success ? { remoteId: parsed.data.id } : null
      },
    }),
  poll: (remoteId, { baseUrl }) => ({ method: 'GET', url: predictionUrl(baseUrl, remoteId) }),
  readTask: (response, now) => readOutcome(response, now, readPrediction, ERRORS),
  fetchListing,
  readModels: readStoredModels,
  describeModel,
  readModel: readStoredModel,
  searchModels,
  test: async (get, { baseUrl }) => {
    const url = `${baseUrl}/v1/account`
    return readVerdict(await ask(get, url, accountSchema, 'service.replicate.noAccount'), 'Replicate')
  },
  needsUpload: ({ sizeBytes }) => sizeBytes > MAX_DATA_URI_BYTES,
  upload: async (send, { name, mimeType, bytes }, { baseUrl }) => {
    if (bytes.byteLength > MAX_FILE_MB * 1_000_000) {
      const tooLarge = message('service.replicate.tooLarge', { name, megabytes: MAX_FILE_MB })
      return fail('invalid_input', tooLarge, { charged: 'no' })
    }
    const value = { bytes, fileName: name, mimeType }
    const outcome = await send({
      method: 'POST',
      url: `${baseUrl}/v1/files`,
      body: { kind: 'multipart', parts: [{ name: 'content', value }] },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    })
    if (outcome.kind !== 'ok') return { ok: false, error: failureOf(outcome, NOT_SENT) }
    const parsed = fileSchema.safeParse(outcome.value)
    return parsed.success
      ? succeed(parsed.data.urls.get)
      : fail('unreadable_answer', message('service.replicate.noFileAddress', { name }), { charged: 'no' })
  },
  cancel: async (send, remoteId, { baseUrl }) => {
    const outcome = await send({ method: 'POST', url: `${predictionUrl(baseUrl, remoteId)}/cancel` })
    return outcome.kind === 'ok'
  },
  lookUp: (get, task, { baseUrl }) =>
    findPrediction(get, `${baseUrl}/v1/predictions`, task.body.model, {
      input: inputOf(task),
      sentAt: task.sentAt,
    }),
}

function predictionUrl(baseUrl: string, remoteId: string): string {
  return `${baseUrl}/v1/predictions/${encodeURIComponent(remoteId)}`
}

/** `detail` lists what is wrong with an input as lines that begin with a dash. */
function errorText(json: Json | undefined, excerpt: string): string {
  const parsed = problemSchema.safeParse(json)
  if (!parsed.success) return /^\s*</u.test(excerpt) ? '' : excerpt
  const { title = '', detail = '' } = parsed.data
  const lines = detail.split('\n').flatMap((line) => line.replace(/^\s*- /u, '').trim() || [])
  return lines.length === 0 ? title : lines.join('; ')
}

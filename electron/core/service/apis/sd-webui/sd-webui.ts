/**
 * Stable Diffusion WebUI on the user's own GPU: AUTOMATIC1111, Forge, SD.Next, and what else speaks their API (started with `--api`).
 *
 * Sources: https://github.com/AUTOMATIC1111/stable-diffusion-webui and https://github.com/lllyasviel/stable-diffusion-webui-forge
 * (dfdcbab685e5, 2025-06-26), modules/api/api.py and models.py; https://github.com/vladmandic/sdnext, modules/api/generate.py.
 * A result comes in the response alone: one that broke off is lost, and making it again costs nothing but time.
 */
import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { ask, PLAIN, readVerdict, unreadable } from '../../adapter.ts'
import { plainErrorText, readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { ErrorRules, ServiceApi } from '../../service-api.ts'
import { fetchListing, readModels, settleModel } from './listing.ts'
import { activeTask, isActive, watch } from './progress.ts'
import { buildSubmission, RESERVED } from './request.ts'

const MAX_CHARACTERS = 500
const LABEL = 'Stable Diffusion WebUI'
const samplersSchema = z.array(z.object({ name: z.string() }))
const imagesSchema = z.object({ images: z.array(z.string()) })
/** `handle_exception` of modules/api/api.py: `errors` is what the exception says, `detail` what an expected refusal says. */
const exceptionSchema = z.object({ error: z.string(), detail: z.unknown(), errors: z.string() })
/** FastAPI's own words for a body that does not fit: https://fastapi.tiangolo.com/tutorial/handling-errors/ */
const detailSchema = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })).min(1),
})

const ERRORS: ErrorRules = {
  text: errorText,
  // The request has failed, and says so itself: nothing is being made any more.
  isDefiniteNo: ({ status, json }) => status >= 500 && exceptionSchema.safeParse(json).success,
}

export const sdWebui: ServiceApi = {
  kind: 'sd-webui',
  label: LABEL,
  summary: 'service.sdWebui.summary',
  keyHint: 'service.sdWebui.keyHint',
  keyVariable: 'SD_WEBUI_AUTH',
  usualAddresses: ['http://127.0.0.1:7860'],
  capabilities: {
    ...PLAIN,
    mediaTypes: ['image'],
    scenes: ['text-to-image', 'image-to-image'],
    key: 'optional',
    results: 'in_response',
    cancel: 'stops_cost',
    reportsProgress: true,
    isFree: true,
  },
  errors: ERRORS,
  usesOwnId: true,
  // It makes one image after the other (`queue_lock`), and what is interrupted is whatever runs.
  mostAtOnce: 1,
  normalizeBaseUrl: (url) => url.replace(/\/sdapi(?:\/v1)?$/, ''),
  // RFC 7617.
  authorization: (apiKey) => ({ authorization: `Basic ${Buffer.from(apiKey, 'utf8').toString('base64')}` }),
  ...checked(() => RESERVED, buildSubmission),
  settleModel,
  takesAddresses: () => false,
  respondsWithResult: () => true,
  readSubmission: (response, now) =>
    readSubmission(response, now, {
      ...ERRORS,
      accepted: (json) => {
        const parsed = imagesSchema.safeParse(json)
        // The rest of the response repeats the request, with its images.
        return parsed.success ? { taskResult: { images: parsed.data.images } } : null
      },
    }),
  // A result comes in the response: there is nothing that could be asked later.
  poll: (_remoteId, { baseUrl }) => ({ method: 'GET', url: `${baseUrl}/sdapi/v1/progress` }),
  readTask: (response, now) =>
    readOutcome(response, now, () => ({ status: null, statusText: 'unknown', taskResult: null }), ERRORS),
  fetchListing,
  readModels,
  test: async (get, { baseUrl }) => {
    const hint = 'service.sdWebui.startWithApi'
    const outcome = await ask(get, `${baseUrl}/sdapi/v1/samplers`, samplersSchema, hint)
    if (outcome.kind === 'ok')
      return { reachable: true, authorized: true, message: message('service.sdWebui.answers') }
    const isMissing = outcome.kind === 'refused' && outcome.failure.code === 'not_found'
    return readVerdict(isMissing ? unreadable(hint) : outcome, LABEL)
  },
  cancel: async (send, taskId, { baseUrl }) => {
    for (const request of activeTask(baseUrl, taskId)) {
      // What is interrupted is whatever runs.
      if (!isActive(await send(request), taskId)) continue
      return (await send({ method: 'POST', url: `${baseUrl}/sdapi/v1/interrupt` })).kind === 'ok'
    }
    return false
  },
  watch: (taskId, { baseUrl }, onProgress) => watch(taskId, baseUrl, onProgress),
}

function errorText(json: Json | undefined, excerpt: string): string {
  const wrong = detailSchema.safeParse(json)
  if (wrong.success) {
    const details = wrong.data.detail.slice(0, 10).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    return details.join('; ').slice(0, MAX_CHARACTERS)
  }
  const exception = exceptionSchema.safeParse(json)
  if (!exception.success) return plainErrorText(json, excerpt)
  const { error, detail, errors } = exception.data
  if (typeof detail === 'string' && detail !== '') return detail.slice(0, MAX_CHARACTERS)
  return `${error}: ${errors}`.slice(0, MAX_CHARACTERS)
}

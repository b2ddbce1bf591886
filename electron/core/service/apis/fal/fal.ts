/**
 * fal's queue. Sources: https://fal.ai/docs/api-reference/inference-api and its OpenAPI document (openapi/queue.json), with the
 * addresses of fal's own client (https://github.com/fal-ai/fal-js/blob/main/libs/client/src/queue.ts).
 *
 * The addresses in its responses are not followed: they are made here, as its own client does. Result files on fal.media need no
 * key.
 */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import { promptOption } from '../../option-schema.ts'
import { readOutcome, readSubmission, readVerdict } from '../../outcomes.ts'
import type { ApiAddress, Send, ServiceApi, TaskToSend, Verdict } from '../../service-api.ts'
import { readStoredModel, readStoredModels } from '../../stored-models.ts'
import { FAL_ERRORS } from './errors.ts'
import { upload } from './files.ts'
import { findRequest } from './find-request.ts'
import { hostsOf, normalizeBaseUrl, PUBLIC_BASE_URL } from './hosts.ts'
import { describeModel, fetchListing, searchModels } from './models.ts'
import { isEndpoint, pathOf, remoteIdOf } from './request-id.ts'
import { readResult, readStatus } from './request.ts'

/** fal takes data URIs of any size; its pages advise against large ones. */
const LARGEST_DATA_URI_BYTES = 256 * 1024

const submittedSchema = z.object({ request_id: z.string() })
const modelsSchema = z.object({ models: z.array(z.unknown()) })
const pricesSchema = z.object({ prices: z.array(z.unknown()) })

export const fal: ServiceApi = {
  kind: 'fal',
  label: 'fal',
  summary: 'Fast image, video and music models, paid by what they make.',
  keyPage: 'https://fal.ai/dashboard/keys',
  keyHint: 'two parts with a colon between them',
  keyVariable: 'FAL_KEY',
  publicBaseUrl: PUBLIC_BASE_URL,
  capabilities: {
    mediaTypes: ['image', 'video', 'music'],
    scenes: [
      'text-to-image',
      'image-to-image',
      'text-to-video',
      'image-to-video',
      'video-to-video',
      'text-to-music',
    ],
    key: 'required',
    hasContact: false,
    results: 'polled',
    // In the queue it is removed; in progress "the model app decides how to stop": https://fal.ai/docs/inference-api/queue/cancel
    cancel: 'may_stop_cost',
    lookUp: 'by_list',
    reportsProgress: true,
    isFree: false,
    searchesModels: true,
    takesWorkflows: false,
  },
  errors: FAL_ERRORS,
  normalizeBaseUrl,
  authorization: (apiKey) => ({ authorization: `Key ${apiKey}` }),
  ownOrigins: (address) => Object.values(hostsOf(address)).map((url: string) => new URL(url).origin),
  submit: (task, address) => {
    const { model } = task.body
    if (!isEndpoint(model)) {
      return fail('invalid_input', 'A model of fal is named like fal-ai/flux/schnell.', {
        field: 'model',
        charged: 'no',
      })
    }
    const url = `${hostsOf(address).queue}/${model}`
    return succeed({ method: 'POST', url, body: { kind: 'json', json: inputOf(task) } })
  },
  readSubmission: (response, now, { body }) =>
    readSubmission(response, now, {
      ...FAL_ERRORS,
      accepted: (json) => {
        const parsed = submittedSchema.safeParse(json)
        const remoteId = parsed.success ? remoteIdOf(body.model, parsed.data.request_id) : null
        return remoteId === null ? null : { remoteId }
      },
    }),
  poll: (remoteId, address) => ({ method: 'GET', url: `${requestUrl(address, remoteId)}/status` }),
  readTask: (response, now) => readOutcome(response, now, readStatus, FAL_ERRORS),
  result: (remoteId, address) => ({ method: 'GET', url: requestUrl(address, remoteId) }),
  readResult,
  fetchListing,
  readModels: readStoredModels,
  describeModel,
  readModel: readStoredModel,
  searchModels,
  test: testConnection,
  needsUpload: ({ sizeBytes }) => sizeBytes > LARGEST_DATA_URI_BYTES,
  upload,
  cancel: async (send, remoteId, address) => {
    const outcome = await send({ method: 'PUT', url: `${requestUrl(address, remoteId)}/cancel` })
    return outcome.kind === 'ok'
  },
  lookUp: (get, task, address) =>
    findRequest(get, hostsOf(address).platform, task.body.model, {
      input: inputOf(task),
      sentAt: task.sentAt,
    }),
}

function requestUrl(address: ApiAddress, remoteId: string): string {
  return `${hostsOf(address).queue}/${pathOf(remoteId)}`
}

function inputOf({ body: { prompt, options }, model }: TaskToSend): JsonObject {
  return { ...options, ...promptOption(prompt, model) }
}

/** Prices are told to a valid key only; a key that may run models but not ask for prices is told by the list of models. */
async function testConnection(get: Send, address: ApiAddress): Promise<Verdict> {
  const models = `${hostsOf(address).platform}/v1/models`
  const prices = await get({ method: 'GET', url: `${models}/pricing?endpoint_id=fal-ai%2Fflux%2Fschnell` })
  if (prices.kind === 'ok' && pricesSchema.safeParse(prices.value).success) return readVerdict(prices, 'fal')
  const isOpen =
    prices.kind === 'ok' ||
    (prices.kind === 'refused' && ['forbidden', 'not_found'].includes(prices.failure.code))
  if (!isOpen) return readVerdict(prices, 'fal')
  const list = await get({ method: 'GET', url: `${models}?limit=1` })
  if (list.kind === 'ok' && modelsSchema.safeParse(list.value).success) {
    const message = 'The service answers. Whether it takes the key shows with the first request.'
    return { reachable: true, authorized: null, message }
  }
  if (list.kind !== 'ok') return readVerdict(list, 'fal')
  const failure = { code: 'unreadable_answer', message: 'It did not answer with models.' } as const
  return readVerdict({ kind: 'refused', failure, waitMs: null, raw: list.raw }, 'fal')
}

/**
 * fal's queue. Sources: https://fal.ai/docs/api-reference/inference-api and its OpenAPI document (openapi/queue.json), with the
 * addresses of fal's own client (https://github.com/fal-ai/fal-js/blob/main/libs/client/src/queue.ts).
 *
 * The addresses in its responses are not followed: they are made here, as its own client does. Result files on fal.media need no
 * key.
 */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { ALL_MEDIA, ask, PLAIN, post, readVerdict } from '../../adapter.ts'
import { inputOf, readStoredModel, readStoredModels, reservedInputs } from '#core/service/model-platforms.ts'
import { readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { ApiAddress, ReservedOptions, Send, ServiceApi, Verdict } from '../../service-api.ts'
import { upload } from './files.ts'
import { findRequest } from './find-request.ts'
import {
  hostsOf,
  isEndpoint,
  normalizeBaseUrl,
  PUBLIC_BASE_URL,
  remoteIdOf,
  requestUrl,
} from './addresses.ts'
import { describeModel, fetchListing, searchModels } from './models.ts'
import { FAL_ERRORS, readResult, readStatus } from './request.ts'

/** fal takes data URIs of any size; its pages advise against large ones. */
const MAX_DATA_URI_BYTES = 256 * 1024

const submittedSchema = z.object({ request_id: z.string() })
const modelsSchema = z.object({ models: z.array(z.unknown()) })
const pricesSchema = z.object({ prices: z.array(z.unknown()) })

/** Of the queue, in the query or in a body of its other endpoints. */
const RESERVED: ReservedOptions = {
  endpoint_id: 'model',
  fal_webhook: 'own',
  webhook: 'own',
  webhook_url: 'own',
  stream: 'own',
}

export const fal: ServiceApi = {
  kind: 'fal',
  label: 'fal',
  summary: 'service.fal.summary',
  keyPage: 'https://fal.ai/dashboard/keys',
  keyHint: 'service.fal.keyHint',
  keyVariable: 'FAL_KEY',
  publicBaseUrl: PUBLIC_BASE_URL,
  capabilities: {
    ...PLAIN,
    ...ALL_MEDIA,
    key: 'required',
    results: 'polled',
    // In the queue it is removed; in progress "the model app decides how to stop": https://fal.ai/docs/inference-api/queue/cancel
    cancel: 'may_stop_cost',
    lookUp: 'by_list',
    reportsProgress: true,
    searchesModels: true,
  },
  errors: FAL_ERRORS,
  normalizeBaseUrl,
  authorization: (apiKey) => ({ authorization: `Key ${apiKey}` }),
  ownOrigins: (address) => Object.values(hostsOf(address)).map((url: string) => new URL(url).origin),
  ...checked(
    (asked) => reservedInputs(RESERVED, asked),
    (task, address) => {
      const { model } = task.body
      if (isEndpoint(model)) return succeed(post(`${hostsOf(address).queue}/${model}`, inputOf(task)))
      return fail('invalid_input', 'service.fal.modelName', { field: 'model', charged: 'no' })
    },
  ),
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
  needsUpload: ({ sizeBytes }) => sizeBytes > MAX_DATA_URI_BYTES,
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

/** Prices are told to a valid key only; a key that may run models but not ask for prices is told by the list of models. */
async function testConnection(get: Send, address: ApiAddress): Promise<Verdict> {
  const url = `${hostsOf(address).platform}/v1/models`
  const pricing = `${url}/pricing?endpoint_id=fal-ai%2Fflux%2Fschnell`
  const prices = await ask(get, pricing, pricesSchema, 'service.fal.noPrices')
  const isOpen =
    prices.kind === 'refused' && ['forbidden', 'not_found', 'unreadable_answer'].includes(prices.failure.code)
  if (!isOpen) return readVerdict(prices, 'fal')
  const list = await ask(get, `${url}?limit=1`, modelsSchema, 'service.noModelList')
  if (list.kind !== 'ok') return readVerdict(list, 'fal')
  return { reachable: true, authorized: null, message: message('service.test.keyUnproven') }
}

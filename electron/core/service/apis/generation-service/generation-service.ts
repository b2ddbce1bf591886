/** The generation service's HTTP API: every endpoint of the spec. Source: Generation Service Public API. */
import { randomUUID } from 'node:crypto'
import { succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { MEDIA_TYPES, SCENES } from '#contract/rules/media.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { bearer, PLAIN, post, readVerdict, unreadable } from '../../adapter.ts'
import { readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { ErrorRules, ReservedOptions, ServiceApi } from '../../service-api.ts'
import {
  billIn,
  isRefusal,
  namesTask,
  parseAccepted,
  parseServiceError,
  parseTask,
  errorText,
} from './parse-response.ts'

const LABEL = 'Generation Service'

const ERRORS: ErrorRules = {
  text: errorText,
  codeOf: (json) => parseServiceError(json)?.code,
  // Its error object comes with any status, also 200 and 500, and says that nothing was taken.
  isDefiniteNo: ({ json }) => parseServiceError(json) !== null,
}

/** What is asked of a finished task after so many dead addresses: what the service keeps, the provider itself, what it remembers. */
const REFRESHES = ['assets', 'assets', '1', null, 'assets'] as const

/** Services of this kind hand the options on to a provider, beside the prompt or inside of `input`. */
const RESERVED: ReservedOptions = {
  provider: 'model',
  model: 'model',
  mediaType: 'media',
  scene: 'media',
  prompt: 'prompt',
  'input.prompt': 'prompt',
  'input.model': 'model',
  options: 'entries',
  callBackUrl: 'own',
  callbackUrl: 'own',
  webhook: 'own',
  webhookUrl: 'own',
}

export const generationService: ServiceApi = {
  kind: 'generation-service',
  label: LABEL,
  summary: 'service.generationService.summary',
  keyVariable: 'ATELIER_API_KEY',
  capabilities: {
    ...PLAIN,
    mediaTypes: MEDIA_TYPES,
    scenes: SCENES,
    key: 'required',
    hasContact: true,
    results: 'polled',
  },
  errors: ERRORS,
  // Its document names no field for it, gateways have their own: https://docs.kie.ai, https://platform.vidu.com/docs, https://docs.bfl.ai
  billing: { parts: billIn, isVouched: false },
  normalizeBaseUrl: (url) => url.replace(/\/api\/v1$/, ''),
  authorization: bearer,
  ...checked(
    () => RESERVED,
    ({ body }, { baseUrl }) => succeed(post(`${baseUrl}/api/v1/generate`, { ...body })),
  ),
  readSubmission: (response, now) =>
    readSubmission(response, now, {
      ...ERRORS,
      isDefiniteNo: ({ json }) => isRefusal(json),
      namesTask,
      accepted: (json) => {
        const remoteId = parseAccepted(json)
        return remoteId === null ? null : { remoteId }
      },
    }),
  poll: (remoteId, { baseUrl }, live) => taskRequest(baseUrl, remoteId, live ? '1' : null),
  readTask: (response, now) => readOutcome(response, now, parseTask, ERRORS),
  result: (remoteId, { baseUrl }, attempt) =>
    taskRequest(baseUrl, remoteId, REFRESHES[attempt % REFRESHES.length] ?? null),
  fetchListing: (get, { baseUrl }) => get({ method: 'GET', url: `${baseUrl}/ai/models` }),
  readModels,
  /** Asks for a task that cannot exist: the response tells whether the service is there and takes the key. */
  test: async (get, { baseUrl }) => {
    const outcome = await get(taskRequest(baseUrl, `atelier-connection-test-${randomUUID()}`, null))
    const isThere = outcome.kind === 'refused' && ['not_found', 'forbidden'].includes(outcome.failure.code)
    if (isThere) return { reachable: true, authorized: true, message: message('service.test.accepted') }
    const isTask = outcome.kind !== 'ok' || parseTask(outcome.value) !== null
    return readVerdict(isTask ? outcome : unreadable('service.generationService.noTask'), LABEL)
  },
  contact: (written, { baseUrl }) => post(`${baseUrl}/api/v1/contact`, { ...written }),
}

function taskRequest(baseUrl: string, remoteId: string, refresh: '1' | 'assets' | null) {
  const query = refresh === null ? '' : `?refresh=${refresh}`
  return { method: 'GET', url: `${baseUrl}/api/v1/task/${encodeURIComponent(remoteId)}${query}` } as const
}

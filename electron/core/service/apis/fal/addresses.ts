/**
 * fal's hosts, and how it names models and requests. Sources: https://fal.ai/docs/api-reference/inference-api (queue, "Model IDs and
 * paths"), the upload of fal's own client (https://github.com/fal-ai/fal-js/blob/main/libs/client/src/storage.ts, rest.fal.ai), and
 * https://fal.ai/docs/api-reference/platform-apis/openapi/v1.json (api.fal.ai).
 */
import type { ApiAddress } from '../../service-api.ts'

const PUBLIC = {
  queue: 'https://queue.fal.run',
  storage: 'https://rest.fal.ai',
  platform: 'https://api.fal.ai',
}
export const PUBLIC_BASE_URL = PUBLIC.queue

/** Any address of fal's own means all of them. */
const OWN = /^https:\/\/(?:www\.|queue\.|rest\.|api\.)?fal\.(?:ai|run)(?:\/v1)?$/u

/** A replaced address stands for all hosts: their paths do not meet. */
export function hostsOf({ baseUrl }: ApiAddress): typeof PUBLIC {
  return baseUrl === PUBLIC_BASE_URL ? PUBLIC : { queue: baseUrl, storage: baseUrl, platform: baseUrl }
}

export function normalizeBaseUrl(url: string): string {
  return OWN.test(url) ? PUBLIC_BASE_URL : url.replace(/\/v1$/u, '')
}

const SEGMENT = '[\\w-][\\w.-]{0,99}'
const ENDPOINT = new RegExp(`^((?:workflows/|comfy/)?${SEGMENT}/${SEGMENT})(?:/${SEGMENT}){0,8}$`, 'u')
const REQUEST = new RegExp(`^(?:workflows/|comfy/)?${SEGMENT}/${SEGMENT}/requests/[\\w-]{1,100}$`, 'u')

export function isEndpoint(model: string): boolean {
  return ENDPOINT.test(model)
}

/**
 * A remote id names the app too, as fal's addresses do: `fal-ai/flux/requests/{request id}`. The queue knows a request under its app
 * alone, without the path of the endpoint.
 */
export function remoteIdOf(model: string, requestId: string): string | null {
  const app = ENDPOINT.exec(model)?.[1]
  const remoteId = `${app}/requests/${requestId}`
  return app !== undefined && REQUEST.test(remoteId) ? remoteId : null
}

/** A text that is no remote id leads nowhere. */
export function requestUrl(address: ApiAddress, remoteId: string): string {
  const path = REQUEST.test(remoteId) ? remoteId : `unknown/app/requests/${encodeURIComponent(remoteId)}`
  return `${hostsOf(address).queue}/${path}`
}

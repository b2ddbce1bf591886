/**
 * fal's hosts. Source: https://fal.ai/docs/api-reference/inference-api (queue), the upload of fal's own client
 * (https://github.com/fal-ai/fal-js/blob/main/libs/client/src/storage.ts, rest.fal.ai), and
 * https://fal.ai/docs/api-reference/platform-apis/openapi/v1.json (api.fal.ai).
 */
import type { ApiAddress } from '../../service-api.ts'

interface Hosts {
  readonly queue: string
  readonly storage: string
  readonly platform: string
}

const PUBLIC: Hosts = {
  queue: 'https://queue.fal.run',
  storage: 'https://rest.fal.ai',
  platform: 'https://api.fal.ai',
}
export const PUBLIC_BASE_URL = PUBLIC.queue

/** Any address of fal's own means all of them. */
const OWN = /^https:\/\/(?:www\.|queue\.|rest\.|api\.)?fal\.(?:ai|run)(?:\/v1)?$/u

/** A replaced address stands for all hosts: their paths do not meet. */
export function hostsOf({ baseUrl }: ApiAddress): Hosts {
  return baseUrl === PUBLIC_BASE_URL ? PUBLIC : { queue: baseUrl, storage: baseUrl, platform: baseUrl }
}

export function normalizeBaseUrl(url: string): string {
  return OWN.test(url) ? PUBLIC_BASE_URL : url.replace(/\/v1$/u, '')
}

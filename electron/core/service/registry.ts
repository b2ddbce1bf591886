/** The services that Atelier speaks with: one line for each, and who of them is on this computer. Nothing else in core, hosts or page names one. */
import { render, type Say } from '../messages/render.ts'
import { message } from '#contract/messages/message.ts'
import type { ServiceInfo, ServiceKind, FoundService } from '#contract/services.ts'
import { comfyui } from './apis/comfyui/comfyui.ts'
import { fal } from './apis/fal/fal.ts'
import { gemini } from './apis/gemini/gemini.ts'
import { generationService } from './apis/generation-service/generation-service.ts'
import { openai } from './apis/openai/openai.ts'
import { replicate } from './apis/replicate/replicate.ts'
import { sdWebui } from './apis/sd-webui/sd-webui.ts'
import type { ServiceApi } from './service-api.ts'
import { isLoopback } from '../network/safe-address.ts'
import { createSend } from './client.ts'

export const APIS: readonly ServiceApi[] = [
  generationService,
  replicate,
  fal,
  openai,
  gemini,
  comfyui,
  sdWebui,
]

/** What a profile without a kind is: they were stored before there were others. */
export const FIRST_KIND: ServiceKind = generationService.kind

/** @throws Error for a kind without an adapter. */
export function apiOf(kind: ServiceKind): ServiceApi {
  const found = APIS.find((api) => api.kind === kind)
  if (!found) throw new Error(`There is no adapter for ${kind}.`)
  return found
}

/** Where services of the user's own usually are on this computer. */
export function usualAddresses(): readonly UsualAddress[] {
  return APIS.flatMap((api) => (api.usualAddresses ?? []).map((baseUrl) => ({ api, baseUrl })))
}

export function listServices(say: Say): readonly ServiceInfo[] {
  return APIS.map((api) => infoOf(api, say))
}

function infoOf(api: ServiceApi, say: Say): ServiceInfo {
  const { kind, label, summary, keyPage, keyHint, keyVariable } = api
  const { publicBaseUrl, usualAddresses, capabilities } = api
  return {
    kind,
    label,
    summary: render(message(summary), say),
    ...(keyPage === undefined ? {} : { keyPage }),
    ...(keyHint === undefined ? {} : { keyHint: render(message(keyHint), say) }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(publicBaseUrl === undefined ? {} : { publicBaseUrl }),
    ...(usualAddresses ? { usualAddresses } : {}),
    capabilities,
  }
}

const PATIENCE_MS = 1_500
const MAX_REQUESTS = 2

interface UsualAddress {
  readonly api: ServiceApi
  readonly baseUrl: string
}

/**
 * Those that answer as the service does, also where they want a key; in the order given. `now` in milliseconds since the
 * epoch.
 *
 * Asks this computer alone, without a key and without a proxy, and waits for nobody long.
 */
export async function findServices(
  addresses: readonly UsualAddress[],
  now: number,
  say: Say,
  patienceMs = PATIENCE_MS,
): Promise<readonly FoundService[]> {
  const own = addresses.filter(({ baseUrl }) => isLoopback(URL.parse(baseUrl)?.hostname ?? ''))
  const found = await Promise.all(own.map((place) => ask(place, now, say, AbortSignal.timeout(patienceMs))))
  return found.filter((one) => one !== null)
}

async function ask(
  { api, baseUrl }: UsualAddress,
  now: number,
  say: Say,
  signal: AbortSignal,
): Promise<FoundService | null> {
  const send = createSend({ api, baseUrl }, now, signal, MAX_REQUESTS)
  const { reachable, authorized, message: says } = await api.test(send, { baseUrl })
  // Without a word about the key, something else answered.
  return reachable && authorized !== null ? { kind: api.kind, baseUrl, says: render(says, say) } : null
}

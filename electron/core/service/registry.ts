/** The services that Atelier speaks with: one line for each. Nothing else in core, hosts or page names one. */
import type { ServiceInfo, ServiceKind } from '#contract/services.ts'
import { comfyui } from './apis/comfyui/comfyui.ts'
import { fal } from './apis/fal/fal.ts'
import { gemini } from './apis/gemini/gemini.ts'
import { generationService } from './apis/generation-service/generation-service.ts'
import { openai } from './apis/openai/openai.ts'
import { replicate } from './apis/replicate/replicate.ts'
import { sdWebui } from './apis/sd-webui/sd-webui.ts'
import type { UsualPlace } from './find-services.ts'
import type { ServiceApi } from './service-api.ts'

const APIS: readonly ServiceApi[] = [generationService, replicate, fal, openai, gemini, comfyui, sdWebui]

/** What a profile without a kind is: they were stored before there were others. */
export const FIRST_KIND: ServiceKind = generationService.kind

/** @throws Error for a kind without an adapter. */
export function apiOf(kind: ServiceKind): ServiceApi {
  const found = APIS.find((api) => api.kind === kind)
  if (!found) throw new Error(`There is no adapter for ${kind}.`)
  return found
}

/** Where services of the user's own usually are on this computer. */
export function usualPlaces(): readonly UsualPlace[] {
  return APIS.flatMap((api) => (api.usualAddresses ?? []).map((baseUrl) => ({ api, baseUrl })))
}

/** For the page: what each service is and can do. */
export function listServices(): readonly ServiceInfo[] {
  return APIS.map(infoOf)
}

function infoOf(api: ServiceApi): ServiceInfo {
  const { kind, label, summary, keyPage, keyHint, keyVariable } = api
  const { publicBaseUrl, usualAddresses, capabilities } = api
  return {
    kind,
    label,
    summary,
    ...(keyPage === undefined ? {} : { keyPage }),
    ...(keyHint === undefined ? {} : { keyHint }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(publicBaseUrl === undefined ? {} : { publicBaseUrl }),
    ...(usualAddresses ? { usualAddresses } : {}),
    capabilities,
  }
}

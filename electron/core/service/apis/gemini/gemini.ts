/**
 * The Gemini API: images in the response (`generateContent`), videos as operations that are polled (`predictLongRunning`).
 *
 * Sources: https://ai.google.dev/api, https://ai.google.dev/gemini-api/docs/image-generation and /video, and Google's client
 * https://github.com/googleapis/js-genai. Operations of videos cannot be cancelled there, and none lists what was asked.
 */
import { z } from 'zod'
import { ask, PLAIN, readVerdict } from '../../adapter.ts'
import { readOutcome, readSubmission } from '../../outcomes.ts'
import { checked } from '../../reserved-options.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { ApiAddress, ServiceApi, SubmitOutcome } from '../../service-api.ts'
import { fetchListing, plainId, readModels, whatItMakes } from './models.ts'
import { ERRORS, readContent, readOperation, readOperationName } from './responses.ts'
import { apiUrl, buildSubmission, makesOf, RESERVED } from './submit.ts'

const listSchema = z.object({ models: z.array(z.object({ name: z.string() })) })

export const gemini: ServiceApi = {
  kind: 'gemini',
  label: 'Google Gemini',
  summary: 'service.gemini.summary',
  keyPage: 'https://aistudio.google.com/apikey',
  keyVariable: 'GEMINI_API_KEY',
  publicBaseUrl: 'https://generativelanguage.googleapis.com',
  capabilities: {
    ...PLAIN,
    mediaTypes: ['image', 'video'],
    scenes: ['text-to-image', 'image-to-image', 'text-to-video', 'image-to-video'],
    key: 'required',
    results: 'both',
  },
  errors: ERRORS,
  normalizeBaseUrl: (url) => url.replace(/\/v1(?:beta)?$/, ''),
  authorization: keyHeader,
  ...checked(() => RESERVED, buildSubmission),
  takesAddresses: (model) => whatItMakes(plainId(model)) !== 'video',
  respondsWithResult: (task) => makesOf(task) === 'image',
  readSubmission: (response, now, task): SubmitOutcome => {
    const isImage = makesOf(task) === 'image'
    const isOk = response.status >= 200 && response.status < 300
    const content = isImage && isOk ? readContent(response.json) : null
    if (content?.kind === 'none')
      return { kind: 'rejected', failure: content.failure, raw: response.json ?? null }
    return readSubmission(response, now, {
      ...ERRORS,
      accepted: (json) => {
        if (isImage) return content?.kind === 'images' ? { taskResult: content.taskResult } : null
        const remoteId = readOperationName(json)
        return remoteId === null ? null : { remoteId }
      },
    })
  },
  poll: operationRequest,
  readTask: (response, now) => readOutcome(response, now, readOperation, ERRORS),
  fetchListing: (get, address) => fetchListing(get, apiUrl(address, '/models')),
  readModels,
  test: async (get, address) => {
    const url = apiUrl(address, '/models?pageSize=1')
    return readVerdict(await ask(get, url, listSchema, 'service.noModelList'), 'Gemini')
  },
  // "Files" of the same origin ask for the key (https://ai.google.dev/gemini-api/docs/video, REST).
  assetHeaders: (url, { baseUrl }, apiKey) => {
    const isFile = url.startsWith(`${baseUrl}/`) && apiKey !== undefined
    return isFile ? keyHeader(apiKey) : {}
  },
}

function keyHeader(apiKey: string): Readonly<Record<string, string>> {
  return { 'x-goog-api-key': apiKey }
}

/** `models/veo-3.1-generate-preview/operations/abc` */
function operationRequest(remoteId: string, address: ApiAddress): HttpRequest {
  const path = remoteId.split('/').map(encodeURIComponent).join('/')
  return { method: 'GET', url: apiUrl(address, `/${path}`) }
}

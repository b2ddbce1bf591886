/**
 * The one paid request of a task. The Gemini API documents no idempotency key for either endpoint
 * (https://ai.google.dev/api/generate-content, and no header of that kind in https://github.com/googleapis/js-genai).
 */
import { Buffer } from 'node:buffer'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import { formatName, splitMedia, type MediaInput, type MediaOptions } from '../../media-options.ts'
import { withFixed } from '../../reserved-options.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { ApiAddress, GenerateBody, ReservedOptions, TaskToSend } from '../../service-api.ts'
import { plainId, whatItMakes, type Makes } from './models.ts'

/** An image of 4K takes minutes, and its response comes at the end. */
const RESPONSE_TIMEOUT_MS = 600_000
/** Of all files in one request (https://ai.google.dev/gemini-api/docs/changelog, 2026-01-08). */
const MAX_BYTES = 100_000_000
/** https://ai.google.dev/gemini-api/docs/image-understanding, "Supported image formats". */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']
const MAX_IMAGES = 14
const MAX_REFERENCES = 3

/** Of both endpoints. A cached content is a prompt that nobody sees here. */
export const RESERVED: ReservedOptions = {
  model: 'model',
  prompt: 'prompt',
  contents: 'prompt',
  content: 'prompt',
  cachedContent: 'prompt',
  instances: 'prompt',
  generationConfig: 'entries',
  parameters: 'entries',
  imageConfig: 'entries',
  candidateCount: 'count',
  sampleCount: 'count',
  numberOfVideos: 'count',
  numberOfImages: 'count',
  image: 'inputs',
  images: 'inputs',
  lastFrame: 'inputs',
  referenceImages: 'inputs',
  video: 'inputs',
  responseModalities: 'own',
}

/** By the model; of one that the table does not know, by what is asked for. */
export function makesOf({ body: { model, mediaType } }: TaskToSend): Makes {
  return whatItMakes(plainId(model)) ?? (mediaType === 'video' ? 'video' : 'image')
}

export function buildSubmission(task: TaskToSend, address: ApiAddress): Result<HttpRequest> {
  const { body } = task
  const split = splitMedia(body.options ?? {})
  if (!split.ok) return split
  const refusal = refusalOf([...split.data.media.values()].flat())
  if (refusal !== null) return refuse(refusal)
  const makes = makesOf(task)
  const json = makes === 'video' ? videoBody(body, split.data) : imageBody(body, split.data)
  if (!json.ok) return json
  const action = makes === 'video' ? 'predictLongRunning' : 'generateContent'
  return succeed({
    method: 'POST',
    url: apiUrl(address, `/models/${encodeURIComponent(plainId(body.model))}:${action}`),
    body: { kind: 'json', json: json.data },
    timeoutMs: RESPONSE_TIMEOUT_MS,
  })
}

export function apiUrl({ baseUrl }: ApiAddress, path: string): string {
  return `${baseUrl}/v1beta${path}`
}

function refuse(why: Message | PlainMessageId): Result<never> {
  return fail('invalid_input', why, { field: 'inputs' })
}

function refusalOf(inputs: readonly MediaInput[]): Message | null {
  const files = inputs.filter((input) => input.kind === 'file')
  if (files.some(({ mimeType }) => !IMAGE_TYPES.includes(mimeType))) {
    return message('service.gemini.wrongFormat', { formats: IMAGE_TYPES.map(formatName) })
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  const megabytes = MAX_BYTES / 1_000_000
  return total > MAX_BYTES ? message('service.gemini.imagesTooLarge', { megabytes }) : null
}

/** What stands beside `generationConfig`; every other option is a part of it, known here or not. */
const BESIDE_CONFIG = new Set(['safetySettings', 'tools', 'systemInstruction'])
const IMAGE_CONFIG = new Set(['aspectRatio', 'imageSize'])

function imageBody(
  { prompt = '', scene }: GenerateBody,
  { media, options }: MediaOptions,
): Result<JsonObject> {
  const images = [...media.values()].flat()
  if (scene === 'image-to-image' && images.length === 0) return refuse('service.addImageToChange')
  if (images.length > MAX_IMAGES) return refuse(message('service.gemini.tooManyImages', { most: MAX_IMAGES }))
  const entries = Object.entries(options)
  const imageConfig = entries.filter(([key]) => IMAGE_CONFIG.has(key))
  const beside = entries.filter(([key]) => BESIDE_CONFIG.has(key))
  const config = entries.filter(([key]) => !IMAGE_CONFIG.has(key) && !BESIDE_CONFIG.has(key))
  const ours = {
    // With text allowed too, a model that makes no image says why.
    responseModalities: ['TEXT', 'IMAGE'],
    ...(imageConfig.length > 0 ? { imageConfig: Object.fromEntries(imageConfig) } : {}),
  }
  const fixed = {
    contents: [{ role: 'user', parts: [{ text: prompt }, ...images.map(partOf)] }],
    generationConfig: withFixed(ours, Object.fromEntries(config)),
  }
  return succeed(withFixed(fixed, Object.fromEntries(beside)))
}

function partOf(input: MediaInput): JsonObject {
  if (input.kind === 'address') return { fileData: { fileUri: input.url } }
  return { inlineData: { mimeType: input.mimeType, data: base64Of(input.bytes) } }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** As Google's client writes it (js-genai 2.18, generateVideosParametersToMldev). */
function videoBody({ prompt, scene }: GenerateBody, { media, options }: MediaOptions): Result<JsonObject> {
  const instance: Record<string, Json> = prompt === undefined ? {} : { prompt }
  for (const [option, inputs] of media) {
    const files = inputs.flatMap((input) =>
      input.kind === 'file' ? [fileOf(input.bytes, input.mimeType)] : [],
    )
    const [first] = files
    if (files.length < inputs.length || !first) return refuse('service.gemini.noAddresses')
    if (/last/i.test(option)) instance['lastFrame'] = first
    else if (/reference/i.test(option)) {
      if (files.length > MAX_REFERENCES)
        return refuse(message('service.gemini.tooManyReferences', { most: MAX_REFERENCES }))
      instance['referenceImages'] = files.map((image) => ({ image, referenceType: 'asset' }))
    } else if (files.length > 1 || instance['image'] !== undefined)
      return refuse('service.gemini.oneFirstImage')
    else instance['image'] = first
  }
  if (scene === 'image-to-video' && media.size === 0) return refuse('service.addFirstImage')
  const hasParameters = Object.keys(options).length > 0
  return succeed({ instances: [instance], ...(hasParameters ? { parameters: { ...options } } : {}) })
}

function fileOf(bytes: Uint8Array, mimeType: string): JsonObject {
  return { bytesBase64Encoded: base64Of(bytes), mimeType }
}

/**
 * The one paid request of a task.
 *
 * OpenAI documents no idempotency key for these endpoints: its OpenAPI document (2026-08-21) has no such header, and its client
 * prepares one (`idempotencyHeader` in src/client.ts) but sets no name for it, so that none is sent. A request is never repeated.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { HttpRequest, Part } from '../../http-request.ts'
import type { ApiAddress, GenerateBody, ReservedOptions, TaskToSend } from '../../service-api.ts'
import { formatName, splitMedia, type MediaInput } from '../../media-options.ts'
import type { Family } from '../../model-families.ts'
import { withFixed } from '../../reserved-options.ts'
import { familyOf } from './models.ts'

/** The time-out of OpenAI's own client: an image may take minutes, and its response comes at the end. */
const RESPONSE_TIMEOUT_MS = 600_000

/** Of all endpoints, also as fields of a form: a gateway may read what OpenAI itself refuses. */
export const RESERVED: ReservedOptions = {
  model: 'model',
  prompt: 'prompt',
  input: 'prompt',
  messages: 'prompt',
  image: 'inputs',
  images: 'inputs',
  mask: 'inputs',
  input_reference: 'inputs',
  file: 'inputs',
  stream: 'own',
  extra_body: 'entries',
}

export type Endpoint = Family['makes']

/** By the model; of one that the table does not know, by what is asked for. */
export function endpointOf({ body: { model, mediaType } }: TaskToSend): Endpoint {
  const makes = familyOf(model)?.makes
  if (makes) return makes
  if (mediaType === 'video') return 'video'
  return mediaType === 'music' ? 'speech' : 'image'
}

export function buildSubmission(task: TaskToSend, address: ApiAddress): Result<HttpRequest> {
  const { body } = task
  const family = familyOf(body.model)
  const refusal = refusalOf(body, family)
  if (refusal !== null) return refuse(refusal)
  const media = readMedia(body.options ?? {}, family)
  if (!media.ok) return media
  const post = (path: string, sent: HttpRequest['body'] & object): HttpRequest => ({
    method: 'POST',
    url: apiUrl(address, path),
    body: sent,
    timeoutMs: RESPONSE_TIMEOUT_MS,
  })
  switch (endpointOf(task)) {
    case 'image':
      return imageRequest(body, family, media.data, post)
    case 'video':
      return videoRequest(body, media.data, post)
    case 'speech':
      return speechRequest(body, media.data, post)
  }
}

/** An address with a version in it is taken as it is: gateways have theirs in different places. */
export function apiUrl({ baseUrl }: ApiAddress, path: string): string {
  const hasVersion = /\/v\d+(?:beta|alpha)?(?:\/|$)/.test(URL.parse(baseUrl)?.pathname ?? '')
  return `${baseUrl}${hasVersion ? '' : '/v1'}${path}`
}

function refuse(why: Message | PlainMessageId, field = 'options'): Result<never> {
  return fail('invalid_input', why, { field })
}

function refusalOf({ prompt = '', options = {} }: GenerateBody, family: Family | null): Message | null {
  if (options['stream_format'] === 'sse') return message('service.openai.noStream')
  const most = family?.promptCharacters
  if (most === undefined || prompt.length <= most) return null
  return message('service.openai.promptTooLong', { count: prompt.length, most })
}

type Post = (path: string, sent: HttpRequest['body'] & object) => HttpRequest

function imageRequest(
  { model, prompt = '', scene }: GenerateBody,
  family: Family | null,
  media: Media,
  post: Post,
): Result<HttpRequest> {
  const head = withFixed({ model, prompt }, { ...usualOptions(family), ...media.options })
  const { images, mask } = media
  if (images.length === 0 && mask === null) {
    if (scene === 'image-to-image') return refuse('service.addImageToChange', 'inputs')
    const { input_fidelity: _, ...json } = head
    return succeed(post('/images/generations', { kind: 'json', json }))
  }
  if (images.length === 0) return refuse('service.maskNeedsImage', 'inputs')
  const [first] = images
  const all = mask === null ? images : [...images, mask]
  if (all.some((one) => one.kind === 'address')) {
    // Multipart carries files alone; addresses go in the JSON form (OpenAPI, EditImageBodyJsonParam).
    const references = images.map((one) => ({ image_url: one.url }))
    const masked = mask === null ? {} : { mask: { image_url: mask.url } }
    return succeed(post('/images/edits', { kind: 'json', json: { ...head, images: references, ...masked } }))
  }
  const { moderation: _, ...fields } = head
  const name = first && images.length === 1 ? 'image' : 'image[]'
  const parts = [
    ...textParts(fields),
    ...images.flatMap((image, index) => filePart(name, image, `image-${index + 1}`)),
    ...(mask === null ? [] : filePart('mask', mask, 'mask')),
  ]
  return succeed(post('/images/edits', { kind: 'multipart', parts }))
}

/** Addresses of these models end after an hour; GPT models refuse the option and always send the images themselves. */
function usualOptions(family: Family | null): JsonObject {
  return family?.options.includes('responseFormat') ? { response_format: 'b64_json' } : {}
}

function videoRequest(
  { model, prompt = '', scene }: GenerateBody,
  media: Media,
  post: Post,
): Result<HttpRequest> {
  const [image, more] = media.images
  if (scene === 'image-to-video' && !image) return refuse('service.addFirstImage', 'inputs')
  if (more) return refuse('service.openai.tooManyVideoImages', 'inputs')
  const { seconds } = media.options
  const length = typeof seconds === 'number' ? { seconds: String(seconds) } : {}
  const head = withFixed({ model, prompt }, { ...media.options, ...length })
  if (image?.kind === 'address') {
    return succeed(
      post('/videos', { kind: 'json', json: { ...head, input_reference: { image_url: image.url } } }),
    )
  }
  const parts = [...textParts(head), ...(image ? filePart('input_reference', image, 'image') : [])]
  return succeed(post('/videos', { kind: 'multipart', parts }))
}

function speechRequest({ model, prompt = '' }: GenerateBody, media: Media, post: Post): Result<HttpRequest> {
  if (prompt.trim() === '') return refuse('service.openai.noText', 'prompt')
  const json = withFixed({ model, input: prompt }, { voice: 'alloy', ...media.options })
  return succeed(post('/audio/speech', { kind: 'json', json }))
}

/** Lists and objects as JSON: no documented field is one. */
function textParts(fields: JsonObject): readonly Part[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({ name, value: textOf(value) }))
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function filePart(name: string, image: Media['images'][number], fileName: string): readonly Part[] {
  if (image.kind === 'address') return []
  const { bytes, mimeType } = image
  return [{ name, value: { bytes, mimeType, fileName: `${fileName}.${mimeType.split('/')[1] ?? 'bin'}` } }]
}

/** The images among a request's options, held against what the model takes before anything is sent. */
interface Media {
  readonly images: readonly MediaInput[]
  readonly mask: MediaInput | null
  /** Everything else. */
  readonly options: JsonObject
}

/** "Must be a valid PNG file, less than 4MB" (OpenAPI, CreateImageEditRequest). */
const MAX_MASK_MB = 4

function readMedia(all: JsonObject, family: Family | null): Result<Media> {
  const split = splitMedia(all)
  if (!split.ok) return split
  const entries = [...split.data.media]
  const images = entries.filter(([key]) => !isMask(key)).flatMap(([, inputs]) => inputs)
  const mask = entries.find(([key]) => isMask(key))?.[1][0] ?? null
  const refusal = mediaRefusal(images, mask, family)
  if (refusal !== null) return fail('invalid_input', refusal, { field: 'inputs' })
  return succeed({ images, mask, options: split.data.options })
}

function isMask(key: string): boolean {
  return /mask/i.test(key)
}

function mediaRefusal(
  images: readonly MediaInput[],
  mask: MediaInput | null,
  family: Family | null,
): Message | null {
  if (images.length === 0 && mask === null) return null
  if (family && !family.takesImages) return message('service.openai.noImages')
  const inputs = family?.inputs
  if (inputs && images.length > inputs.most)
    return message('service.openai.tooManyImages', { most: inputs.most })
  for (const image of images) {
    if (!inputs || image.kind === 'address') continue
    if (!inputs.types.includes(image.mimeType)) {
      return message('service.openai.wrongFormat', { formats: inputs.types.map(formatName) })
    }
    if (image.bytes.byteLength >= inputs.bytes)
      return message('service.openai.imageTooLarge', { megabytes: inputs.bytes / 1e6 })
  }
  if (mask?.kind !== 'file') return null
  if (mask.mimeType !== 'image/png') return message('service.openai.maskFormat')
  return mask.bytes.byteLength >= MAX_MASK_MB * 1_000_000
    ? message('service.openai.maskTooLarge', { megabytes: MAX_MASK_MB })
    : null
}

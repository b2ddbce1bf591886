/**
 * OpenAI's API on loopback, written from its public documentation and enforcing it: images (generated and edited), videos,
 * speech and the list of models. Sources: `errors.ts`, and OpenAI's OpenAPI document: https://github.com/openai/openai-openapi
 * (openapi.json of 2026-08-21, version 2.3.0, read 2026-11-22), schemas CreateImageRequest, CreateImageEditRequest,
 * EditImageBodyJsonParam, CreateVideoMultipartBody, CreateVideoJsonBody, CreateSpeechRequest, ImagesResponse, VideoResource and
 * ListModelsResponse.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { madeAudio, madeImage } from '../made-media.ts'
import {
  startProviderServer,
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
} from '../provider-server.ts'
import { invalidBody, OPENAI_FAILURES, openaiError } from './errors.ts'
import { createVideos, imageReference, VIDEO_MODELS, type FakeVideos } from './videos.ts'

export const OPENAI_KEY = 'sk-proj-test-5f2c9a'

const IMAGE_MODELS = [
  'gpt-image-2',
  'gpt-image-1.5',
  'gpt-image-1',
  'gpt-image-1-mini',
  'dall-e-2',
  'dall-e-3',
]
const EDIT_MODELS = [...IMAGE_MODELS.filter((id) => id !== 'dall-e-3'), 'chatgpt-image-latest']
const SPEECH_MODELS = ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd']
const OTHER_MODELS = [
  'gpt-5.2',
  'text-embedding-3-small',
  'whisper-1',
  'gpt-4o-transcribe',
  'omni-moderation-latest',
]

/** Multipart carries numbers and booleans as text. */
const count = z.coerce.number().int().min(1).max(10)
const imageSize = z.string().regex(/^(?:auto|\d{3,4}x\d{3,4})$/)
const outputFormat = z.enum(['png', 'jpeg', 'webp'])
const background = z.enum(['transparent', 'opaque', 'auto'])

const imageOptions = {
  n: count.optional(),
  size: imageSize.optional(),
  background: background.optional(),
  output_format: outputFormat.optional(),
  moderation: z.enum(['low', 'auto']).optional(),
  user: z.string().optional(),
  stream: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
}

const imageRequest = z.strictObject({
  model: z.string().default('dall-e-2'),
  prompt: z.string().max(32_000),
  quality: z.enum(['standard', 'hd', 'low', 'medium', 'high', 'auto']).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  style: z.enum(['vivid', 'natural']).optional(),
  ...imageOptions,
})

const { moderation: _, ...editOptions } = imageOptions

const imageEditRequest = z.strictObject({
  model: z.string().default('gpt-image-1.5'),
  prompt: z.string().min(1).max(32_000),
  image: z.array(z.instanceof(File)).min(1).max(16),
  mask: z.instanceof(File).optional(),
  quality: z.enum(['standard', 'low', 'medium', 'high', 'auto']).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  input_fidelity: z.enum(['high', 'low']).optional(),
  ...editOptions,
})

const imageEditJson = z.strictObject({
  model: z.string().default('gpt-image-1.5'),
  prompt: z.string().min(1).max(32_000),
  images: z.array(imageReference).min(1).max(16),
  mask: imageReference.optional(),
  quality: z.enum(['low', 'medium', 'high', 'auto']).optional(),
  input_fidelity: z.enum(['high', 'low']).optional(),
  ...imageOptions,
})

const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.union([z.string().min(1), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).optional(),
  stream_format: z.enum(['sse', 'audio']).optional(),
})

export interface FakeOpenai extends ProviderServer {
  /** Pixels of a side of every image made. */
  imageSide: number
  readonly videos: FakeVideos
  /** Every image made, in their order. */
  readonly images: Buffer[]
  /** Images that are given by address, by path. */
  readonly files: Map<string, Buffer>
  /** Of another service that speaks the same: these models instead of OpenAI's. */
  models: readonly string[]
}

export async function startFakeOpenai(): Promise<FakeOpenai> {
  const server = await startProviderServer((request) => respond(fake, request))
  const fake: FakeOpenai = Object.assign(server, {
    imageSide: 64,
    images: [],
    files: new Map(),
    videos: createVideos(),
    models: [...IMAGE_MODELS, ...VIDEO_MODELS, ...SPEECH_MODELS, ...OTHER_MODELS],
  })
  return fake
}

function respond(fake: FakeOpenai, request: ProviderRequest): ProviderResponse | Promise<ProviderResponse> {
  const { method, path } = request
  const file = fake.files.get(path)
  if (file) return { status: 200, body: file, headers: { 'content-type': 'image/png' } }
  if (!path.startsWith('/v1/')) return openaiError(404, `Invalid URL (${method} ${path})`, null)
  if (request.headers['authorization'] !== `Bearer ${OPENAI_KEY}`) return OPENAI_FAILURES.key
  if (path.startsWith('/v1/videos')) return fake.videos.respond(request)
  switch (`${method} ${path}`) {
    case 'GET /v1/models':
      return { status: 200, body: modelList(fake.models) }
    case 'POST /v1/images/generations':
      return generateImages(fake, request)
    case 'POST /v1/images/edits':
      return editImages(fake, request)
    case 'POST /v1/audio/speech':
      return speak(request)
    default:
      return openaiError(404, `Invalid URL (${method} ${path})`, null)
  }
}

function modelList(ids: readonly string[]): object {
  const data = ids.map((id) => ({ id, object: 'model', created: 1_750_000_000, owned_by: 'system' }))
  return { object: 'list', data }
}

function notAModel(model: string, of: readonly string[]): ProviderResponse | null {
  if (of.includes(model)) return null
  return openaiError(
    404,
    `The model '${model}' does not exist or you do not have access to it.`,
    'model_not_found',
  )
}

async function generateImages(
  fake: FakeOpenai,
  { headers, json }: ProviderRequest,
): Promise<ProviderResponse> {
  if (headers['content-type'] !== 'application/json') return notJson()
  const parsed = imageRequest.safeParse(json)
  if (!parsed.success) return invalidBody(parsed.error, json)
  return notAModel(parsed.data.model, ownModels(fake, IMAGE_MODELS)) ?? imagesResponse(fake, parsed.data)
}

async function editImages(
  fake: FakeOpenai,
  { headers, json, form }: ProviderRequest,
): Promise<ProviderResponse> {
  if (!form && headers['content-type'] !== 'application/json') return notJson()
  const body = form ? ofForm(form) : json
  const parsed = (form ? imageEditRequest : imageEditJson).safeParse(body)
  if (!parsed.success) return invalidBody(parsed.error, body)
  const missing = notAModel(parsed.data.model, ownModels(fake, EDIT_MODELS))
  if (missing) return missing
  const files = 'image' in parsed.data ? parsed.data.image : []
  for (const file of files) {
    if (!/^image\/(?:png|jpeg|webp)$/.test(file.type)) {
      const message = `Invalid file 'image': unsupported mimetype ('${file.type}').`
      return openaiError(400, message, 'unsupported_file_mimetype', { param: 'image' })
    }
  }
  return imagesResponse(fake, parsed.data)
}

function ownModels({ models }: FakeOpenai, usual: readonly string[]): readonly string[] {
  return models.some((id) => usual.includes(id)) ? usual : models
}

/** `image` and `image[]` mean the same; the official client sends the second for a list. */
function ofForm(form: FormData): object {
  const body: Record<string, unknown> = {}
  const images: unknown[] = []
  for (const [name, value] of form) {
    if (name === 'image' || name === 'image[]') images.push(value)
    else body[name] = value
  }
  return images.length > 0 ? { ...body, image: images } : body
}

interface ImageRequest {
  readonly model: string
  readonly n?: number | undefined
  readonly size?: string | undefined
  readonly quality?: string | undefined
  readonly background?: string | undefined
  readonly output_format?: 'png' | 'jpeg' | 'webp' | undefined
  readonly response_format?: 'url' | 'b64_json' | undefined
  readonly stream?: unknown
}

async function imagesResponse(fake: FakeOpenai, request: ImageRequest): Promise<ProviderResponse> {
  const isGpt = !request.model.startsWith('dall-e')
  const usual = fake.models.includes('gpt-image-1')
  if (isGpt && usual && request.response_format !== undefined) {
    return openaiError(400, "Unknown parameter: 'response_format'.", 'unknown_parameter', {
      param: 'response_format',
    })
  }
  if (request.model === 'dall-e-3' && (request.n ?? 1) > 1) {
    return openaiError(400, 'You must provide n=1 for this model.', 'invalid_value', { param: 'n' })
  }
  const {
    output_format: format = 'png',
    background = 'opaque',
    size = '1024x1024',
    quality = 'high',
  } = request
  const byAddress = !isGpt && request.response_format !== 'b64_json'
  const data = await Promise.all(
    Array.from({ length: request.n ?? 1 }, async () => {
      const bytes = await madeImage(format, fake.imageSide)
      fake.images.push(bytes)
      if (!byAddress) return { b64_json: bytes.toString('base64') }
      const path = `/private/img-${randomBytes(6).toString('hex')}.png`
      fake.files.set(path, bytes)
      return { url: `${fake.baseUrl}${path}` }
    }),
  )
  const details = isGpt ? { background, output_format: format, size, quality, usage: USAGE } : {}
  return { status: 200, charged: true, body: { created: Math.floor(Date.now() / 1_000), data, ...details } }
}

const USAGE = {
  total_tokens: 4_210,
  input_tokens: 50,
  output_tokens: 4_160,
  input_tokens_details: { text_tokens: 50, image_tokens: 0 },
}

const AUDIO_TYPES = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** Bytes alone. Whatever the format, they are those of a WAV: no encoder is at hand. */
function speak({ json }: ProviderRequest): ProviderResponse {
  const parsed = speechRequest.safeParse(json)
  if (!parsed.success) return invalidBody(parsed.error, json)
  const missing = notAModel(parsed.data.model, SPEECH_MODELS)
  if (missing) return missing
  const headers = { 'content-type': AUDIO_TYPES[parsed.data.response_format] }
  return { status: 200, charged: true, body: madeAudio(), headers }
}

function notJson(): ProviderResponse {
  return openaiError(400, 'We could not parse the JSON body of your request.', null)
}

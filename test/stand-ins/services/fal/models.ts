/**
 * The platform API of the stand-in for fal: models, prices and the history of requests. A model list needs no key, the others do.
 *
 * A few models, with OpenAPI documents as fal writes them: the input under a name of its own, found
 * by the path of the endpoint; `x-fal-order-properties`; `anyOf` of words and an object.
 *
 * Shape: https://fal.ai/docs/api-reference/platform-apis/openapi/v1.json, https://fal.ai/docs/platform-apis/v1/models, and the document of fal-ai/bytedance/seedream/v4/text-to-image
 * (https://fal.ai/api/openapi/queue/openapi.json?endpoint_id=…), read on 2026-11-22.
 */
import type { ProviderRequest, ProviderResponse } from '../provider-server.ts'
import type { QueuedRequest } from './fal.ts'

type Schema = Readonly<Record<string, unknown>>

export interface FalModel {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly description: string
  readonly price: { readonly unit_price: number; readonly unit: string }
  readonly inputName: string
  readonly required: readonly string[]
  readonly order: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
  readonly output: (url: (name: string) => string, input: Readonly<Record<string, unknown>>) => object
}

const PROMPT = { type: 'string', title: 'Prompt', description: 'The prompt to generate from' }
const SEED = { type: 'integer', title: 'Seed' }
const IMAGE_SIZE = {
  title: 'Image Size',
  default: 'landscape_4_3',
  anyOf: [
    { $ref: '#/components/schemas/ImageSize' },
    { enum: ['square_hd', 'square', 'landscape_4_3', 'portrait_16_9'], type: 'string' },
  ],
}
const NUMBER_OF_IMAGES = { type: 'integer', title: 'Num Images', minimum: 1, maximum: 4, default: 1 }
const SYNC_MODE = { type: 'boolean', title: 'Sync Mode', default: false }

const image = (url: string) => ({ url, content_type: 'image/png', width: 8, height: 8 })
const images: FalModel['output'] = (url, input) => ({
  images: Array.from({ length: Number(input['num_images'] ?? 1) }, (_, at) => image(url(`${at}.png`))),
  timings: { inference: 0.4 },
  seed: 7,
  has_nsfw_concepts: [false],
  prompt: input['prompt'],
})
const video: FalModel['output'] = (url) => ({
  video: { url: url('0.mp4'), content_type: 'video/mp4' },
  seed: 7,
})

export const FAL_MODELS: readonly FalModel[] = [
  {
    id: 'fal-ai/flux/schnell',
    name: 'FLUX.1 [schnell]',
    category: 'text-to-image',
    description: 'A 12 billion parameter flow transformer',
    price: { unit_price: 0.003, unit: 'megapixels' },
    inputName: 'FluxSchnellInput',
    required: ['prompt'],
    order: ['prompt', 'image_size', 'num_images', 'num_inference_steps', 'seed', 'sync_mode'],
    properties: {
      seed: SEED,
      sync_mode: SYNC_MODE,
      num_images: NUMBER_OF_IMAGES,
      prompt: PROMPT,
      num_inference_steps: { type: 'integer', minimum: 1, maximum: 12, default: 4 },
      image_size: IMAGE_SIZE,
    },
    output: images,
  },
  {
    id: 'fal-ai/nano-banana/edit',
    name: 'Nano Banana',
    category: 'image-to-image',
    description: "Google's image editing model",
    price: { unit_price: 0.039, unit: 'images' },
    inputName: 'NanoBananaEditInput',
    required: ['prompt', 'image_urls'],
    order: ['prompt', 'image_urls', 'num_images'],
    properties: {
      prompt: PROMPT,
      image_urls: { type: 'array', items: { type: 'string' }, title: 'Image URLs' },
      num_images: NUMBER_OF_IMAGES,
    },
    output: images,
  },
  {
    id: 'fal-ai/veo3.1/fast',
    name: 'Veo 3.1 Fast',
    category: 'text-to-video',
    description: 'Video with sound',
    price: { unit_price: 0.15, unit: 'seconds' },
    inputName: 'Veo31FastInput',
    required: ['prompt'],
    order: ['prompt', 'duration'],
    properties: { prompt: PROMPT, duration: { type: 'string', enum: ['4s', '6s', '8s'], default: '8s' } },
    output: video,
  },
  {
    id: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
    name: 'Kling 2.5 Turbo Pro',
    category: 'image-to-video',
    description: 'Video from an image',
    price: { unit_price: 0.07, unit: 'seconds' },
    inputName: 'KlingVideoImageToVideoInput',
    required: ['prompt', 'image_url'],
    order: ['prompt', 'image_url'],
    properties: { prompt: PROMPT, image_url: { type: 'string', title: 'Image Url' } },
    output: video,
  },
  {
    id: 'fal-ai/wan-vace-14b',
    name: 'Wan VACE',
    category: 'video-to-video',
    description: 'Video from a video',
    price: { unit_price: 0.08, unit: 'seconds' },
    inputName: 'WanVACEInput',
    required: ['prompt'],
    order: ['prompt', 'video_url'],
    properties: { prompt: PROMPT, video_url: { type: 'string', title: 'Video Url' } },
    output: video,
  },
  {
    id: 'fal-ai/lyria2',
    name: 'Lyria 2',
    category: 'text-to-audio',
    description: "Google's music model",
    price: { unit_price: 0.1, unit: '30 seconds' },
    inputName: 'Lyria2Input',
    required: ['prompt'],
    order: ['prompt', 'negative_prompt', 'seed'],
    properties: { prompt: PROMPT, negative_prompt: { type: 'string' }, seed: SEED },
    output: (url) => ({ audio: { url: url('0.wav'), content_type: 'audio/wav' } }),
  },
  {
    id: 'fal-ai/flux-lora-fast-training',
    name: 'Train Flux LoRA',
    category: 'training',
    description: 'Trains a style',
    price: { unit_price: 2, unit: 'runs' },
    inputName: 'TrainingInput',
    required: ['images_data_url'],
    order: ['images_data_url'],
    properties: { images_data_url: { type: 'string' } },
    output: () => ({}),
  },
]

function listed({ id, name, category, description }: FalModel): object {
  return {
    endpoint_id: id,
    metadata: {
      display_name: name,
      category,
      description,
      status: 'active',
      tags: [],
      updated_at: '2026-01-26T21:10:16.553Z',
      is_favorited: null,
      thumbnail_url: 'https://v3b.fal.media/files/a.jpg',
      model_url: `https://fal.run/${id}`,
      date: '2024-08-01T00:00:00Z',
    },
  }
}

function openapiOf({ id, inputName, required, order, properties }: FalModel): object {
  const schema = { type: 'object', title: inputName, required, 'x-fal-order-properties': order, properties }
  const size = { type: 'object', properties: { width: { type: 'integer' }, height: { type: 'integer' } } }
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${inputName}` } } }
  return {
    openapi: '3.0.4',
    info: { title: `Queue OpenAPI for ${id}`, 'x-fal-metadata': { endpointId: id } },
    components: {
      schemas: {
        QueueStatus: { type: 'object', properties: { status: { type: 'string' } } },
        // Named like an input and first: what is asked for is found by the path alone.
        LoraInput: { type: 'object', properties: { path: { type: 'string' } } },
        [inputName]: schema,
        ImageSize: size,
      },
    },
    paths: {
      [`/${id}/requests/{request_id}/status`]: { get: {} },
      [`/${id}`]: { post: { requestBody: { required: true, content } } },
    },
    servers: [{ url: 'https://queue.fal.run' }],
  }
}

/** `key`: whether it is the right one, undefined where there is none. */
export function onPlatform(
  requests: readonly QueuedRequest[],
  { method, path, query }: ProviderRequest,
  key: string | undefined,
): ProviderResponse {
  if (method !== 'GET') return refused(405, 'method_not_allowed', 'Method not allowed')
  if (key !== undefined && key !== 'valid') return refused(401, 'authorization_error', 'Invalid API key')
  if (path === '/v1/models') return models(query)
  if (key === undefined) return refused(401, 'authorization_error', 'Authentication required')
  if (path === '/v1/models/pricing') return pricing(query)
  if (path === '/v1/models/requests/by-endpoint') return history(requests, query)
  return refused(404, 'not_found', 'Not found')
}

function refused(status: number, type: string, message: string): ProviderResponse {
  return { status, body: { error: { type, message } } }
}

function models(query: URLSearchParams): ProviderResponse {
  const ids = query.getAll('endpoint_id')
  const words = (query.get('q') ?? '').toLowerCase()
  const category = query.get('category')
  const found = FAL_MODELS.filter(
    (model) =>
      (ids.length === 0 || ids.includes(model.id)) &&
      (category === null || model.category === category) &&
      `${model.id} ${model.name} ${model.description}`.toLowerCase().includes(words),
  )
  const isExpanded = query.getAll('expand').includes('openapi-3.0')
  const rows = found.map((model) => ({
    ...listed(model),
    ...(isExpanded ? { openapi: openapiOf(model) } : {}),
  }))
  // A page holds few, so that there are several.
  const limit = Math.min(Number(query.get('limit') ?? 50), 4)
  return paged(rows, 'models', Number(query.get('cursor') ?? 0), limit)
}

function pricing(query: URLSearchParams): ProviderResponse {
  const ids = query.getAll('endpoint_id')
  const found = FAL_MODELS.filter(({ id }) => ids.includes(id))
  if (found.length === 0) return refused(404, 'not_found', 'No such endpoint')
  const prices = found.map(({ id, price }) => ({ endpoint_id: id, ...price, currency: 'USD' }))
  return { status: 200, body: { prices, next_cursor: null, has_more: false } }
}

function history(requests: readonly QueuedRequest[], query: URLSearchParams): ProviderResponse {
  const endpoint = query.get('endpoint_id')
  if (endpoint === null) return refused(400, 'validation_error', 'endpoint_id is required')
  const after = Date.parse(query.get('start') ?? '')
  const rows = requests
    .filter(({ model, sentAt }) => model.id === endpoint && !(sentAt < after))
    .map(({ id, model, sentAt, input, isForgotten }) => ({
      request_id: id,
      endpoint_id: model.id,
      sent_at: new Date(sentAt).toISOString(),
      started_at: new Date(sentAt + 400).toISOString(),
      ...(query.get('expand') === 'payloads' && !isForgotten ? { json_input: input } : {}),
    }))
  return paged(rows, 'items', Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50))
}

function paged(rows: readonly object[], name: string, start: number, limit: number): ProviderResponse {
  const end = start + limit
  const more = end < rows.length
  return {
    status: 200,
    body: { [name]: rows.slice(start, end), next_cursor: more ? String(end) : null, has_more: more },
  }
}

/**
 * A few models of the stand-in for Replicate, how it lists, searches and finds them; with the OpenAPI schemas that Cog makes: `allOf` around an enum of its own,
 * `x-order`, `nullable`, files as `format: uri`.
 *
 * Shape of a model: https://github.com/tryAGI/Replicate/blob/main/src/libs/Replicate/openapi.json (`schemas_model_response`);
 * of its schema: https://github.com/replicate/cog/blob/main/docs/python.md (read on 2026-11-22).
 */
import type { ProviderResponse } from '../provider-server.ts'
import { NOT_FOUND, problem } from './problems.ts'

type Schema = Readonly<Record<string, unknown>>

export interface ReplicateModel {
  readonly owner: string
  readonly name: string
  readonly description: string
  readonly isOfficial: boolean
  readonly version: string
  readonly collections: readonly string[]
  readonly input: {
    readonly required: readonly string[]
    readonly properties: Readonly<Record<string, Schema>>
  }
  /** Schemas that `input` refers to. */
  readonly named: Readonly<Record<string, Schema>>
  readonly output: Schema
  /** The extension of what it makes; `text` makes none. */
  readonly makes: 'png' | 'mp4' | 'wav' | 'text'
}

const FILE = { type: 'string', format: 'uri' }
const PROMPT = { type: 'string', title: 'Prompt', 'x-order': 0, description: 'What to make' }
const SEED = { type: 'integer', title: 'Seed', nullable: true, 'x-order': 5, description: 'Random seed' }

const RATIO_NAME = 'aspect_ratio'
const RATIOS = {
  type: 'string',
  enum: ['1:1', '16:9', '9:16'],
  title: RATIO_NAME,
  description: 'An enumeration.',
}
const RATIO = { allOf: [{ $ref: `#/components/schemas/${RATIO_NAME}` }], default: '1:1', 'x-order': 1 }

export const REPLICATE_MODELS: readonly ReplicateModel[] = [
  {
    owner: 'black-forest-labs',
    name: 'flux-schnell',
    description: 'The fastest image generation model',
    isOfficial: true,
    version: 'c846a69991daf4c0e5d016514849d14ee5b2e6846ce6b9d6f21369e564cfe51e',
    collections: ['official', 'text-to-image'],
    input: {
      required: ['prompt'],
      properties: {
        prompt: PROMPT,
        aspect_ratio: RATIO,
        num_outputs: {
          type: 'integer',
          minimum: 1,
          maximum: 4,
          default: 1,
          'x-order': 2,
          title: 'Num Outputs',
        },
        go_fast: { type: 'boolean', default: true, 'x-order': 3, title: 'Go Fast' },
        output_quality: { type: 'integer', minimum: 0, maximum: 100, default: 80, 'x-order': 4 },
        seed: SEED,
      },
    },
    named: { [RATIO_NAME]: RATIOS },
    output: { type: 'array', items: FILE, title: 'Output' },
    makes: 'png',
  },
  {
    owner: 'google',
    name: 'nano-banana',
    description: 'Image editing by words',
    isOfficial: true,
    version: '858e56734846d24469ed35a07ca2161aaf4f83588d7060e32964926e1b73b7be',
    collections: ['official', 'image-editing'],
    input: {
      required: ['prompt'],
      properties: {
        prompt: PROMPT,
        image_input: { type: 'array', items: FILE, default: [], 'x-order': 1, title: 'Image Input' },
        aspect_ratio: RATIO,
      },
    },
    named: { [RATIO_NAME]: RATIOS },
    output: { ...FILE, title: 'Output' },
    makes: 'png',
  },
  {
    owner: 'wan-video',
    name: 'wan-2.2-i2v',
    description: 'Video from an image',
    isOfficial: true,
    version: '4eaf2b01d3bf70d8a2e00b219efeb7cb415855ad18b7dacdc4cae664a73a6eea',
    collections: ['official', 'image-to-video'],
    input: {
      required: ['prompt', 'image'],
      properties: {
        prompt: PROMPT,
        image: { ...FILE, title: 'Image', 'x-order': 1, description: 'The first frame' },
        num_frames: { type: 'integer', minimum: 81, maximum: 121, default: 81, 'x-order': 2 },
        seed: SEED,
      },
    },
    named: {},
    output: { ...FILE, title: 'Output' },
    makes: 'mp4',
  },
  {
    owner: 'luma',
    name: 'ray-2-540p',
    description: 'Video from words, or from another video',
    isOfficial: true,
    version: '0a0a3a5ab5a7f5a2a7ccb0d9c1e6f2cc9a0f0d8b0d1c1e6a3b7a5c9d8e7f6a5b',
    collections: ['official', 'text-to-video'],
    input: {
      required: ['prompt'],
      properties: {
        prompt: PROMPT,
        duration: { type: 'integer', enum: [5, 9], default: 5, 'x-order': 1, title: 'Duration' },
        video: { ...FILE, title: 'Video', 'x-order': 2 },
      },
    },
    named: {},
    output: { ...FILE, title: 'Output' },
    makes: 'mp4',
  },
  {
    owner: 'meta',
    name: 'musicgen',
    description: 'Music from a prompt',
    isOfficial: false,
    version: '671ac645ce5e552cc63a54a2bbff63fcf798043055d2dac5fc9e36a837eedcfb',
    collections: ['ai-music-generation'],
    input: {
      required: [],
      properties: {
        prompt: PROMPT,
        duration: { type: 'integer', default: 8, 'x-order': 1, title: 'Duration' },
        input_audio: { ...FILE, title: 'Input Audio', 'x-order': 2 },
      },
    },
    named: {},
    output: { ...FILE, title: 'Output' },
    makes: 'wav',
  },
  {
    owner: 'stability-ai',
    name: 'sdxl',
    description: 'A text-to-image generative AI model that creates beautiful images',
    isOfficial: false,
    version: '7762fd07cf82c948538e41f63f77d685e02b063e37e496e96eefd46c929f9bdc',
    collections: ['text-to-image'],
    input: {
      required: [],
      properties: {
        prompt: { ...PROMPT, default: 'An astronaut riding a rainbow unicorn' },
        image: { ...FILE, title: 'Image', 'x-order': 1 },
        mask: { ...FILE, title: 'Mask', 'x-order': 2 },
        width: { type: 'integer', default: 1024, 'x-order': 3 },
        guidance_scale: { type: 'number', minimum: 1, maximum: 50, default: 7.5, 'x-order': 4 },
        seed: SEED,
      },
    },
    named: {},
    output: { type: 'array', items: FILE, title: 'Output' },
    makes: 'png',
  },
  {
    owner: 'meta',
    name: 'meta-llama-3-8b-instruct',
    description: 'A language model',
    isOfficial: true,
    version: '5a6809ca6288247d06daf6365557e5e429063f32a21146b2a807c682652136b8',
    collections: ['official'],
    input: { required: ['prompt'], properties: { prompt: PROMPT } },
    named: {},
    output: { type: 'array', items: { type: 'string' }, title: 'Output' },
    makes: 'text',
  },
]

function openapiOf({ input, named, output }: ReplicateModel): object {
  const inputSchema = { type: 'object', title: 'Input', ...input }
  return {
    openapi: '3.0.2',
    info: { title: 'Cog', version: '0.1.0' },
    paths: { '/predictions': { post: { summary: 'Predict', operationId: 'predict_predictions_post' } } },
    components: { schemas: { ...named, Input: inputSchema, Output: output } },
  }
}

export function modelResponse(model: ReplicateModel): object {
  const { owner, name, description, isOfficial, version, makes } = model
  return {
    url: `https://replicate.com/${owner}/${name}`,
    owner,
    name,
    description,
    visibility: 'public',
    is_official: isOfficial,
    github_url: null,
    paper_url: null,
    license_url: null,
    run_count: 5_681_081,
    cover_image_url: 'https://tjzk.replicate.delivery/models_models_featured_image/a.webp',
    default_example: {
      id: 'gm3qorzdhgbfurvjtvhg6dckhu',
      status: 'succeeded',
      output:
        makes === 'text'
          ? ['hello']
          : [`https://replicate.delivery/czjl/abc/out-0.${makes === 'png' ? 'webp' : makes}`],
    },
    latest_version: {
      id: version,
      created_at: '2025-04-26T19:29:04.418669Z',
      cog_version: '0.14.4',
      openapi_schema: openapiOf(model),
    },
  }
}

export function onCollections(slug: string): ProviderResponse {
  const slugs = [...new Set(REPLICATE_MODELS.flatMap(({ collections }) => collections))]
  const rows = [...slugs, 'diffusion-models'].map((one) => ({
    name: one,
    slug: one,
    description: `About ${one}.`,
  }))
  if (slug === '') return ok(page(rows))
  const row = rows.find((one) => one.slug === slug)
  if (!row) return NOT_FOUND
  const models = REPLICATE_MODELS.filter(({ collections }) => collections.includes(slug))
  return ok({ ...row, models: models.map(modelResponse) })
}

export function onSearch(query: URLSearchParams): ProviderResponse {
  const text = query.get('query')
  if (text === null) return problem(400, 'Bad Request', 'Query parameter "query" is required')
  const models = REPLICATE_MODELS.filter(({ owner, name, description }) =>
    `${owner}/${name} ${description}`.toLowerCase().includes(text.toLowerCase()),
  ).map((model) => ({ model: modelResponse(model), metadata: { tags: [] } }))
  const limit = Number(query.get('limit') ?? 20)
  return ok({ query: text, models: models.slice(0, limit), collections: [], pages: [] })
}

export function modelNamed(name: string): ReplicateModel | undefined {
  return REPLICATE_MODELS.find((model) => `${model.owner}/${model.name}` === name)
}

/** `owner/name` of an official model, `owner/name:version`, or the version alone. */
export function modelOfVersion(text: string): ReplicateModel | undefined {
  const [name, version] = text.includes('/') ? text.split(':') : [undefined, text]
  if (version === undefined) {
    const model = modelNamed(name ?? '')
    return model?.isOfficial === true ? model : undefined
  }
  const model = REPLICATE_MODELS.find((one) => one.version === version)
  return name === undefined || model === modelNamed(name) ? model : undefined
}

export function page(results: readonly unknown[]) {
  return { next: null as string | null, previous: null, results }
}

export function ok(body: object): ProviderResponse {
  return { status: 200, body }
}

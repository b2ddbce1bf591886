/** What is read from model listings: the samples as they expect, and listings of services that the samples do not hold. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'

interface ExpectedModel {
  readonly id: string
  readonly provider?: string
  readonly mediaTypes?: readonly string[]
  readonly scenes?: readonly string[]
  readonly deprecated?: boolean
}

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../data', file), 'utf8'))

interface Sample {
  readonly name: string
  readonly body: Json
  readonly expected: readonly ExpectedModel[]
}

test.each(read('model-listings.json') as readonly Sample[])(
  'reads the listing $name as it expects',
  ({ body, expected }) => {
    const { models, problem } = readModels(body)
    expect(models.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(models).toMatchObject(expected)
    expect(problem === undefined).toBe(models.length > 0)
  },
)

/** Nested by provider and by type, and with ids that are only keys (test/data/README.md). */
interface Nested {
  readonly name: string
  readonly listing: Json
  /** `provider/id:media types`, in order. */
  readonly models: readonly string[]
}

test.each(read('provider-listings.json') as readonly Nested[])('reads $name', ({ listing, models }) => {
  expect(
    readModels(listing).models.map(
      ({ provider, id, mediaTypes }) => `${provider}/${id}:${mediaTypes.join('+')}`,
    ),
  ).toEqual(models)
})

const told = (body: Json) =>
  readModels(body).models.map(({ id, provider, mediaTypes, scenes, deprecated }) =>
    [id, provider, mediaTypes.join('+'), scenes.join('+'), deprecated ? 'deprecated' : '']
      .join(' | ')
      .replace(/[ |]+$/u, ''),
  )

test.each<[string, Json, readonly string[]]>([
  [
    'a chat gateway with modalities',
    {
      data: [
        {
          id: 'acme/paint-1',
          canonical_slug: 'acme/paint-1-0325',
          name: 'Acme: Paint 1',
          architecture: { modality: 'text+image->image', output_modalities: ['image'], tokenizer: 'X' },
          top_provider: { context_length: 1 },
        },
      ],
    },
    ['acme/paint-1 | acme | image'],
  ],
  [
    'owner and name apart, the version with an id of its own',
    {
      next: 'https://api.example.com/models?cursor=2',
      results: [
        {
          owner: 'acme',
          name: 'brush',
          cover_image_url: 'https://x.example/c.png',
          latest_version: { id: 'deadbeef' },
        },
      ],
    },
    ['acme/brush'],
  ],
  [
    'a map from ids to descriptions',
    {
      models: {
        'brush-2': { name: 'Brush 2', type: 'text-to-image' },
        'film-1': { name: 'Film', type: 'i2v' },
      },
    },
    ['brush-2 |  | image | text-to-image', 'film-1 |  | video | image-to-video'],
  ],
  [
    'providers with their models',
    {
      providers: [
        { id: 'kie', name: 'Kie', models: ['a-1', { id: 'b-1', mediaType: 'video' }] },
        { id: 'fal', name: 'Fal', models: [{ id: 'a-1', tasks: ['text_to_image', 'image_to_image'] }] },
      ],
    },
    ['a-1 | kie', 'b-1 | kie | video', 'a-1 | fal | image | text-to-image+image-to-image'],
  ],
  [
    'scenes as containers',
    { code: 0, data: { 'text-to-image': [{ model: 'p', provider: 'k' }], 'image-to-video': ['q'] } },
    ['p | k | image | text-to-image', 'q |  | video | image-to-video'],
  ],
  [
    'lists named after what they hold',
    { imageModels: [{ value: 'im', label: 'Im' }], video_models: ['vi'], total: 2 },
    ['im |  | image', 'vi |  | video'],
  ],
  [
    'categories with items',
    {
      categories: [
        { category: 'image', items: [{ id: 'c1' }] },
        { category: 'music', items: [{ id: 'c2' }] },
      ],
    },
    ['c1 |  | image', 'c2 |  | music'],
  ],
  [
    'provider, then media type, then ids',
    { data: { kie: { image: ['x1'], video: ['x2'] }, replicate: { image: ['x3'] } } },
    ['x1 | kie | image', 'x2 | kie | video', 'x3 | replicate | image'],
  ],
  [
    'a number as the row and a text as the id',
    [
      {
        id: 17,
        model: 'brush',
        provider: { id: 'k', name: 'K' },
        category: 'Image Generation',
        status: 'retired',
      },
    ],
    ['brush | k | image |  | deprecated'],
  ],
  [
    'a listing in pages with modes',
    {
      data: {
        list: [
          { model_name: 'speak', litellm_provider: 'acme', mode: 'audio_speech' },
          { model_name: 'draw', litellm_provider: 'acme', mode: 'image_generation' },
        ],
        total: 40,
        hasMore: true,
      },
    },
    ['speak | acme | speech', 'draw | acme | image'],
  ],
  [
    'names that are paths',
    {
      models: [
        { name: 'models/imagine-4', displayName: 'Imagine 4', supportedGenerationMethods: ['predict'] },
      ],
    },
    ['models/imagine-4'],
  ],
  [
    'edges and nodes',
    { data: { models: { edges: [{ node: { slug: 'n1', mediaTypes: ['IMAGE', 'Video'] } }], pageInfo: {} } } },
    ['n1 |  | image+video'],
  ],
  [
    'capabilities as flags',
    {
      items: [
        { modelId: 'f1', capabilities: { textToVideo: true, imageToVideo: true, videoToVideo: false } },
      ],
    },
    ['f1 |  | video | text-to-video+image-to-video'],
  ],
  [
    'one id under two media types, once',
    { image: [{ id: 'both', provider: 'k' }], video: [{ id: 'both', provider: 'k' }] },
    ['both | k | image+video'],
  ],
  ['a listing in a text', JSON.stringify({ models: ['t1'] }), ['t1']],
  [
    'a list in Markdown',
    'Prices\n\n# Video models\n\n* **`film-2`** (acme) text-to-video\n- see `docs`\n\n## Music\n- `tune-1`\n',
    ['film-2 | acme | video | text-to-video', 'tune-1 |  | music'],
  ],
  [
    'lists of other things',
    { tags: [{ id: 'cute' }], links: [{ id: 'self' }], models: [{ id: 'm' }] },
    ['m'],
  ],
  ['ids that are none', ['https://x.example/a', '/_next/static/a.js', '<b>', 'a\nb', 'ok'], ['ok']],
])('reads %s', (_, body, models) => {
  expect(told(body)).toEqual(models)
})

test.each<[string, Json, object]>([
  [
    'an error in an envelope',
    { code: 4001, message: 'no such user', data: [] },
    { id: 'catalog.errorSaidCode', values: { said: 'no such user', code: '4001' } },
  ],
  [
    'an error object',
    { error: { message: 'Invalid token', type: 'auth' } },
    { id: 'catalog.errorSaid', values: { said: 'Invalid token' } },
  ],
  [
    'an error in words',
    { success: false, msg: '未授权' },
    { id: 'catalog.errorSaid', values: { said: '未授权' } },
  ],
  ['a web page', '<!doctype html><a href="/models/flux">flux</a>', { id: 'catalog.webPage' }],
  ['plain text', 'not found', { id: 'catalog.plainText' }],
  ['nothing', null, { id: 'catalog.emptyResponse' }],
  ['a list without entries', { data: [] }, { id: 'catalog.noModel' }],
])('says what came instead: %s', (_, body, problem) => {
  expect(readModels(body)).toMatchObject({ models: [], hasMore: false, problem })
})

test('notes that there are more pages', () => {
  expect(readModels({ models: ['a'], next_cursor: 'x' }).hasMore).toBe(true)
  expect(readModels({ models: ['a'], next_cursor: null, has_more: false }).hasMore).toBe(false)
})

const STEPS = { type: 'integer', minimum: 1 }
const SIZE = { type: 'string', enum: ['1K', '2K'] }

test.each<[string, Json, Json]>([
  ['a whole schema', { input_schema: { type: 'object', properties: { steps: STEPS } } }, { steps: STEPS }],
  ['a map of properties', { options: { steps: STEPS, size: SIZE } }, { steps: STEPS, size: SIZE }],
  ['lists of values', { params: { size: ['1K', '2K'] } }, { size: { enum: ['1K', '2K'] } }],
  [
    'descriptors',
    {
      parameters: [
        { name: 'steps', type: 'int', min: 1, required: true },
        { key: 'size', type: 'select', options: [{ label: '1 K', value: '1K' }, '2K'] },
      ],
    },
    { steps: STEPS, size: SIZE },
  ],
  [
    'an OpenAPI document with references',
    {
      latest_version: {
        id: 'v',
        openapi_schema: {
          components: {
            schemas: {
              Input: {
                type: 'object',
                properties: { size: { allOf: [{ $ref: '#/components/schemas/size' }] }, steps: STEPS },
              },
              size: SIZE,
              Output: { type: 'string' },
            },
          },
        },
      },
    },
    { size: SIZE, steps: STEPS },
  ],
  [
    'a reference into itself',
    {
      schema: {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/tree' } },
        $defs: { tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } } },
      },
    },
    { tree: { type: 'object', properties: { child: {} } } },
  ],
])('reads the options from %s', (_, entry, properties) => {
  const [model] = readModels([{ id: 'm', ...(entry as { readonly [key: string]: Json }) }]).models
  expect(model?.optionSchema?.['properties']).toEqual(properties)
})

/**
 * fal's models. Source: https://fal.ai/docs/platform-apis/v1/models (list, search by `q`, schemas by `expand=openapi-3.0`) and
 * https://fal.ai/docs/platform-apis/v1/models/pricing.
 *
 * The listing has no forms: a model is described, with its price, when it is chosen.
 */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ListedPrice, Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { asObject } from '#core/json/read-json.ts'
import { exampleIn } from '#core/catalog/listings/read-entry.ts'
import { schemaOf } from '#core/catalog/listings/read-schema.ts'
import { ask } from '../../adapter.ts'
import { inOwnOrder, storeModels } from '#core/service/model-platforms.ts'
import type { ApiAddress, ReadOutcome, Send } from '../../service-api.ts'
import { hostsOf } from './addresses.ts'

const PAGE = 100
/** fal lists about 1,300 models; a purpose may take twenty requests. */
const MAX_PAGES = 18
const MAX_FOUND = 50
const MAX_SCHEMA_VALUES = 5_000
const MUSIC = /music|song/iu

const modelSchema = z.object({
  endpoint_id: z.string().max(300),
  metadata: z.object({
    display_name: z.string().optional(),
    category: z.string().optional(),
    description: z.string().optional(),
    status: z.string().optional(),
    thumbnail_url: z.string().optional().catch(undefined),
    tags: z.array(z.string()).optional(),
  }),
  openapi: z.unknown().optional(),
})
type FalModel = z.infer<typeof modelSchema>

const pageSchema = z.object({
  models: z.array(z.unknown()).max(1_000),
  next_cursor: z.string().max(4_000).nullish(),
})
const pricesSchema = z.object({
  prices: z.array(
    z.object({
      endpoint_id: z.string(),
      unit_price: z.number().min(0),
      unit: z.string().max(100),
      currency: z.string().max(10),
    }),
  ),
})

/** By category. What makes something else (text, 3D, a training) is offered for nothing and is left out. */
const CATEGORIES: Readonly<Record<string, { readonly mediaType: MediaType; readonly scene: Scene }>> = {
  'text-to-image': { mediaType: 'image', scene: 'text-to-image' },
  'image-to-image': { mediaType: 'image', scene: 'image-to-image' },
  'text-to-video': { mediaType: 'video', scene: 'text-to-video' },
  'image-to-video': { mediaType: 'video', scene: 'image-to-video' },
  'video-to-video': { mediaType: 'video', scene: 'video-to-video' },
  'text-to-audio': { mediaType: 'music', scene: 'text-to-music' },
  'text-to-music': { mediaType: 'music', scene: 'text-to-music' },
}

export async function fetchListing(get: Send, address: ApiAddress): Promise<ReadOutcome<Json>> {
  const models: Model[] = []
  const query = new URLSearchParams({ status: 'active', limit: String(PAGE) })
  for (let page = 0; ; page++) {
    const outcome = await askModels(get, address, query)
    if (outcome.kind !== 'ok') return outcome
    models.push(...outcome.value.models)
    const { cursor } = outcome.value
    if (!cursor || page + 1 >= MAX_PAGES) return { ...outcome, value: storeModels(models) }
    query.set('cursor', cursor)
  }
}

export async function searchModels(get: Send, address: ApiAddress, text: string): Promise<ReadOutcome<Json>> {
  const query = new URLSearchParams({ q: text.slice(0, 500), status: 'active', limit: String(MAX_FOUND) })
  const outcome = await askModels(get, address, query)
  return outcome.kind === 'ok' ? { ...outcome, value: storeModels(outcome.value.models) } : outcome
}

export async function describeModel(
  get: Send,
  address: ApiAddress,
  modelId: string,
): Promise<ReadOutcome<Json>> {
  const query = new URLSearchParams({ endpoint_id: modelId, expand: 'openapi-3.0' })
  const outcome = await askModels(get, address, query)
  if (outcome.kind !== 'ok') return outcome
  const model = outcome.value.models.find(({ id }) => id === modelId)
  if (!model) return { ...outcome, value: storeModels([]) }
  const price = await priceOf(get, address, modelId)
  return { ...outcome, value: storeModels([{ ...model, ...price }]) }
}

interface Page {
  readonly models: readonly Model[]
  readonly cursor: string | null | undefined
}

async function askModels(get: Send, address: ApiAddress, query: URLSearchParams): Promise<ReadOutcome<Page>> {
  const url = `${hostsOf(address).platform}/v1/models?${query.toString()}`
  const outcome = await ask(get, url, pageSchema, 'service.listingUnreadable')
  if (outcome.kind !== 'ok') return outcome
  const { models, next_cursor: cursor } = outcome.value
  return { ...outcome, value: { models: models.flatMap((model) => modelIn(model) ?? []), cursor } }
}

/** Null where the key may not ask, or where there is none: a price is no reason to have no form. */
async function priceOf(
  get: Send,
  address: ApiAddress,
  modelId: string,
): Promise<Pick<Model, 'price' | 'priceAmount'> | null> {
  const query = new URLSearchParams({ endpoint_id: modelId })
  const url = `${hostsOf(address).platform}/v1/models/pricing?${query.toString()}`
  const outcome = await ask(get, url, pricesSchema, 'service.fal.noPrices')
  const price =
    outcome.kind === 'ok' ? outcome.value.prices.find((one) => one.endpoint_id === modelId) : undefined
  if (!price) return null
  const amount = price.currency === 'USD' ? `$${price.unit_price}` : `${price.unit_price} ${price.currency}`
  const per = PER[price.unit.trim().toLowerCase()]
  const { currency: unit, unit_price: value } = price
  return { price: `${amount} per ${price.unit}`, ...(per && { priceAmount: { unit, value, per } }) }
}

/** Units that can be reckoned with before: compute seconds and megapixels cannot. */
const PER: Readonly<Record<string, ListedPrice['per']>> = {
  image: 'image',
  images: 'image',
  second: 'second',
  seconds: 'second',
  video: 'request',
  videos: 'request',
  request: 'request',
  requests: 'request',
  generation: 'request',
  generations: 'request',
}

function modelIn(json: unknown): Model | null {
  const parsed = modelSchema.safeParse(json)
  if (!parsed.success) return null
  const { endpoint_id: id, metadata, openapi } = parsed.data
  const kind = kindOf(parsed.data)
  if (kind === null) return null
  const { display_name: name = id, description = '' } = metadata
  const schema = inputSchemaOf(asObject(openapi as Json | undefined), id)
  return {
    id,
    provider: 'fal',
    label: name,
    ...(description === '' ? {} : { description: description.slice(0, 2_000) }),
    mediaTypes: [kind.mediaType],
    scenes: [kind.scene],
    ...(schema ? { optionSchema: schema } : {}),
    ...exampleIn(metadata.thumbnail_url),
    raw: { category: metadata.category ?? '' },
  }
}

function kindOf({ endpoint_id: id, metadata }: FalModel): (typeof CATEGORIES)[string] | null {
  const { category = '', description = '', tags = [] } = metadata
  const kind = Object.hasOwn(CATEGORIES, category) ? (CATEGORIES[category] ?? null) : null
  const isSpeech =
    kind?.mediaType === 'music' && !MUSIC.test(`${id} ${category} ${description} ${tags.join(' ')}`)
  return isSpeech ? null : kind
}

/** The body of the POST to the endpoint; without `sync_mode`, which puts the files into the response as text. */
function inputSchemaOf(openapi: JsonObject | null, id: string): JsonObject | null {
  if (!openapi) return null
  const post = asObject(asObject(asObject(openapi['paths'])?.[`/${id}`])?.['post'])
  const content = asObject(asObject(asObject(post?.['requestBody'])?.['content'])?.['application/json'])
  const Input = asObject(content?.['schema'])
  if (!Input) return null
  const schemas = asObject(asObject(openapi['components'])?.['schemas']) ?? {}
  const values = { left: MAX_SCHEMA_VALUES }
  const schema = schemaOf({ openapi_schema: { components: { schemas: { ...schemas, Input } } } }, values)
  if (!schema || values.left < 0) return null
  const { sync_mode: _, ...properties } = asObject(schema['properties']) ?? {}
  return inOwnOrder({ ...schema, properties })
}

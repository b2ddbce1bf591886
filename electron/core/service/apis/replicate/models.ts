/**
 * Replicate's models: those of its curated collections are listed, the others are searched for.
 *
 * Community models run by version only, so that their ids carry the newest one; official models run by their name
 * (https://replicate.com/changelog/2025-08-05-run-all-models-with-the-same-api-endpoint).
 */
import { z } from 'zod'
import { fail, failure, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import { asObject, asList } from '#core/json/read-json.ts'
import { exampleIn } from '#core/catalog/listings/read-entry.ts'
import { schemaOf } from '#core/catalog/listings/read-schema.ts'
import { ask, refused } from '#core/service/adapter.ts'
import { inOwnOrder, scenesOf, storeModels } from '#core/service/model-platforms.ts'
import type { ApiAddress, GenerateBody, ReadOutcome, Send } from '#core/service/service-api.ts'
import { mediaTypeInId } from '#core/catalog/listings/read-words.ts'
import { kindOfExtension } from '#core/media/kinds.ts'

/** In the order in which they are asked for; which of them there are, the list of collections says. */
const COLLECTIONS = [
  'official',
  'text-to-image',
  'image-editing',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-editing',
  'ai-music-generation',
  'super-resolution',
  'image-restoration',
]
const MAX_MODELS = 1_000
const MAX_FOUND = 50
/** Values that all option schemas of a listing may hold together; models beyond are described when they are chosen. */
const MAX_SCHEMA_VALUES = 100_000
const MAX_SCHEMA_VALUES_OF_ONE = 5_000
const UNREADABLE = 'service.listingUnreadable'

const versionSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/u),
  openapi_schema: z.unknown().optional(),
})
const modelSchema = z.object({
  owner: z.string().max(100),
  name: z.string().max(100),
  description: z
    .string()
    .transform((value) => value.slice(0, 2_000))
    .nullish(),
  is_official: z.boolean().optional(),
  run_count: z.number().optional(),
  cover_image_url: z.string().nullish().catch(null),
  default_example: z.custom<Json>().nullish(),
  latest_version: versionSchema.nullish().catch(null),
})

const collectionsSchema = z.object({ results: z.array(z.object({ slug: z.string() })).max(1_000) })
const listSchema = z.object({ results: z.array(z.unknown()).max(1_000) })
const collectionSchema = z.object({ models: z.array(z.unknown()).max(5_000) })
const searchSchema = z.object({ models: z.array(z.object({ model: z.unknown() })).max(1_000) })

/**
 * A collection that is missing is left out; one that cannot be had now keeps the whole listing as it was. Where there are no
 * collections, the newest public models are listed.
 */
export async function fetchListing(get: Send, { baseUrl }: ApiAddress): Promise<ReadOutcome<Json>> {
  const url = `${baseUrl}/v1/collections`
  const list = await ask(get, url, collectionsSchema, UNREADABLE)
  if (list.kind === 'refused' && list.failure.code === 'not_found') return newest(get, baseUrl)
  if (list.kind !== 'ok') return list
  const values = { left: MAX_SCHEMA_VALUES }
  const models = new Map<string, Model>()
  for (const slug of COLLECTIONS.filter((one) => list.value.results.some((row) => row.slug === one))) {
    const outcome = await get({ method: 'GET', url: `${url}/${slug}` })
    if (outcome.kind === 'aborted') return outcome
    if (outcome.kind === 'refused' && outcome.failure.code !== 'not_found') return outcome
    const parsed = outcome.kind === 'ok' ? collectionSchema.safeParse(outcome.value) : null
    for (const found of modelsIn(parsed?.data?.models ?? [], slug, values)) {
      if (models.size < MAX_MODELS && !models.has(found.id)) models.set(found.id, found)
    }
  }
  return models.size === 0 ? newest(get, baseUrl) : { ...list, value: storeModels([...models.values()]) }
}

async function newest(get: Send, baseUrl: string): Promise<ReadOutcome<Json>> {
  const outcome = await ask(get, `${baseUrl}/v1/models`, listSchema, UNREADABLE)
  return outcome.kind === 'ok' ? { ...outcome, value: storeModels(modelsIn(outcome.value.results)) } : outcome
}

/** By the search of models: `models.search` wants the method QUERY, which proxies do not know. */
export async function searchModels(
  get: Send,
  { baseUrl }: ApiAddress,
  text: string,
): Promise<ReadOutcome<Json>> {
  const query = new URLSearchParams({ query: text.slice(0, 500), limit: String(MAX_FOUND) })
  const outcome = await ask(get, `${baseUrl}/v1/search?${query.toString()}`, searchSchema, UNREADABLE)
  if (outcome.kind !== 'ok') return outcome
  return { ...outcome, value: storeModels(modelsIn(outcome.value.models.map(({ model }) => model))) }
}

export async function describeModel(
  get: Send,
  { baseUrl }: ApiAddress,
  modelId: string,
): Promise<ReadOutcome<Json>> {
  const { owner, name, version } = parseModelId(modelId) ?? {}
  if (owner === undefined || name === undefined) {
    return refused(failure('not_found', 'service.replicate.describedName'))
  }
  const url = `${baseUrl}/v1/models/${owner}/${name}`
  const outcome = await get({ method: 'GET', url })
  if (outcome.kind !== 'ok') return outcome
  const model = asObject(outcome.value)
  const latest = asObject(model?.['latest_version'])
  const isNewest = version === undefined || latest?.['id'] === version
  const older = isNewest ? null : await get({ method: 'GET', url: `${url}/versions/${version}` })
  if (older && older.kind !== 'ok') return older
  const described = older ? { ...model, latest_version: older.value } : model
  return { ...outcome, value: storeModels(modelsIn([described])) }
}

/** A community model that was typed without a version is run by its newest one. */
export async function settleModel(
  get: Send,
  body: GenerateBody,
  known: Model | null,
  { baseUrl }: ApiAddress,
): Promise<Result<GenerateBody>> {
  const { owner, name, version } = parseModelId(body.model) ?? {}
  const isOfficial = asObject(known?.raw)?.['isOfficial'] === true
  if (owner === undefined || name === undefined || version !== undefined || isOfficial) return succeed(body)
  const outcome = await get({ method: 'GET', url: `${baseUrl}/v1/models/${owner}/${name}` })
  if (outcome.kind === 'refused' && outcome.failure.code === 'not_found') {
    return notRunnable(message('service.replicate.noModel', { model: `${owner}/${name}` }))
  }
  const parsed = outcome.kind === 'ok' ? modelSchema.safeParse(outcome.value) : null
  // The request itself tells what is wrong.
  if (!parsed?.success || parsed.data.is_official === true) return succeed(body)
  const newest = parsed.data.latest_version?.id
  if (newest === undefined)
    return notRunnable(message('service.replicate.noVersion', { model: `${owner}/${name}` }))
  return succeed({ ...body, model: `${owner}/${name}:${newest}` })
}

function notRunnable(why: Message): Result<never> {
  return fail('invalid_input', why, { field: 'model', charged: 'no' })
}

function modelsIn(
  list: readonly unknown[],
  collection = '',
  values = { left: MAX_SCHEMA_VALUES },
): readonly Model[] {
  return list.flatMap((model) => modelIn(model, collection, values) ?? [])
}

/** Null for what makes no file, and for a community model without a version, which cannot be run. */
function modelIn(json: unknown, collection: string, values: { left: number }): Model | null {
  const parsed = modelSchema.safeParse(json)
  if (!parsed.success) return null
  const { owner, name, description = '', is_official: isOfficial = false } = parsed.data
  const { latest_version: version, run_count: runs = 0 } = parsed.data
  const openapi = asObject(version?.openapi_schema as Json | undefined)
  const label = `${owner}/${name}`
  if (parseModelId(label) === null || (!isOfficial && !version)) return null
  if (openapi && !makesFiles(openapi)) return null
  const mediaType = mediaTypeOf(parsed.data, collection)
  const schema = openapi ? inputSchemaOf(openapi, values) : null
  return {
    id: isOfficial ? label : `${label}:${version?.id ?? ''}`,
    provider: 'replicate',
    label,
    ...(description ? { description } : {}),
    mediaTypes: mediaType === '' ? [] : [mediaType],
    scenes: schema ? scenesOf(mediaType, schema) : [],
    ...(schema ? { optionSchema: schema } : {}),
    ...exampleIn(parsed.data.cover_image_url),
    raw: { isOfficial, runs },
  }
}

/** Null where it is too large, or no room is left for it. */
function inputSchemaOf(openapi: JsonObject, values: { left: number }): JsonObject | null {
  const own = { left: Math.min(values.left, MAX_SCHEMA_VALUES_OF_ONE) }
  const room = own.left
  const schema = schemaOf({ openapi_schema: openapi }, own)
  values.left -= room - own.left
  return schema && own.left >= 0 ? inOwnOrder(schema) : null
}

/** The names under which Replicate runs a model: `owner/name` of an official one, `owner/name:version`, or the version alone. */
interface ModelId {
  readonly owner?: string
  readonly name?: string
  readonly version?: string
}

const NAME = /^([\w-][\w.-]{0,99})\/([\w-][\w.-]{0,99})(?::([0-9a-f]{64}))?$/u
const VERSION = /^[0-9a-f]{64}$/u

export function parseModelId(id: string): ModelId | null {
  if (VERSION.test(id)) return { version: id }
  const [, owner, name, version] = NAME.exec(id) ?? []
  if (owner === undefined || name === undefined) return null
  return { owner, name, ...(version === undefined ? {} : { version }) }
}

/** What a model of Replicate makes: nothing says it outright, so its schema, its example and its collection are asked. */
const MUSIC = /music|song|melod|beat|\bsound/iu
const DEEPEST = 6

interface Described {
  readonly owner: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly default_example?: Json | undefined
}

/** Whether the result names files: `format: uri` in the schema of the output. Text alone has none. */
function makesFiles(openapi: JsonObject): boolean {
  const schemas = asObject(asObject(openapi['components'])?.['schemas']) ?? {}
  const outputs = Object.keys(schemas).filter((name) => /output/iu.test(name))
  return outputs.length === 0 || outputs.some((name) => hasFile(schemas[name], 0))
}

function hasFile(value: Json | undefined, depth: number): boolean {
  const object = asObject(value)
  if (!object || depth > DEEPEST) return false
  if (object['format'] === 'uri' || Object.keys(object).length === 0) return true
  const below = [object['items'], ...Object.values(asObject(object['properties']) ?? {})]
  const either = ['anyOf', 'allOf', 'oneOf'].flatMap((key) => asList(object[key]) ?? [])
  return [...below, ...either].some((inner) => hasFile(inner, depth + 1))
}

/** Empty where nothing tells. `audio` is no media type of ours: such a model is offered for none. */
function mediaTypeOf(model: Described, collection: string): string {
  const text = `${collection} ${model.owner}/${model.name} ${model.description ?? ''}`
  const kind = kindOfExample(asObject(model.default_example)?.['output'])
  if (kind === 'image' || kind === 'video') return kind
  if (kind === 'audio') return MUSIC.test(text) ? 'music' : 'audio'
  if (kind !== null) return kind
  return mediaTypeInId(collection) ?? mediaTypeInId(model.name) ?? ''
}

function kindOfExample(output: Json | undefined): string | null {
  const first = asList(output)?.[0] ?? output
  const inObject = Object.values(asObject(first) ?? {}).find((value) => typeof value === 'string')
  const address = typeof first === 'string' ? first : inObject
  const extension = /^https:[^?#]*\.(\w{2,5})$/u.exec(typeof address === 'string' ? address : '')?.[1]
  return extension === undefined ? null : kindOfExtension(extension)
}

/**
 * What fal and Replicate, which run models of many makers, have in common: what the schema of a model's input says beside its options
 * (their order, which takes the prompt, for which scenes it is), and the form in which their models are stored.
 */
import { z } from 'zod'
import type { JsonObject, Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { Scene } from '#contract/rules/media.ts'
import type { Model } from '#contract/models.ts'
import { asList, asObject } from '../json/read-json.ts'
import { exceptOwn } from './reserved-options.ts'
import type { AskedFor, ReadModels, ReservedOptions } from './service-api.ts'

/** The input of a model: the options, and the prompt as `prompt`, or as `text` where the model's schema has only that. */
export function inputOf(asked: AskedFor): JsonObject {
  const { prompt, options } = asked.body
  if (prompt === undefined || prompt === '') return { ...options }
  return { ...options, [promptKeyOf(asked)]: prompt }
}

function promptKeyOf({ model }: AskedFor): 'prompt' | 'text' {
  const properties = asObject(model?.optionSchema?.['properties']) ?? {}
  return !Object.hasOwn(properties, 'prompt') && Object.hasOwn(properties, 'text') ? 'text' : 'prompt'
}

/** An option is an input of the model, among which its prompt is; what the API's own fields are called may be an input's name too. */
export function reservedInputs(fields: ReservedOptions, asked: AskedFor): ReservedOptions {
  return {
    ...exceptOwn({ ...fields, 'input.prompt': 'prompt', 'input.text': 'prompt' }, asked),
    prompt: 'prompt',
    [promptKeyOf(asked)]: 'prompt',
  }
}

/** In the order that the schema gives: Cog numbers its properties (`x-order`), fal lists them (`x-fal-order-properties`). */
export function inOwnOrder(schema: JsonObject): JsonObject {
  const listed = asList(schema['x-fal-order-properties'])
  const properties = Object.entries(asObject(schema['properties']) ?? {})
  const orderOf = ([key, property]: (typeof properties)[number]): number => {
    const order = listed?.includes(key) ? listed.indexOf(key) : asObject(property)?.['x-order']
    return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER
  }
  return { ...schema, properties: Object.fromEntries(properties.toSorted((a, b) => orderOf(a) - orderOf(b))) }
}

/** Empty where the media type has no scenes. */
export function scenesOf(mediaType: string, schema: JsonObject): readonly Scene[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const media = Object.entries(asObject(schema['properties']) ?? {}).flatMap(([key, property]) => {
    const kind = mediaKindOf(key, asObject(property) ?? {})
    return kind === null ? [] : [{ kind, isRequired: required.has(key) }]
  })
  const takes = (kind: string): boolean => media.some((input) => input.kind === kind)
  const needsNothing = media.every(({ isRequired }) => !isRequired)
  switch (mediaType) {
    case 'image':
      return [...sceneIf(needsNothing, 'text-to-image'), ...sceneIf(takes('image'), 'image-to-image')]
    case 'video':
      return [
        ...sceneIf(needsNothing, 'text-to-video'),
        ...sceneIf(takes('image'), 'image-to-video'),
        ...sceneIf(takes('video'), 'video-to-video'),
      ]
    case 'music':
      return ['text-to-music']
    default:
      return []
  }
}

function sceneIf(is: boolean, scene: Scene): readonly Scene[] {
  return is ? [scene] : []
}

/** The kind of file that an option takes as an address; null for any other option. */
function mediaKindOf(key: string, property: JsonObject): 'image' | 'video' | 'audio' | null {
  const isFile = property['format'] === 'uri' || asObject(property['items'])?.['format'] === 'uri'
  if (!isFile) return null
  if (/video/iu.test(key)) return 'video'
  if (/audio|voice|song|music/iu.test(key)) return 'audio'
  return /lora|weight|model|zip|config/iu.test(key) ? null : 'image'
}

const MAX_MODELS = 5_000

const schema = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  description: z.string().exactOptional(),
  mediaTypes: z.array(z.string()),
  scenes: z.array(z.string()),
  price: z.string().exactOptional(),
  priceAmount: z
    .object({ unit: z.string(), value: z.number().nullable(), per: z.enum(['request', 'image', 'second']) })
    .exactOptional(),
  exampleUrl: z.string().exactOptional(),
  // Bounded by who stored it.
  optionSchema: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).exactOptional(),
  raw: z.custom<Json>(),
})
const listingSchema = z.object({ models: z.array(schema).max(MAX_MODELS) })

export function storeModels(models: readonly Model[]): Json {
  return { models: models.slice(0, MAX_MODELS) as unknown as Json }
}

/** A listing in the form in which it is stored for offline use: models that an adapter has read already. */
export function readStoredModels(listing: Json): ReadModels {
  const parsed = listingSchema.safeParse(listing)
  return parsed.success ? parsed.data : { models: [], problem: message('service.listingUnreadable') }
}

/** A description is a listing of one. */
export function readStoredModel(description: Json, modelId: string): Model | null {
  const [model] = readStoredModels(description).models
  return model ? { ...model, id: modelId } : null
}

/**
 * Reads one entry of a listing: its id, its provider, what it makes and for which scenes.
 *
 * A provider is only what the listing calls one. Who trained or owns a model (`owned_by`, `organization`) is something else.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { asList, asObject, textAt, textsAt } from '../../json/read-json.ts'
import { priceIn } from './read-price.ts'
import { schemaOf } from './read-schema.ts'
import { isScene, mediaTypeIn, mediaTypeInId, mediaTypeOfScene, sceneIn } from './read-words.ts'

/** What the containers around an entry say of everything in them. */
export interface Surroundings {
  readonly provider: string
  readonly mediaTypes: readonly string[]
  readonly scenes: readonly string[]
  /** How many more values the schemas of the listing may hold. */
  readonly schemaValues: { left: number }
}

/** From the surest to the last resort; `name` is often made for people. */
const ID_KEYS = [
  'endpoint_id',
  'endpointId',
  'model_id',
  'modelId',
  'modelID',
  'model',
  'id',
  'model_name',
  'modelName',
  'slug',
  'model_slug',
  'key',
  'value',
  'code',
  'identifier',
  'name',
  'Id',
  'Model',
  'Name',
  'title',
]
const LABEL_KEYS = ['label', 'display_name', 'displayName', 'title', 'name', 'Name']
const OWNER_KEYS = ['owner', 'namespace', 'username']
const PROVIDER_KEYS = [
  'provider',
  'provider_id',
  'providerId',
  'provider_name',
  'providerName',
  'provider_slug',
  'litellm_provider',
]
const SCENE_KEYS = ['scenes', 'scene', 'supported_scenes', 'supportedScenes', 'sceneTypes', 'scene_types']
const TASK_KEYS = [
  'tasks',
  'task',
  'task_types',
  'taskTypes',
  'task_type',
  'pipeline_tag',
  'category',
  'categories',
  'capabilities',
  'capability',
  'features',
  'modes',
  'mode',
  'type',
  'types',
  'modelType',
  'model_type',
  'generation_types',
  'endpoints',
]
const MEDIA_KEYS = [
  'mediaTypes',
  'media_types',
  'mediaType',
  'media_type',
  'output_modalities',
  'outputModalities',
  'output_type',
  'outputType',
  'outputs',
  'output',
  'modality',
  'modalities',
  'modelType',
  'model_type',
  'type',
  'category',
  'categories',
  'kind',
  'mode',
  'task',
  'tasks',
  'group',
  'pipeline_tag',
  'capabilities',
  'capability',
  'subType',
  'sub_type',
]
/** Objects inside an entry that speak of the same model. A `specification` or a version has ids of its own. */
const PARTS = ['metadata', 'info', 'architecture', 'attributes', 'details', 'meta', 'model_info']
const LONGEST_ID = 200
const OUT_OF_USE = /^(?:deprecated|retired|sunset|legacy|archived|eol|end[ _-]of[ _-]life|discontinued)$/iu

/** Whether a text can be a model's id: one line, no address, no mark-up, no path from the root. */
export function isId(text: string): boolean {
  return (
    text.length <= LONGEST_ID &&
    /^[\p{L}\p{N}@~][^\s<>"{}\\]*(?: [^\s<>"{}\\]+){0,6}$/u.test(text) &&
    !/^[a-z]+:\/\//iu.test(text)
  )
}

/** The id of an entry, or null where it has none. */
export function idOf(entry: JsonObject): string | null {
  const owner = textAt(entry, OWNER_KEYS)
  const name = textAt(entry, ['name'])
  const found = ID_KEYS.map((key) => textAt(entry, [key])).filter((text) => text !== null && isId(text))
  if (
    owner !== null &&
    name !== null &&
    (found[0] === name || found.length === 0) &&
    isId(`${owner}/${name}`)
  ) {
    return name.includes('/') ? name : `${owner}/${name}`
  }
  const written = found.find((text) => text !== null && !text.includes(' ')) ?? found[0]
  if (written !== undefined && written !== null) return written
  const number = ['id', 'model_id', 'modelId']
    .map((key) => entry[key])
    .find((value) => typeof value === 'number')
  return number === undefined ? null : String(number)
}

/** `id` where the container names it: a map from ids to descriptions. */
export function readEntry(entry: JsonObject, around: Surroundings, id = idOf(entry)): Model | null {
  if (id === null || !isId(id)) return null
  const parts = [entry, ...PARTS.map((key) => asObject(entry[key])).filter((part) => part !== null)]
  const label = parts.map((part) => textAt(part, LABEL_KEYS)).find((text) => text !== null) ?? id
  const description = parts.map((part) => textAt(part, ['description'])).find((text) => text !== null)
  const scenes = scenesOf(parts, around)
  const schema = schemaOf(entry, around.schemaValues)
  const price = priceIn(parts)
  return {
    id,
    provider: providerOf(entry) || around.provider || providerInEndpoint(entry, id),
    label,
    mediaTypes: mediaTypesOf(parts, around, scenes, id),
    scenes,
    raw: entry as Json,
    ...(description ? { description } : {}),
    ...(schema ? { optionSchema: schema } : {}),
    ...(price ? { priceAmount: price } : {}),
    ...(parts.some(isOutOfUse) ? { deprecated: true } : {}),
  }
}

export function providerOf(entry: JsonObject): string {
  const text = textAt(entry, PROVIDER_KEYS)
  if (text !== null) return text
  const object = asObject(entry['provider'])
  return (object && textAt(object, ['id', 'slug', 'key', 'name'])) ?? ''
}

/** An endpoint's address begins with whose endpoint it is; "-ai" behind it is a company's ending, not part of the name. */
function providerInEndpoint(entry: JsonObject, id: string): string {
  if (textAt(entry, ['endpoint_id', 'endpointId']) !== id) return ''
  return /^([a-z0-9]+)-ai\//u.exec(id)?.[1] ?? ''
}

function scenesOf(parts: readonly JsonObject[], around: Surroundings): readonly string[] {
  const named = parts.flatMap((part) => SCENE_KEYS.flatMap((key) => textsAt(part, key)))
  if (named.length > 0) return unique(named.map((text) => (isScene(text) ? (sceneIn(text) ?? text) : text)))
  const tasks = parts.flatMap((part) => TASK_KEYS.flatMap((key) => textsAt(part, key)))
  const scenes = tasks.filter(isScene).flatMap((text) => sceneIn(text) ?? [])
  if (scenes.length > 0) return unique(scenes)
  return around.scenes
}

/** What the entry says, else what its scenes or its container say, else what its id says. */
function mediaTypesOf(
  parts: readonly JsonObject[],
  around: Surroundings,
  scenes: readonly string[],
  id: string,
): readonly string[] {
  for (const key of MEDIA_KEYS) {
    const named = parts
      .flatMap((part) => textsAt(part, key))
      .flatMap((text) => mediaTypeIn(text) ?? modalityIn(text) ?? [])
    if (named.length > 0) return unique(named)
  }
  const ofScenes = scenes.flatMap((scene) => mediaTypeOfScene(scene) ?? [])
  if (scenes !== around.scenes && ofScenes.length > 0) return unique(ofScenes)
  if (around.mediaTypes.length > 0) return around.mediaTypes
  if (ofScenes.length > 0) return unique(ofScenes)
  const inId = mediaTypeInId(id)
  return inId === null ? [] : [inId]
}

/** "text+image->image": what stands behind the arrow. */
function modalityIn(text: string): readonly string[] | null {
  const behind = text.split('->')[1]
  return behind === undefined ? null : behind.split('+').flatMap((word) => mediaTypeIn(word) ?? [])
}

function isOutOfUse(part: JsonObject): boolean {
  if (part['deprecated'] === true || part['is_deprecated'] === true || part['isDeprecated'] === true)
    return true
  if (typeof part['deprecated_at'] === 'string' || typeof part['deprecatedAt'] === 'string') return true
  return ['status', 'state', 'lifecycle', 'stage'].some((key) => OUT_OF_USE.test(textAt(part, [key]) ?? ''))
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/** Keys under which listings keep their entries. */
export const LISTS = new Set(
  `data models model modellist model_list model_ids modelids available_models availablemodels supported_models supportedmodels
  items list result results records rows entries catalog endpoints payload response content objects values hits edges node
  nodes docs engines body children`.split(/\s+/u),
)
/** Keys whose lists hold something else. */
export const OTHERS = new Set(
  `links link tags tag filters facets plans pricing price aliases errors error warnings meta metadata pagination page
  permissions permission languages sizes voices thumbnails examples owners authors updatedat version object status message
  code usage limits default`.split(/\s+/u),
)
/** Objects inside an entry. */
const FIELDS = new Set(
  `parameters params options inputs input output outputs schema properties fields arguments spec info details attributes
  architecture capabilities features price cost costs config configuration defaults request version latest_version
  provider author owner`.split(/\s+/u),
)
/** Wrapping around a whole listing, which is nobody's name. */
export const ENVELOPE = /^(?:data|results?|response|payload|body|output|info|api|v\d+|all)$/iu

/** A map from ids to descriptions, where the key around it is whose models they are. */
export function holdsEntries(object: JsonObject): boolean {
  const names = Object.keys(object)
  if (names.length === 0 || idOf(object) !== null) return false
  const entries = names.map((name) => asObject(object[name]))
  const areAll =
    entries.every((entry) => entry !== null) && names.every((name) => !isField(name) && isId(name))
  return areAll && (names.some(looksLikeId) || entries.some((entry) => entry !== null && isDescribed(entry)))
}

function isDescribed(entry: JsonObject): boolean {
  return hasLabel(entry) || saysMediaType(entry)
}

function hasLabel(entry: JsonObject): boolean {
  return textAt(entry, ['name', 'label', 'title', 'description']) !== null
}

/** Under a key that could be a scene's too, as the id `film_t2v` could: one model, and not many. */
export function isEntry(key: string, value: Json | undefined): boolean {
  const entry = asObject(value)
  const holdsMore = entry !== null && Object.values(entry).some((inner) => asObject(inner) ?? asList(inner))
  return entry !== null && looksLikeId(key) && hasLabel(entry) && !holdsMore
}

export function saysMediaType(entry: JsonObject): boolean {
  const text = textAt(entry, [
    'type',
    'mediaType',
    'media_type',
    'modality',
    'mode',
    'category',
    'scene',
    'task',
  ])
  return text !== null && (mediaTypeIn(text) !== null || isScene(text))
}

/** Whether a name is a field of an entry rather than the id of another. */
function isField(name: string): boolean {
  const lower = name.toLowerCase()
  return OTHERS.has(lower) || LISTS.has(lower) || FIELDS.has(lower)
}

/** Ids have a figure, a dash or a slash in them; the names of fields have none. */
export function looksLikeId(name: string): boolean {
  return isId(name) && /[\d/-]/u.test(name)
}

export function isVersion(item: Json): boolean {
  return typeof item === 'string' && /^\d+(?:\.\d+)+$/u.test(item)
}

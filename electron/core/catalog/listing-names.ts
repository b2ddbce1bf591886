/** What the names in a model listing are: wrapping, fields of an entry, or ids of models. */
import type { Json, JsonObject } from '#contract/json.ts'
import { idOf, isId } from './read-entry.ts'
import { asObject, textAt } from './read-json.ts'
import { isScene, mediaTypeIn } from './read-words.ts'

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
  return textAt(entry, ['name', 'label', 'title', 'description']) !== null || saysMediaType(entry)
}

export function saysMediaType(entry: JsonObject): boolean {
  const text = textAt(entry, ['type', 'mediaType', 'media_type', 'modality', 'category', 'scene', 'task'])
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

/**
 * Reads a model listing of a shape that nobody promises: objects with an id under the usual keys, in a list, anywhere under
 * `data`, `models` or `items`.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'

const LIST_KEYS = ['data', 'models', 'items', 'list', 'results']
const ID_KEYS = ['model', 'id', 'modelId', 'model_id', 'endpoint_id', 'name']
const DEEPEST = 6

/** The models of a listing in its order, each provider + id once. Empty when nothing in it is a model. */
export function readModels(body: Json): readonly Model[] {
  const models = new Map<string, Model>()
  for (const entry of entriesOf(body, 0)) {
    const model = readModel(entry)
    if (model) models.set(`${model.provider}\n${model.id}`, model)
  }
  return [...models.values()]
}

function entriesOf(value: Json, depth: number): readonly Json[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value as readonly Json[]
  const object = asObject(value)
  if (!object) return []
  for (const key of LIST_KEYS) {
    const inner = object[key]
    if (inner !== undefined && typeof inner === 'object') return entriesOf(inner, depth + 1)
  }
  return []
}

function readModel(entry: Json): Model | null {
  const object = typeof entry === 'string' ? { id: entry } : asObject(entry)
  if (!object) return null
  const id = textAt(object, ID_KEYS)
  if (id === null) return null
  const description = textAt(object, ['description'])
  const schema = schemaIn(object)
  return {
    id,
    provider: textAt(object, ['provider']) ?? '',
    label: textAt(object, ['label', 'display_name', 'displayName', 'title', 'name']) ?? id,
    mediaTypes: textsAt(object, ['mediaTypes', 'media_types', 'mediaType', 'media_type']),
    scenes: textsAt(object, ['scenes', 'scene']),
    raw: entry,
    ...(description === null ? {} : { description }),
    ...(schema ? { optionSchema: schema } : {}),
  }
}

/** A JSON Schema of the options: whole, or just its properties. */
function schemaIn(object: JsonObject): JsonObject | null {
  const found = [object['optionSchema'], object['options'], object['parameters'], object['schema']]
    .map((value) => asObject(value ?? null))
    .find((value) => value !== null)
  if (!found) return null
  if (found['type'] === 'object' || asObject(found['properties'] ?? null)) return found
  const looksLikeProperties = Object.values(found).every((value) => asObject(value)?.['type'] !== undefined)
  return looksLikeProperties ? { type: 'object', properties: found } : null
}

function textAt(object: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = object[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

function textsAt(object: JsonObject, keys: readonly string[]): readonly string[] {
  for (const key of keys) {
    const value = object[key]
    if (typeof value === 'string') return [value]
    if (Array.isArray(value)) return (value as readonly Json[]).filter((item) => typeof item === 'string')
  }
  return []
}

function asObject(value: Json): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

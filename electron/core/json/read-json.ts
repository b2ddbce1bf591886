/** Reads JSON of a shape that is not fixed. */
import type { Json, JsonObject } from '#contract/json.ts'

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function asList(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? (value as readonly Json[]) : null
}

const MAX_FIELDS = 100
const MAX_TEXTS = 20
/** Longer names are nobody's fields. In characters. */
const MAX_FIELD = 60
/** An entry is asked for its fields from many places. */
const known = new WeakMap<JsonObject, JsonObject>()

/**
 * Its fields under one spelling: `modelId`, `model_id` and `Model ID` are all `modelid`. The first of several counts, and of a
 * hundred fields those alone.
 */
export function fieldsOf(object: JsonObject): JsonObject {
  const before = known.get(object)
  if (before) return before
  const fields = Object.create(null) as Record<string, Json>
  for (const key of Object.keys(object).slice(0, MAX_FIELDS)) {
    if (key.length > MAX_FIELD) continue
    const name = key.replace(/[\s_.-]/gu, '').toLowerCase()
    if (!(name in fields)) fields[name] = object[key] ?? null
  }
  known.set(object, fields)
  return fields
}

/** The first of the fields that holds text, trimmed; null where none does. */
export function textAt(object: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return null
}

/** What an object in a list is called; `operation_key` is a key as well. */
function nameIn(object: JsonObject): string | null {
  const keys = Object.keys(object).slice(0, 50)
  const own = textAt(object, ['id', 'value', 'name', 'key', 'type', 'scene'])
  return (
    own ??
    textAt(
      object,
      keys.filter((key) => /_(?:key|type|name)$|[a-z](?:Key|Type|Name)$/u.test(key)),
    )
  )
}

/**
 * The texts under a field in any of the usual forms: a text, a list of texts, texts parted by commas, a list of objects with
 * a name, an object whose keys are the texts and whose values say whether they count. Of many, the first.
 */
export function textsAt(object: JsonObject, key: string): readonly string[] {
  if (!Object.hasOwn(object, key)) return []
  const value = object[key]
  if (typeof value === 'string') {
    return value.split(/[,|]/u, MAX_TEXTS).flatMap((text) => (text.trim() === '' ? [] : [text.trim()]))
  }
  const list = asList(value)
  if (list) {
    return list.slice(0, MAX_TEXTS).flatMap((item) => {
      const inner = asObject(item)
      const text = inner ? nameIn(inner) : item
      return typeof text === 'string' && text !== '' ? [text] : []
    })
  }
  const map = asObject(value)
  const name = map && textAt(map, ['name', 'type', 'id'])
  if (name) return [name]
  const names = map ? Object.keys(map).slice(0, MAX_TEXTS) : []
  return names.filter((name) => map?.[name] !== false && map?.[name] !== null)
}

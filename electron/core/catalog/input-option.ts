/** Under which key of `options` a model takes reference media. */
import type { Json, JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'

/** What gateways of this kind accept when nothing is known of the model. */
const USUAL = 'image_input[]'
const MEDIA_KEY =
  /(^|_)(image|images|input|reference|init|frame|video|audio|mask)(_|s?$)|(image|video|audio)_?(url|urls|input)/i
const NOT_MEDIA = /size|resolution|format|count|num|strength|quality|ratio|style|guidance|fidelity/i

/** The key, with `[]` behind it where it takes several. */
export function inputOption(model: Model | null): string {
  const properties = asObject(model?.optionSchema?.['properties'])
  if (!properties) return USUAL
  for (const [key, value] of Object.entries(properties)) {
    if (MEDIA_KEY.test(key) && !NOT_MEDIA.test(key)) return takesSeveral(asObject(value)) ? `${key}[]` : key
  }
  return USUAL
}

function takesSeveral(schema: JsonObject | null): boolean {
  if (!schema) return false
  if (schema['type'] === 'array' || 'items' in schema) return true
  const either = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(either) && (either as readonly Json[]).some((inner) => takesSeveral(asObject(inner)))
}

function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

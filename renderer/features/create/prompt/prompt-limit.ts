/** How long a prompt the chosen model takes. */
import type { JsonObject } from '#contract/json.ts'

/** Characters by the model's own schema; undefined where it says nothing. */
export function promptLimit(schema: JsonObject | undefined): number | undefined {
  const properties = schema?.['properties']
  const prompt = isObject(properties) ? properties['prompt'] : undefined
  const most = isObject(prompt) ? prompt['maxLength'] : undefined
  return typeof most === 'number' && most >= 1 ? Math.floor(most) : undefined
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

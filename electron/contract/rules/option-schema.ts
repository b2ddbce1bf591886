/** Reads the JSON Schema of a model's options. */
import type { Json, JsonObject } from '../json.ts'
import { isObject, ownValue } from './json-values.ts'

/** The properties of a JSON Schema that are schemas themselves. */
export function propertiesOf(schema: JsonObject | undefined): Readonly<Record<string, JsonObject>> {
  const properties = schema?.['properties']
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  )
}

export function examplesOf(schema: JsonObject): readonly Json[] {
  const examples = schema['examples']
  return Array.isArray(examples) ? (examples as readonly Json[]) : []
}

/** The numbers that a schema has under the keys of `names`, by the names there. */
export function numbersAt<Name extends string>(
  schema: JsonObject,
  names: Readonly<Record<Name, string>>,
): Partial<Record<Name, number>> {
  const found = Object.entries<string>(names).flatMap(([name, key]) => {
    const value = ownValue(schema, key)
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  return Object.fromEntries(found) as Partial<Record<Name, number>>
}

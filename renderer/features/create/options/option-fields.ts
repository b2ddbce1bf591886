/**
 * Turns a model's JSON Schema of `options` into the fields the form shows.
 *
 * Owns reading the schema. What is not understood becomes a `json` field, which only the JSON editor can change: a schema
 * suggests, it never limits.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/model.ts'
import { COUNT_KEYS } from '../shape.ts'
import { isMediaProperty } from './media-keys.ts'

interface FieldFacts {
  readonly key: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
  readonly initial?: Json
}

export type OptionField = FieldFacts &
  (
    | { readonly kind: 'choice'; readonly values: readonly Json[] }
    | { readonly kind: 'ratio'; readonly values: readonly string[] }
    | {
        readonly kind: 'number'
        readonly isInteger: boolean
        readonly min?: number
        readonly max?: number
        readonly step?: number
      }
    | { readonly kind: 'switch' }
    /** `suggestions` never limit what may be typed. */
    | { readonly kind: 'text'; readonly suggestions: readonly string[] }
    | { readonly kind: 'json' }
  )

const RATIO = /^\d+(\.\d+)?:\d+(\.\d+)?$/

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function propertiesOf(schema: JsonObject | undefined): Readonly<Record<string, JsonObject>> {
  const properties = schema?.['properties']
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  )
}

/** The fields of a schema in its own order, without the keys that take media. */
export function readFields(schema: JsonObject): readonly OptionField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(propertiesOf(schema))
    .filter(([key, property]) => key !== 'prompt' && !isMediaProperty(key, property))
    .map(([key, property]) => readField(key, property, required.includes(key)))
}

/** The fields offered for a model whose schema nobody knows. */
export function commonFields(media: MediaType): readonly OptionField[] {
  const ratio: OptionField = {
    key: 'aspect_ratio',
    kind: 'ratio',
    required: false,
    values: ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'],
  }
  const seed: OptionField = { key: 'seed', kind: 'number', isInteger: true, min: 0, required: false }
  const duration: OptionField = { key: 'duration', kind: 'number', isInteger: false, min: 1, required: false }
  const resolution = (values: readonly string[]): OptionField => ({
    key: 'resolution',
    kind: 'choice',
    required: false,
    values,
  })
  if (media === 'image') return [ratio, resolution(['1K', '2K', '4K']), seed]
  if (media === 'video') return [ratio, resolution(['480p', '720p', '1080p']), duration, seed]
  return media === 'music' ? [duration, seed] : [ratio, seed]
}

/** The key that says how many results one request makes, where the schema has one. */
export function countField(fields: readonly OptionField[]): OptionField | undefined {
  return fields.find((field) => COUNT_KEYS.includes(field.key) && field.kind === 'number')
}

function readField(key: string, property: JsonObject, required: boolean): OptionField {
  const facts: FieldFacts = {
    key,
    required,
    ...(typeof property['title'] === 'string' ? { title: property['title'] } : {}),
    ...(typeof property['description'] === 'string' ? { description: property['description'] } : {}),
    ...(property['default'] === undefined ? {} : { initial: property['default'] }),
  }
  const values = choicesOf(property)
  if (values !== undefined) {
    const texts = values.filter((value) => typeof value === 'string')
    const isRatio = texts.length === values.length && texts.some((value) => RATIO.test(value))
    return isRatio ? { ...facts, kind: 'ratio', values: texts } : { ...facts, kind: 'choice', values }
  }
  switch (typeOf(property)) {
    case 'integer':
    case 'number':
      return { ...facts, kind: 'number', isInteger: typeOf(property) === 'integer', ...boundsOf(property) }
    case 'boolean':
      return { ...facts, kind: 'switch' }
    case 'string':
      return readText(facts, property)
    default:
      return { ...facts, kind: 'json' }
  }
}

/** Examples of a ratio become shapes to click; other examples become suggestions. */
function readText(facts: FieldFacts, property: JsonObject): OptionField {
  const examples = Array.isArray(property['examples']) ? property['examples'] : []
  const suggestions = examples.filter((example) => typeof example === 'string')
  if (suggestions.some((text) => RATIO.test(text))) return { ...facts, kind: 'ratio', values: suggestions }
  return { ...facts, kind: 'text', suggestions }
}

function choicesOf(property: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(property['enum']) && property['enum'].length > 0) return property['enum']
  for (const key of ['oneOf', 'anyOf']) {
    const parts = property[key]
    if (!Array.isArray(parts)) continue
    const values = parts.map((part: Json) => (isObject(part) ? part['const'] : undefined))
    const constants = values.filter((value) => value !== undefined)
    if (constants.length > 0 && constants.length === values.length) return constants
  }
  return undefined
}

/** The type beside `null`, where a property may also be null. */
function typeOf(property: JsonObject): string | undefined {
  const type = property['type']
  if (typeof type === 'string') return type
  const types = Array.isArray(type) ? type.filter((name: Json) => name !== 'null') : []
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined
}

function boundsOf(property: JsonObject): { min?: number; max?: number; step?: number } {
  const number = (key: string): number | undefined => {
    const value = property[key]
    return typeof value === 'number' ? value : undefined
  }
  const [min, max, step] = [number('minimum'), number('maximum'), number('multipleOf')]
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  }
}

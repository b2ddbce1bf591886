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
    /** `isOpen`: other ratios may be typed. */
    | { readonly kind: 'ratio'; readonly values: readonly string[]; readonly isOpen: boolean }
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

const COMMON_RATIOS: readonly string[] = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']
const COMMON_RESOLUTIONS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['1K', '2K', '4K'],
  video: ['480p', '720p', '1080p'],
  character: ['1K', '2K'],
  music: [],
}
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
export function readFields(schema: JsonObject, media: MediaType): readonly OptionField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(propertiesOf(schema))
    .filter(([key, property]) => key !== 'prompt' && !isMediaProperty(key, property))
    .map(([key, property]) => readField(key, property, required.includes(key), media))
}

/** The fields offered for a model whose schema nobody knows. */
export function commonFields(media: MediaType): readonly OptionField[] {
  const ratio: OptionField = {
    key: 'aspect_ratio',
    kind: 'ratio',
    required: false,
    values: COMMON_RATIOS,
    isOpen: true,
  }
  const seed: OptionField = { key: 'seed', kind: 'number', isInteger: true, min: 0, required: false }
  const duration: OptionField = { key: 'duration', kind: 'number', isInteger: false, min: 1, required: false }
  const resolution: OptionField = {
    key: 'resolution',
    kind: 'text',
    required: false,
    suggestions: COMMON_RESOLUTIONS[media],
  }
  if (media === 'image') return [ratio, resolution, seed]
  if (media === 'video') return [ratio, resolution, duration, seed]
  return media === 'music' ? [duration, seed] : [ratio, seed]
}

/** The key that says how many results one request makes, where the schema has one. */
export function countField(fields: readonly OptionField[]): OptionField | undefined {
  return fields.find((field) => COUNT_KEYS.includes(field.key) && field.kind === 'number')
}

function readField(key: string, property: JsonObject, required: boolean, media: MediaType): OptionField {
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
    return isRatio
      ? { ...facts, kind: 'ratio', values: texts, isOpen: false }
      : { ...facts, kind: 'choice', values }
  }
  switch (typeOf(property)) {
    case 'integer':
    case 'number':
      return { ...facts, kind: 'number', isInteger: typeOf(property) === 'integer', ...boundsOf(property) }
    case 'boolean':
      return { ...facts, kind: 'switch' }
    case 'string':
      return readText(facts, property, media)
    default:
      return { ...facts, kind: 'json' }
  }
}

/** A ratio becomes shapes to click, a resolution what is usual: neither limits what may be typed. */
function readText(facts: FieldFacts, property: JsonObject, media: MediaType): OptionField {
  const examples = Array.isArray(property['examples']) ? property['examples'] : []
  const suggestions = examples.filter((example) => typeof example === 'string')
  const ratios = suggestions.length === 0 && facts.key === 'aspect_ratio' ? COMMON_RATIOS : suggestions
  if (ratios.some((text) => RATIO.test(text)))
    return { ...facts, kind: 'ratio', values: ratios, isOpen: true }
  const isPlainResolution = suggestions.length === 0 && facts.key === 'resolution'
  return { ...facts, kind: 'text', suggestions: isPlainResolution ? COMMON_RESOLUTIONS[media] : suggestions }
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

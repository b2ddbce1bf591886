/**
 * Turns a JSON Schema of `options` into the fields the form shows.
 *
 * Owns reading the schema. What is not understood becomes a `json` field, which only the JSON editor can change: a schema
 * suggests, it never limits.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { isObject, ownValue } from './options-text.ts'
import { isMediaProperty } from '#contract/rules/input-keys.ts'
import { propertiesOf } from '#contract/rules/option-schema.ts'

interface FieldFacts {
  readonly key: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
  readonly initial?: Json
  /** From a table or from experience: differing from it is never wrong. */
  readonly isSuggested?: true
}

export type OptionField = FieldFacts &
  (
    | { readonly kind: 'choice'; readonly values: readonly Json[] }
    /** `isOpen`: other ratios may be typed. */
    | { readonly kind: 'ratio'; readonly values: readonly string[]; readonly isOpen: boolean }
    /** `suggestions` never limit what may be typed; `isMinOut`, `isMaxOut`: the bound itself is already out. */
    | ({
        readonly kind: 'number'
        readonly isInteger: boolean
        readonly suggestions?: readonly number[]
      } & Numbers<'min' | 'max' | 'step'> & { readonly isMinOut?: boolean; readonly isMaxOut?: boolean })
    | { readonly kind: 'switch' }
    /** Bounded in characters. */
    | ({ readonly kind: 'text'; readonly suggestions: readonly string[] } & Numbers<'shortest' | 'longest'>)
    | { readonly kind: 'object'; readonly fields: readonly OptionField[] }
    /** `item` describes every value of the list; its key is empty. */
    | ({ readonly kind: 'list'; readonly item: OptionField } & Numbers<'least' | 'most'>)
    /** One of several kinds of value; the keys of the branches are empty. */
    | { readonly kind: 'oneOf'; readonly branches: readonly OptionField[] }
    | { readonly kind: 'json' }
  )

type Numbers<Name extends string> = { readonly [Key in Name]?: number }

interface Reading {
  /** How deep in the schema. */
  readonly depth: number
  readonly mediaType: MediaType
  /** The schema suggests: values beside an enum may be typed, and nothing is required. */
  readonly isOpen: boolean
}

/** Nested deeper than this, only the JSON editor can change it. */
const DEEPEST = 4

function inside(reading: Reading): Reading {
  return { ...reading, depth: reading.depth + 1 }
}

/** The fields of a schema in its own order, without the prompt and the keys that take media. */
export function readFields(
  schema: JsonObject,
  mediaType: MediaType,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): readonly OptionField[] {
  return readProperties(schema, { mediaType, isOpen, depth: 0 }).filter(
    ({ key }) => key !== 'prompt' && !isMediaProperty(key, propertiesOf(schema)[key] ?? {}),
  )
}

function readProperties(schema: JsonObject, reading: Reading): readonly OptionField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(propertiesOf(schema)).map(([key, property]) =>
    readField(key, property, required.includes(key), reading),
  )
}

function readField(key: string, property: JsonObject, required: boolean, reading: Reading): OptionField {
  const facts: FieldFacts = {
    key,
    required: required && !reading.isOpen,
    ...(reading.isOpen ? { isSuggested: true } : {}),
    ...(typeof property['title'] === 'string' ? { title: property['title'] } : {}),
    ...(typeof property['description'] === 'string' ? { description: property['description'] } : {}),
    ...(property['default'] === undefined ? {} : { initial: property['default'] }),
  }
  // The listing's word for what is no user's business, as in OpenAPI.
  if (property['x-internal'] === true) return { ...facts, kind: 'json' }
  const values = choicesOf(property)
  if (values !== undefined) return readChoice(facts, values, reading)
  const branches = branchesOf(property)
  if (branches !== undefined) return readBranches(facts, property, branches, reading)
  switch (typeOf(property)) {
    case 'integer':
    case 'number':
      return readNumber(facts, property)
    case 'boolean':
      return { ...facts, kind: 'switch' }
    case 'string':
      return readText(facts, property, reading)
    case 'object':
      return readObject(facts, property, reading)
    case 'array':
      return readList(facts, property, reading)
    default:
      return { ...facts, kind: 'json' }
  }
}

function readChoice(facts: FieldFacts, values: readonly Json[], { isOpen }: Reading): OptionField {
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  if (texts.length === values.length && texts.some(isRatio))
    return { ...facts, kind: 'ratio', values: texts, isOpen }
  if (isOpen && texts.length === values.length) return { ...facts, kind: 'text', suggestions: texts }
  if (isOpen && numbers.length === values.length)
    return { ...facts, kind: 'number', isInteger: numbers.every(Number.isInteger), suggestions: numbers }
  return { ...facts, kind: 'choice', values }
}

/** A ratio becomes shapes to click, a resolution what is usual: neither limits what may be typed. */
function readText(facts: FieldFacts, property: JsonObject, { mediaType }: Reading): OptionField {
  const suggestions = examplesOf(property).filter((example) => typeof example === 'string')
  const ratios = suggestions.length === 0 && facts.key === 'aspect_ratio' ? COMMON_RATIOS : suggestions
  if (ratios.some(isRatio)) return { ...facts, kind: 'ratio', values: ratios, isOpen: true }
  const isPlainResolution = suggestions.length === 0 && facts.key === 'resolution'
  return {
    ...facts,
    kind: 'text',
    suggestions: isPlainResolution ? COMMON_RESOLUTIONS[mediaType] : suggestions,
    ...numbersAt(property, { shortest: 'minLength', longest: 'maxLength' }),
  }
}

function readNumber(facts: FieldFacts, property: JsonObject): OptionField {
  const suggestions = examplesOf(property).filter((example) => typeof example === 'number')
  const out = numbersAt(property, { min: 'exclusiveMinimum', max: 'exclusiveMaximum' })
  return {
    ...facts,
    kind: 'number',
    isInteger: typeOf(property) === 'integer',
    ...numbersAt(property, { min: 'minimum', max: 'maximum', step: 'multipleOf' }),
    ...out,
    ...(out.min === undefined ? {} : { isMinOut: true }),
    ...(out.max === undefined ? {} : { isMaxOut: true }),
    ...(suggestions.length === 0 ? {} : { suggestions }),
  }
}

function readObject(facts: FieldFacts, property: JsonObject, reading: Reading): OptionField {
  const fields = reading.depth < DEEPEST ? readProperties(property, inside(reading)) : []
  return fields.length === 0 ? { ...facts, kind: 'json' } : { ...facts, kind: 'object', fields }
}

function readList(facts: FieldFacts, property: JsonObject, reading: Reading): OptionField {
  const items = property['items']
  if (!isObject(items) || reading.depth >= DEEPEST) return { ...facts, kind: 'json' }
  const item = readField('', items, false, inside(reading))
  if (item.kind === 'json') return { ...facts, kind: 'json' }
  return { ...facts, kind: 'list', item, ...numbersAt(property, { least: 'minItems', most: 'maxItems' }) }
}

/** Several kinds of value; branches that differ in their enum alone, or in being null, are one. */
function readBranches(
  facts: FieldFacts,
  property: JsonObject,
  parts: readonly JsonObject[],
  reading: Reading,
): OptionField {
  const [only] = parts
  if (parts.length === 1 && only !== undefined)
    return {
      ...readField(facts.key, { ...property, ...only, anyOf: null, oneOf: null }, facts.required, reading),
      ...facts,
    }
  const fields =
    reading.depth < DEEPEST ? parts.map((part) => readField('', part, false, inside(reading))) : []
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'choice' || kind === 'ratio')
  if (fields.length > 0 && texts.length === fields.length && texts.some(({ kind }) => kind === 'text')) {
    const suggestions = texts.flatMap(suggestedTexts)
    return suggestions.some(isRatio)
      ? { ...facts, kind: 'ratio', values: suggestions, isOpen: true }
      : { ...facts, kind: 'text', suggestions }
  }
  return fields.length === 0 || fields.some(({ kind }) => kind === 'json')
    ? { ...facts, kind: 'json' }
    : { ...facts, kind: 'oneOf', branches: fields }
}

function suggestedTexts(field: OptionField): readonly string[] {
  if (field.kind === 'text') return field.suggestions
  const values: readonly Json[] = field.kind === 'ratio' || field.kind === 'choice' ? field.values : []
  return values.filter((value) => typeof value === 'string')
}

function choicesOf(property: JsonObject): readonly Json[] | undefined {
  const listed = property['enum']
  if (Array.isArray(listed) && listed.length > 0) return listed as readonly Json[]
  if (property['const'] !== undefined) return [property['const']]
  const parts = branchesOf(property)
  const values = parts?.map(choicesOf) ?? []
  return values.length > 0 && values.every((some) => some !== undefined) ? values.flat() : undefined
}

/** The parts of `anyOf` or `oneOf` beside `null`. */
function branchesOf(property: JsonObject): readonly JsonObject[] | undefined {
  for (const key of ['oneOf', 'anyOf']) {
    const parts = property[key]
    if (!Array.isArray(parts)) continue
    const branches = parts.filter(isObject).filter((part) => part['type'] !== 'null')
    if (branches.length > 0 && branches.length >= parts.length - 1) return branches
  }
  return undefined
}

/** The type beside `null`, where a property may also be null. */
function typeOf(property: JsonObject): string | undefined {
  const type = property['type']
  if (typeof type === 'string') return type
  const types = Array.isArray(type) ? type.filter((name: Json) => name !== 'null') : []
  if (types.length === 1 && typeof types[0] === 'string') return types[0]
  return type === undefined && isObject(property['properties']) ? 'object' : undefined
}

function examplesOf(property: JsonObject): readonly Json[] {
  return Array.isArray(property['examples']) ? (property['examples'] as readonly Json[]) : []
}

function numbersAt<Name extends string>(
  property: JsonObject,
  names: Readonly<Record<Name, string>>,
): Partial<Record<Name, number>> {
  const found = Object.entries<string>(names).flatMap(([name, key]) => {
    const value = ownValue(property, key)
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  return Object.fromEntries(found) as Partial<Record<Name, number>>
}

const COMMON_RATIOS: readonly string[] = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']
const COMMON_RESOLUTIONS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['1K', '2K', '4K'],
  video: ['480p', '720p', '1080p'],
  character: ['1K', '2K'],
  music: [],
}
const RATIO = /^\d+(\.\d+)?:\d+(\.\d+)?$/

/** True for `<width>:<height>`, such as 16:9. */
export function isRatio(text: string): boolean {
  return RATIO.test(text)
}

/**
 * What models take in place of a ratio, in small letters. Source: the parameter pages of nano-banana, Seedance (Kie) and
 * Flux Kontext (Replicate).
 */
export const RATIO_WORDS: ReadonlySet<string> = new Set(['auto', 'adaptive', 'match_input_image'])

/** Values of a field that are known beforehand, in the schema's order. */
export function knownValues(field: OptionField): readonly Json[] {
  switch (field.kind) {
    case 'choice':
    case 'ratio':
      return field.values
    case 'switch':
      return [true, false]
    case 'text':
    case 'number':
      return field.suggestions ?? []
    case 'oneOf':
      return field.branches.flatMap(knownValues)
    case 'list':
    case 'object':
    case 'json':
      return []
  }
}

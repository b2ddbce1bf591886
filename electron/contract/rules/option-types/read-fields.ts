/** Turns a JSON Schema of `options` into the fields that the form shows. */
import type { Json, JsonObject } from '../../json.ts'
import { isMediaProperty } from '../input-keys.ts'
import type { MediaType } from '../media.ts'
import { propertiesOf } from '../option-schema.ts'
import { isObject } from '../json-values.ts'
import type { OptionFacts, Property } from './option-type.ts'
import { ANY_TYPE, OPTION_TYPES, type OptionField } from './option-types.ts'

interface Reading extends Pick<Property, 'mediaType' | 'isOpen'> {
  /** How deep in the schema. */
  readonly depth: number
}

/** Nested deeper than this, only the JSON editor can change it. */
const DEEPEST = 4

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

function readField(key: string, schema: JsonObject, required: boolean, reading: Reading): OptionField {
  const facts: OptionFacts = {
    key,
    required: required && !reading.isOpen,
    ...(reading.isOpen ? { isSuggested: true } : {}),
    ...(typeof schema['title'] === 'string' ? { title: schema['title'] } : {}),
    ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
    ...(schema['default'] === undefined ? {} : { initial: schema['default'] }),
  }
  // The listing's word for what is no user's business, as in OpenAPI.
  if (schema['x-internal'] === true) return { ...facts, kind: 'json' }
  const only = onlyBranchOf(schema)
  if (only !== undefined)
    return {
      ...readField(key, { ...schema, ...only, anyOf: null, oneOf: null }, required, reading),
      ...facts,
    }
  const property = propertyOf(key, schema, reading)
  for (const type of Object.values(OPTION_TYPES)) {
    const own = type.read(property, ANY_TYPE)
    if (own !== null) return { ...facts, ...own }
  }
  return { ...facts, kind: 'json' }
}

function propertyOf(key: string, schema: JsonObject, { mediaType, isOpen, depth }: Reading): Property {
  const isTooDeep = depth >= DEEPEST
  const inside = { mediaType, isOpen, depth: depth + 1 }
  const fieldOf = (part: JsonObject): OptionField => readField('', part, false, inside)
  const allowed = (): Property['allowed'] => {
    const values = choicesOf(schema)
    if (values !== undefined) return { by: 'values', values }
    const branches = branchesOf(schema)
    if (branches === undefined) return { by: 'type', name: typeNameOf(schema) }
    return { by: 'branches', branches: isTooDeep ? [] : branches.map(fieldOf) }
  }
  return {
    key,
    schema,
    allowed: allowed(),
    mediaType,
    isOpen,
    fieldOf: (part) => {
      const field = isTooDeep ? null : fieldOf(part)
      return field?.kind === 'json' ? null : field
    },
    fieldsOf: (part) => (isTooDeep ? [] : readProperties(part, inside)),
  }
}

function choicesOf(schema: JsonObject): readonly Json[] | undefined {
  const listed = schema['enum']
  if (Array.isArray(listed) && listed.length > 0) return listed as readonly Json[]
  if (schema['const'] !== undefined) return [schema['const']]
  const values = branchesOf(schema)?.map(choicesOf) ?? []
  return values.length > 0 && values.every((some) => some !== undefined) ? values.flat() : undefined
}

/** The branch of a schema that has one beside `null`, and lists no values. */
function onlyBranchOf(schema: JsonObject): JsonObject | undefined {
  const branches = choicesOf(schema) === undefined ? (branchesOf(schema) ?? []) : []
  return branches.length === 1 ? branches[0] : undefined
}

/** The parts of `anyOf` or `oneOf` beside `null`. */
function branchesOf(schema: JsonObject): readonly JsonObject[] | undefined {
  for (const key of ['oneOf', 'anyOf']) {
    const parts = schema[key]
    if (!Array.isArray(parts)) continue
    const branches = parts.filter(isObject).filter((part) => part['type'] !== 'null')
    if (branches.length > 0 && branches.length >= parts.length - 1) return branches
  }
  return undefined
}

/** The type beside `null`, where a property may also be null. */
function typeNameOf(schema: JsonObject): string | undefined {
  const { type } = schema
  if (typeof type === 'string') return type
  const types = Array.isArray(type) ? type.filter((name: Json) => name !== 'null') : []
  if (types.length === 1 && typeof types[0] === 'string') return types[0]
  return type === undefined && isObject(schema['properties']) ? 'object' : undefined
}

/**
 * Reads what a listing says about a model's options into one JSON Schema: whole schemas, OpenAPI documents, bare maps of
 * properties, lists of descriptors, lists of allowed values.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import { asList, asObject } from '../../json/read-json.ts'

const FIELDS = [
  'optionSchema',
  'option_schema',
  'optionsSchema',
  'options_schema',
  'inputSchema',
  'input_schema',
  'openapi_schema',
  'openapiSchema',
  'openapi',
  'json_schema',
  'jsonSchema',
  'schema',
  'parameters',
  'params',
  'options',
  'inputs',
  'input',
  'arguments',
  'properties',
  'fields',
]
/** Where a schema may lie one level further down. */
const WRAPPERS = ['latest_version', 'latestVersion', 'version', 'metadata', 'info', 'spec', 'request']
const DEEPEST = 12
const MAX_VALUES = 20_000
/** In characters. */
const MAX_REF = 1_000
const DESCRIPTOR_NAMES = ['name', 'key', 'id', 'field', 'param', 'parameter']
const DESCRIPTOR_VALUES = ['enum', 'options', 'choices', 'values', 'allowed_values', 'allowedValues']
const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  textarea: 'string',
  select: 'string',
  dropdown: 'string',
  enum: 'string',
  file: 'string',
  image: 'string',
  url: 'string',
  int: 'integer',
  float: 'number',
  double: 'number',
  slider: 'number',
  bool: 'boolean',
  switch: 'boolean',
  toggle: 'boolean',
  list: 'array',
  dict: 'object',
}
const SCHEMA_KEYS = [
  'type',
  'enum',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'default',
  'minimum',
  'maximum',
  'items',
  'const',
]

/** The schema of `options`, with every `$ref` resolved, or null where the entry has none. */
export function schemaOf(entry: JsonObject, values: { left: number }): JsonObject | null {
  const places = [entry, ...WRAPPERS.map((key) => asObject(entry[key]))]
  for (const place of places) {
    for (const field of place ? FIELDS : []) {
      const schema = place && Object.hasOwn(place, field) ? schemaIn(place[field], values) : null
      if (schema) return schema
    }
  }
  return null
}

function schemaIn(value: Json | undefined, values: { left: number }): JsonObject | null {
  const list = asList(value)
  if (list) return ofDescriptors(list)
  const object = asObject(value)
  if (!object) return null
  const fromDocument = inOpenApi(object)
  if (fromDocument) return resolved(fromDocument, object, values)
  if (asObject(object['properties'])) return resolved(object, object, values)
  if (typeof object['$ref'] === 'string') return resolved(object, object, values)
  if (object['type'] === 'object') return object
  const wrapped = asObject(object['input']) ?? asObject(object['json_schema']) ?? asObject(object['schema'])
  if (wrapped && asObject(wrapped['properties'])) return resolved(wrapped, object, values)
  return ofMap(object, values)
}

/** The schema of what is sent: `Input`, else the first that is named after it, else the body of the first POST. */
function inOpenApi(document: JsonObject): JsonObject | null {
  const schemas = asObject(asObject(document['components'])?.['schemas']) ?? asObject(document['definitions'])
  if (schemas) {
    const names = Object.keys(schemas)
    const name = names.find((one) => one === 'Input') ?? names.find((one) => /(?:input|request)$/iu.test(one))
    const schema = name === undefined ? null : asObject(schemas[name])
    if (schema) return schema
  }
  for (const path of Object.values(asObject(document['paths']) ?? {})) {
    const body = asObject(asObject(asObject(path)?.['post'])?.['requestBody'])
    const content = asObject(body?.['content'])
    const schema = asObject(asObject(Object.values(content ?? {})[0])?.['schema'])
    if (schema) return schema
  }
  return null
}

/** References inside the document are replaced by what they name; one that leads into itself is left as an open schema. */
function resolved(schema: JsonObject, document: JsonObject, values: { left: number }): JsonObject {
  let own = 0
  const take = (count: number): boolean => (own += count) <= MAX_VALUES && (values.left -= count) >= 0
  const targets = new Map<string, JsonObject | null>()
  const targetOf = (ref: string): JsonObject | null => {
    if (!targets.has(ref)) targets.set(ref, at(document, ref))
    return targets.get(ref) ?? null
  }
  const resolve = (value: Json, depth: number, open: readonly string[]): Json => {
    if (!take(1) || depth > DEEPEST) return {}
    const list = asList(value)
    if (list) return list.map((item) => resolve(item, depth + 1, open))
    const object = asObject(value)
    if (!object) return value
    const ref = object['$ref']
    if (typeof ref === 'string') {
      // What stands beside it is copied for each that leads here.
      if (!take(Object.keys(object).length - 1)) return {}
      const { $ref: _, ...rest } = object
      const target = ref.length > MAX_REF || open.includes(ref) ? null : targetOf(ref)
      if (!target) return rest
      return { ...asObject(resolve(target, depth + 1, [...open, ref])), ...rest }
    }
    const all = asList(object['allOf'])
    const only = all?.length === 1 ? asObject(resolve(all[0] ?? null, depth + 1, open)) : null
    const entries = Object.entries(object).filter(
      ([key]) => !(only && key === 'allOf') && !DOCUMENT_KEYS.has(key),
    )
    const copy = Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner, depth + 1, open)]))
    return only ? { ...only, ...copy } : copy
  }
  return asObject(resolve(schema, 0, [])) ?? {}
}

const DOCUMENT_KEYS = new Set(['components', 'definitions', '$defs'])

function at(document: JsonObject, ref: string): JsonObject | null {
  if (!ref.startsWith('#/')) return null
  let value: Json | undefined = document
  for (const part of ref.slice(2).split('/')) {
    const object: JsonObject | null = asObject(value)
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    value = object && Object.hasOwn(object, key) ? object[key] : undefined
  }
  return asObject(value)
}

/** `{steps: {type: "integer"}}` or `{ratio: ["1:1", "16:9"]}`. */
function ofMap(map: JsonObject, values: { left: number }): JsonObject | null {
  const properties: [string, JsonObject][] = []
  for (const [key, value] of Object.entries(map)) {
    const list = asList(value)
    const object = asObject(value)
    if (
      list &&
      list.length > 0 &&
      list.every((item) => typeof item === 'string' || typeof item === 'number')
    ) {
      properties.push([key, { enum: list }])
    } else if (object && SCHEMA_KEYS.some((known) => Object.hasOwn(object, known))) {
      properties.push([key, ofDescriptor(object)])
    } else return null
  }
  return properties.length === 0
    ? null
    : resolved({ type: 'object', properties: Object.fromEntries(properties) }, map, values)
}

/** `[{name: "steps", type: "int", min: 1, required: true}]`. */
function ofDescriptors(list: readonly Json[]): JsonObject | null {
  const properties: [string, JsonObject][] = []
  const required: string[] = []
  for (const item of list) {
    const object = asObject(item)
    const name =
      object && DESCRIPTOR_NAMES.map((key) => object[key]).find((value) => typeof value === 'string')
    if (!object || typeof name !== 'string') return null
    const says = [...SCHEMA_KEYS, ...DESCRIPTOR_VALUES, 'description', 'required', 'min', 'max']
    if (!says.some((key) => Object.hasOwn(object, key))) return null
    properties.push([name, ofDescriptor(object)])
    if (object['required'] === true) required.push(name)
  }
  if (properties.length === 0) return null
  const schema = { type: 'object', properties: Object.fromEntries(properties) }
  return required.length === 0 ? schema : { ...schema, required }
}

/** One descriptor in the words of JSON Schema; words that it knows already stay as they are. */
function ofDescriptor(object: JsonObject): JsonObject {
  const schema: Record<string, Json> = { ...object }
  for (const key of [...DESCRIPTOR_NAMES, ...DESCRIPTOR_VALUES, 'required', 'min', 'max']) {
    if (key !== 'enum' && !(key === 'required' && asList(object['required']))) delete schema[key]
  }
  const type = object['type']
  if (typeof type === 'string') schema['type'] = TYPES[type.toLowerCase()] ?? type.toLowerCase()
  const values = DESCRIPTOR_VALUES.map((key) => asList(object[key])).find((list) => list !== null)
  if (values) schema['enum'] = values.map((value) => asObject(value)?.['value'] ?? value)
  if (typeof object['min'] === 'number') schema['minimum'] = object['min']
  if (typeof object['max'] === 'number') schema['maximum'] = object['max']
  if (schema['title'] === undefined && typeof object['label'] === 'string') schema['title'] = object['label']
  delete schema['label']
  return schema
}

/**
 * What Replicate answers to requests that it does not take.
 *
 * Its documents show only the 429 (https://replicate.com/docs/topics/predictions/rate-limits.md) and the 413; the bodies of 401, 402
 * and 422 are those that public repositories quote from the API (searched on 2026-11-22).
 */
import type { ProviderResponse } from '../provider-server.ts'
import type { ReplicateModel } from './models.ts'

export interface Complaint {
  readonly type: string
  readonly field: string
  readonly description: string
}

export function problem(status: number, title: string, detail: string, more: object = {}): ProviderResponse {
  return {
    status,
    body: { title, detail, status, ...more },
    headers: { 'content-type': 'application/problem+json' },
  }
}

export const NOT_FOUND = problem(404, 'Not found', 'The requested resource could not be found.')
export const WRONG_METHOD = problem(405, 'Method not allowed', 'That method is not allowed here.')
export const NO_KEY = problem(401, 'Unauthenticated', 'You did not pass an authentication token')
export const WRONG_KEY = problem(401, 'Unauthenticated', 'You did not pass a valid authentication token')
export const NO_CREDIT = problem(
  402,
  'Insufficient credit',
  'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit. Once you purchase credit, please wait a few minutes before trying again.',
)
export const WRONG_VERSION = problem(
  422,
  'Invalid version or not permitted',
  "The specified version does not exist (or perhaps you don't have permission to use it?)",
)

/** `seconds` null leaves the header out, as behind a proxy that drops it. */
export function throttled(seconds: number | null): ProviderResponse {
  const detail = `Request was throttled. Your rate limit resets in ~${seconds ?? 30}s.`
  const response = problem(429, 'Too many requests', detail, { retry_after: seconds ?? 30 })
  return seconds === null
    ? { ...response, body: { detail: 'Request was throttled.' } }
    : { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } }
}

export function invalid(complaints: readonly Complaint[]): ProviderResponse {
  const detail = complaints.map(({ description }) => `- ${description}\n`).join('')
  return problem(422, 'Input validation failed', detail, { invalid_fields: complaints })
}

const BODY_FIELDS = ['input', 'version', 'stream', 'webhook', 'webhook_events_filter']

export function complaintsAboutBody(body: unknown, needsVersion: boolean): readonly Complaint[] {
  if (typeof body !== 'object' || body === null) return [wrongType('(root)', 'object')]
  const known = needsVersion ? BODY_FIELDS : BODY_FIELDS.filter((field) => field !== 'version')
  const missing = (needsVersion ? ['version', 'input'] : ['input']).filter((field) => !(field in body))
  const strange = Object.keys(body).filter((field) => !known.includes(field))
  return [
    ...missing.map((field) => ({ type: 'required', field: '', description: `${field} is required` })),
    ...strange.map((field) => ({
      type: 'additional_property_not_allowed',
      field: '',
      description: `Additional property ${field} is not allowed`,
    })),
    ...('input' in body && !isObject(body.input) ? [wrongType('input', 'object')] : []),
    ...('version' in body && typeof body.version !== 'string' ? [wrongType('version', 'string')] : []),
  ]
}

/** Unknown fields of an input are let through, as Cog does. */
export function complaintsAboutInput(model: ReplicateModel, input: object): readonly Complaint[] {
  const values = new Map<string, unknown>(Object.entries(input))
  const { required, properties } = model.input
  const missing = required.filter((field) => !values.has(field))
  return [
    ...missing.map((field) => ({
      type: 'required',
      field: 'input',
      description: `input.${field} is required`,
    })),
    ...[...values].flatMap(([field, value]) => {
      const schema = properties[field]
      return schema === undefined ? [] : complaintsAboutValue(`input.${field}`, value, schema, model)
    }),
  ]
}

type Schema = Readonly<Record<string, unknown>>

function complaintsAboutValue(
  field: string,
  value: unknown,
  schema: Schema,
  model: ReplicateModel,
): Complaint[] {
  const [all] = (schema['allOf'] as { readonly $ref: string }[] | undefined) ?? []
  const named = all === undefined ? undefined : model.named[all.$ref.split('/').at(-1) ?? '']
  const { type, enum: words, minimum, maximum, format, items, nullable } = { ...named, ...schema }
  if (value === null && nullable === true) return []
  if (!isOfType(value, type)) return [wrongType(field, String(type))]
  if (Array.isArray(words) && !words.includes(value)) {
    const list = words.map((word) => `"${word}"`).join(', ')
    return [{ type: 'enum', field, description: `${field} must be one of the following: ${list}` }]
  }
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum) {
    return [
      { type: 'number_gte', field, description: `${field}: Must be greater than or equal to ${minimum}` },
    ]
  }
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum) {
    return [{ type: 'number_lte', field, description: `${field}: Must be less than or equal to ${maximum}` }]
  }
  if (format === 'uri' && !/^(https?:|data:)/u.test(String(value))) {
    return [{ type: 'format', field, description: `${field}: Does not match format 'uri'` }]
  }
  return Array.isArray(value)
    ? value.flatMap((item, at) =>
        complaintsAboutValue(`${field}.${at}`, item, (items ?? {}) as Schema, model),
      )
    : []
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  return type === undefined || typeof value === type
}

function wrongType(field: string, expected: string): Complaint {
  return { type: 'invalid_type', field, description: `${field}: Invalid type. Expected: ${expected}` }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

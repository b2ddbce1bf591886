/**
 * What fal answers to requests that it does not take.
 *
 * Sources, read on 2026-11-22: https://fal.ai/docs/documentation/model-apis/errors (`detail` as a list, `error_type`, X-Fal-Error-Type,
 * X-Fal-Needs-Retry). The texts of 401 and of a locked account are those that public repositories quote from the API.
 */
import type { ProviderResponse } from '../provider-server.ts'
import type { FalModel } from './models.ts'

export interface Complaint {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

export function problem(status: number, detail: string, errorType?: string): ProviderResponse {
  return errorType === undefined
    ? { status, body: { detail } }
    : { status, body: { detail, error_type: errorType }, headers: { 'x-fal-error-type': errorType } }
}

export const NO_KEY = problem(401, 'Authentication is required to access this application.')
export const WRONG_KEY = problem(401, 'No user found for Key ID and Secret')
export const LOCKED = problem(
  403,
  'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
)
export const NOT_FOUND = problem(404, 'Request not found')
export const IN_PROGRESS = problem(400, 'Request is still in progress')
export const CONTENT_REFUSED = unprocessable([
  {
    loc: ['body', 'prompt'],
    msg: 'The content could not be processed because it contained material flagged by a content checker.',
    type: 'content_policy_violation',
  },
])

/** `seconds` null: fal documents no Retry-After. */
export function tooMany(seconds: number | null): ProviderResponse {
  const { status, body } = problem(429, 'Concurrent requests limit exceeded', 'concurrent_requests_limit')
  const wait = seconds === null ? {} : { 'retry-after': String(seconds) }
  return {
    status,
    body,
    headers: { 'x-fal-error-type': 'concurrent_requests_limit', 'x-fal-needs-retry': '1', ...wait },
  }
}

export function unprocessable(detail: readonly Complaint[]): ProviderResponse {
  return { status: 422, body: { detail }, headers: { 'x-fal-billable-units': '0' } }
}

/** The queue takes any JSON object; what is wrong with an input is said by the model, as its result. */
export function complaintsAbout(model: FalModel, input: object): readonly Complaint[] {
  const values = new Map<string, unknown>(Object.entries(input))
  const missing = model.required.filter((field) => !values.has(field))
  return [
    ...missing.map((field) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' })),
    ...[...values].flatMap(([field, value]) =>
      complaintsAboutValue(['body', field], value, model.properties[field]),
    ),
  ]
}

function complaintsAboutValue(
  loc: readonly string[],
  value: unknown,
  schema: Readonly<Record<string, unknown>> | undefined,
): Complaint[] {
  const { type, enum: words, minimum, maximum } = schema ?? {}
  if (type === 'integer' && !Number.isInteger(value)) {
    return [{ loc, msg: 'Input should be a valid integer', type: 'int_type' }]
  }
  if (type === 'string' && typeof value !== 'string') {
    return [{ loc, msg: 'Input should be a valid string', type: 'string_type' }]
  }
  if (Array.isArray(words) && !words.includes(value)) {
    return [
      { loc, msg: `Input should be ${words.map((word) => `'${word}'`).join(' or ')}`, type: 'literal_error' },
    ]
  }
  if (typeof minimum === 'number' && Number(value) < minimum) {
    return [{ loc, msg: `Input should be greater than or equal to ${minimum}`, type: 'greater_than_equal' }]
  }
  return typeof maximum === 'number' && Number(value) > maximum
    ? [{ loc, msg: `Input should be less than or equal to ${maximum}`, type: 'less_than_equal' }]
    : []
}

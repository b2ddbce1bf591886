/**
 * Google's error bodies: `{error: {code, message, status, details}}` (https://google.aip.dev/193), with the details of
 * https://ai.google.dev/gemini-api/docs/troubleshooting: ErrorInfo with API_KEY_INVALID and 400 for a wrong key, RetryInfo with 429.
 * An account without
 * credit: discuss.ai.google.dev/t/170539. Read 2026-11-22.
 */
import type { z } from 'zod'
import type { ProviderResponse } from '../provider-server.ts'

type Details = readonly Readonly<Record<string, unknown>>[]

export function geminiError(
  code: number,
  status: string,
  message: string,
  details: Details = [],
): ProviderResponse {
  return {
    status: code,
    body: { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } },
  }
}

const RPC = 'type.googleapis.com/google.rpc.'

export const GEMINI_FAILURES = {
  key: geminiError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    {
      '@type': `${RPC}ErrorInfo`,
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
  ]),
  blockedKey: geminiError(403, 'PERMISSION_DENIED', 'Requests to this API are blocked.', [
    { '@type': `${RPC}ErrorInfo`, reason: 'API_KEY_SERVICE_BLOCKED', domain: 'googleapis.com' },
  ]),
  leakedKey: geminiError(
    403,
    'PERMISSION_DENIED',
    'Your API key was reported as leaked. Please use another API key.',
  ),
  noKey: geminiError(
    403,
    'PERMISSION_DENIED',
    "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.",
  ),
  country: geminiError(
    400,
    'FAILED_PRECONDITION',
    'Gemini API free tier is not available in your country. Please enable billing on your project in Google AI Studio.',
  ),
  rateLimit: geminiError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
    {
      '@type': `${RPC}QuotaFailure`,
      violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel', quotaValue: '10' }],
    },
    { '@type': `${RPC}RetryInfo`, retryDelay: '34.074824224s' },
  ]),
  credits: geminiError(
    429,
    'RESOURCE_EXHAUSTED',
    'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project.',
  ),
  overloaded: geminiError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
} as const

/** The first thing that is wrong with a body. */
export function invalidBody({ issues: [issue] }: z.ZodError): ProviderResponse {
  const place = issue?.path.join('.') ?? ''
  const description =
    issue?.code === 'unrecognized_keys'
      ? `Invalid JSON payload received. Unknown name "${issue.keys[0]}" at '${place}': Cannot find field.`
      : `Invalid value at '${place}': ${issue?.message}`
  const violation = { field: place, description }
  return geminiError(400, 'INVALID_ARGUMENT', description, [
    { '@type': `${RPC}BadRequest`, fieldViolations: [violation] },
  ])
}

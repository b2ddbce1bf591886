/**
 * OpenAI's error bodies: `{error: {message, type, param, code}}` (schema ErrorResponse of its OpenAPI document).
 *
 * The codes are those of public reports, read 2026-11-22: invalid_type (github.com/chatfire-AI/huobao-drama/issues/49),
 * moderation_blocked (github.com/jeffstric/ZJT/issues/480), insufficient_quota (github.com/langchain-ai/langchainjs/issues/1929),
 * billing_hard_limit_reached (github.com/dfinke/PowerShellAI/issues/127). The headers of a limit are those of
 * developers.openai.com/api/docs/guides/rate-limits.
 */
import type { z } from 'zod'
import type { ProviderResponse } from '../provider-server.ts'

export function openaiError(
  status: number,
  message: string,
  code: string | null,
  more: { readonly type?: string; readonly param?: string; readonly headers?: Record<string, string> } = {},
): ProviderResponse {
  const { type = 'invalid_request_error', param = null, headers = {} } = more
  return { status, body: { error: { message, type, param, code } }, headers }
}

export const OPENAI_FAILURES = {
  key: openaiError(
    401,
    'Incorrect API key provided: sk-*****. You can find your API key in your account.',
    'invalid_api_key',
  ),
  quota: openaiError(
    429,
    'You exceeded your current quota, please check your plan and billing details.',
    'insufficient_quota',
    { type: 'insufficient_quota' },
  ),
  billing: openaiError(400, 'Billing hard limit has been reached', 'billing_hard_limit_reached'),
  moderation: openaiError(
    400,
    'Your request was rejected by the safety system. safety_violations=[violence].',
    'moderation_blocked',
    { type: 'image_generation_user_error', param: '' },
  ),
  rateLimit: openaiError(
    429,
    'Rate limit reached for images per minute. Limit: 5 / 1min.',
    'rate_limit_exceeded',
    {
      type: 'requests',
      headers: {
        'x-ratelimit-limit-requests': '5',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m12.5s',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6m0s',
      },
    },
  ),
  server: openaiError(500, 'The server had an error while processing your request. Sorry about that!', null, {
    type: 'server_error',
  }),
} as const

/** The first thing that is wrong with a body. */
export function invalidBody({ issues: [issue] }: z.ZodError, body: unknown): ProviderResponse {
  const param = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return openaiError(400, `Unknown parameter: '${key}'.`, 'unknown_parameter', { param: key })
  }
  const isMissing = typeof body === 'object' && body !== null && !(String(issue?.path[0]) in body)
  if (isMissing) {
    return openaiError(400, `Missing required parameter: '${param}'.`, 'missing_required_parameter', {
      param,
    })
  }
  return openaiError(400, `Invalid value for '${param}': ${issue?.message ?? ''}`, 'invalid_value', { param })
}

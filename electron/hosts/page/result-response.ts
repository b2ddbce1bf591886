/** How a Result leaves over HTTP: always as the envelope, with a status for those who read only that. */
import { renderResult, type Say } from '#core/messages/render.ts'
import { type ErrorCode, fail, type Failure, type RenderedFailure, type Result } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { INERT_HEADERS } from './security-headers.ts'

/**
 * 401 is kept for the host's own refusals, so that a page can tell a lost session from a key that the service refused
 * (424: what this depends on failed).
 */
const STATUS_BY_CODE: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unauthorized: 424,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  service_rejected: 422,
  service_unavailable: 503,
  unreadable_answer: 502,
  not_sent: 503,
  unknown_outcome: 504,
  disk_full: 507,
  disk_error: 500,
  unsafe_content: 422,
  not_available_here: 501,
  conflict: 409,
  internal: 500,
}

/** The envelope as a response. `status` overrides the one that belongs to the error's code. */
export function resultResponse(
  result: Result<unknown, Failure | RenderedFailure>,
  say: Say,
  status = result.ok ? 200 : STATUS_BY_CODE[result.error.code],
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(renderResult(result, say), {
    status,
    headers: { ...INERT_HEADERS, 'cache-control': 'no-store', ...headers },
  })
}

/** 405, naming the methods that are possible at this address. */
export function methodNotAllowed(methods: readonly string[], say: Say): Response {
  const refused = fail('invalid_input', message('hosts.methods', { methods }))
  return resultResponse(refused, say, 405, { allow: methods.join(', ') })
}

/** Whoever is turned away keeps no connection. */
export function closing(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}

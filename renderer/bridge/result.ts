/** Reads the host's `Result`, and gives an error where there is none. */
import type { Result } from '#contract/errors.ts'

/** The result of a call when the host process is unreachable. */
export const HOST_AWAY: Result<never> = {
  ok: false,
  error: {
    code: 'not_available_here',
    message:
      'Atelier itself is not answering. It may have been closed: start it again, then reload this page.',
  },
}

const UNREADABLE: Result<never> = {
  ok: false,
  error: { code: 'internal', message: 'Atelier gave an answer that this page cannot read. Reload the page.' },
}

/** The envelope in `body`, or an error in its place when `body` is not one. */
export function readResult<Data>(body: unknown): Result<Data> {
  if (typeof body !== 'object' || body === null || !('ok' in body)) return UNREADABLE
  if (body.ok === true && 'data' in body) return body as Result<Data>
  if (body.ok === false && 'error' in body && isFailure(body.error)) return body as Result<Data>
  return UNREADABLE
}

function isFailure(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  )
}

/**
 * What a bucket's response means, in plain words that end with what to do.
 *
 * Words of the storage itself are never passed on: it repeats the request it refused, signature and all. The codes are those of
 * the Amazon S3 API Reference, "Error responses".
 */
import type { ErrorCode, Failure } from '#contract/errors.ts'
import type { InputStorage } from '#contract/profiles.ts'
import { causesOf } from '#core/service/transport/sending-watch.ts'

/** `temporary`: the same may succeed later. */
export interface StorageProblem {
  readonly kind: 'problem'
  readonly temporary: boolean
  readonly failure: Failure
}

const TEMPORARY_CODES = new Set([
  'SlowDown',
  'RequestTimeout',
  'OperationAborted',
  'InternalError',
  'ServiceUnavailable',
])
const TEMPORARY_STATUSES = new Set([408, 409, 425, 429])

const WORDS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The storage does not know the access key. Check it in Settings.',
  SignatureDoesNotMatch: 'The storage refuses the secret key. Enter it again in Settings.',
  RequestTimeTooSkewed:
    "The storage refuses because this computer's clock is wrong. Set the clock, then try again.",
  AccessDenied:
    'The storage refuses this key. It needs the right to put, read and delete objects in the bucket.',
  ExpiredToken: 'The keys of the storage have expired. Enter new ones in Settings.',
  EntityTooLarge: 'The storage refuses the file because it is too large.',
  QuotaExceeded: 'The storage is full.',
}
const REGION_CODES = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
  'TemporaryRedirect',
])

export function refusedBy({ bucket, region }: InputStorage, status: number, text: string): StorageProblem {
  const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? ''
  if (status >= 500 || TEMPORARY_STATUSES.has(status) || TEMPORARY_CODES.has(code)) {
    return problem(true, 'not_sent', `The storage cannot take files now (${status}).`)
  }
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
  if (known !== undefined) return problem(false, status === 403 ? 'forbidden' : 'invalid_input', known)
  if (REGION_CODES.has(code) || (status >= 300 && status < 400)) {
    return problem(
      false,
      'invalid_input',
      `The storage says that the bucket is elsewhere. Check its address and the region "${region}" in Settings.`,
    )
  }
  if (status === 404) {
    const words = `The storage has no bucket "${bucket}" at this address. Check both in Settings.`
    return problem(false, 'not_found', words)
  }
  if (status === 403 || status === 401) return problem(false, 'forbidden', WORDS['AccessDenied'] ?? '')
  return problem(false, 'invalid_input', `The storage refuses the request (${status}). Check it in Settings.`)
}

/** It was not even asked. */
export function refusedHere(reason: string): StorageProblem {
  return problem(false, 'invalid_input', `${reason}.`)
}

/** No response came. */
export function unreachable(error: unknown): StorageProblem {
  const causes = causesOf(error)
  if (causes.some(({ code }) => code === 'EPRIVATE')) {
    return problem(
      false,
      'invalid_input',
      "The storage's address leads into a private network, so the service could not fetch the files.",
    )
  }
  const reason =
    error instanceof Error && error.name === 'TimeoutError' ? 'no response in time' : causes.at(-1)?.code
  return problem(true, 'not_sent', `The storage cannot be reached${reason ? ` (${reason})` : ''}.`)
}

function problem(temporary: boolean, code: ErrorCode, message: string): StorageProblem {
  return { kind: 'problem', temporary, failure: { code, message, charged: 'no' } }
}

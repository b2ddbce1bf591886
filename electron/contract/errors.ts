/**
 * How expected failure travels: as data with a code.
 *
 * Callers branch on `code`, never on `message`. A message says what happened and what to do next, in the user's words,
 * and never contains a key.
 */
/** Every way a call or a task can fail. */
export type ErrorCode =
  | 'invalid_input'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'service_rejected'
  | 'service_unavailable'
  | 'unreadable_answer'
  | 'not_sent'
  | 'unknown_outcome'
  | 'disk_full'
  | 'disk_error'
  | 'unsafe_content'
  | 'not_available_here'
  | 'conflict'
  | 'internal'

/** Whether the failed thing cost the user money. */
type Charged = 'no' | 'maybe' | 'yes'

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  /** The input field at fault, as a dotted path, for example `requests.0.prompt`. */
  readonly field?: string
  readonly charged?: Charged
  /** The service asks to wait this long before the next attempt. */
  readonly retryAfterMs?: number
}

export type Result<Data> =
  { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly error: Failure }

export function succeed<Data>(data: Data): Result<Data> {
  return { ok: true, data }
}

export function fail(
  code: ErrorCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Result<never> {
  return { ok: false, error: { code, message, ...more } }
}

/**
 * Proves to the compiler that a union is handled in full.
 *
 * @throws Error at run time when a value from outside the union arrives all the same.
 */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`Unhandled ${what}: ${JSON.stringify(value)}`)
}

/** The words as a sentence that another may follow. */
export function sentence(words: string): string {
  const trimmed = words.trim()
  return trimmed === '' || /[.!?…。！？][)"'”’\]]*$/u.test(trimmed) ? trimmed : `${trimmed}.`
}

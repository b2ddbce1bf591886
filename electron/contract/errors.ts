/**
 * How expected failure travels: as data with a code.
 *
 * Callers branch on `code`, never on a text. A message says what happened and what to do next, and never contains a key.
 */
import { message, type Message, type MessageId, type PlainMessageId } from './messages/message.ts'

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

export interface Failure extends Message {
  readonly code: ErrorCode
  /** The input field at fault, as a dotted path, for example `requests.0.prompt`. */
  readonly field?: string
  /** The service asks to wait this long before the next attempt. */
  readonly retryAfterMs?: number
}

export type Result<Data, Problem = Failure> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Problem }

/** A failure as it leaves the core: with its English text. One that only the page met has no id. */
export interface RenderedFailure extends Omit<Failure, 'id'> {
  readonly id?: MessageId
  readonly message: string
}

/** What a call answers. */
export type RenderedResult<Data> = Result<Data, RenderedFailure>

export function succeed<Data>(data: Data): Result<Data, never> {
  return { ok: true, data }
}

export function fail(
  code: ErrorCode,
  said: Message | PlainMessageId,
  more: Pick<Failure, 'field' | 'retryAfterMs' | 'charged'> = {},
): Result<never> {
  return { ok: false, error: failure(code, said, more) }
}

export function failure(
  code: ErrorCode,
  said: Message | PlainMessageId,
  more: Pick<Failure, 'field' | 'retryAfterMs' | 'charged'> = {},
): Failure {
  const told = typeof said === 'string' ? message(said) : said
  return { code, ...told, ...more }
}

/** What a failure says, without its code. */
export function messageOf({ code: _code, field: _field, retryAfterMs: _wait, ...said }: Failure): Message {
  return said
}

/**
 * Proves to the compiler that a union is handled in full.
 *
 * @throws Error at run time when a value from outside the union arrives all the same.
 */
export function assertNever(value: never): never {
  throw new Error(`Unhandled value: ${JSON.stringify(value)}`)
}

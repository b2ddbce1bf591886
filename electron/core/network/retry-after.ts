/** Reads Retry-After: seconds or a date (RFC 9110, 10.2.3). */

/** An HTTP date, or an ISO one: Date.parse alone makes a date of nearly anything, "-5" included. */
const DATE = /^((mon|tue|wed|thu|fri|sat|sun)|\d{4}-\d\d-\d\d)/i

/** Longer than any daily limit: a longer wait is a mistake of the service, such as a moment in place of a wait. */
const MAX_WAIT_MS = 25 * 60 * 60 * 1_000

/**
 * The wait that the service asks for, in milliseconds, or null when there is none that can be read and be meant.
 *
 * A date is compared with the response's own Date header where there is one, since this computer's clock may be wrong.
 */
export function retryAfterMs(value: string | null, date: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return possibleWait(Math.ceil(Number(text) * 1_000))
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return null
  const respondedAt = date === null ? Number.NaN : Date.parse(date)
  return possibleWait(Math.max(0, at - (Number.isNaN(respondedAt) ? now : respondedAt)))
}

/** In milliseconds: null for one that cannot be meant. */
export const possibleWait = (waitMs: number): number | null => (waitMs <= MAX_WAIT_MS ? waitMs : null)

/**
 * Decides when a refused or unreachable service is asked again.
 *
 * Owns the arithmetic only. Who waits, and what a refusal means for the task, is the profile queue's business.
 */
import type { Random } from '../ports/clock.ts'

/** Full jitter: AWS Architecture Blog, "Exponential Backoff And Jitter" (2015). */
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

/**
 * How long to wait before attempt `attempt` (1 is the first repeat), in milliseconds.
 *
 * `retryAfterMs` is what the service asked for. It is a floor, never shortened by jitter: asking again earlier than told
 * costs a second refusal.
 */
export function backoffMs(attempt: number, random: Random, retryAfterMs = 0): number {
  const ceiling = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return Math.max(retryAfterMs, Math.round(random() * ceiling))
}

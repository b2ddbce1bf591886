/**
 * Decides when a refused or unreachable service is asked again, and how far apart the looks at a running task lie.
 *
 * Owns the arithmetic only. Who waits, and what a refusal means for the task, is the lane's business.
 */
import type { Random } from '../ports/random.ts'

/** Full jitter: AWS Architecture Blog, "Exponential Backoff And Jitter" (2015). */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

const FIRST_POLL_MS = 1_500
const POLL_GROWTH = 1.3
const LONGEST_POLL_MS = 30_000
const SHORTEST_POLL_MS = 500

/**
 * How long to wait before attempt `attempt` (1 is the first repeat), in milliseconds.
 *
 * `retryAfterMs` is what the service asked for. It is a floor, never shortened by jitter: asking again earlier than told
 * costs a second refusal.
 */
export function backoffMs(attempt: number, random: Random, retryAfterMs = 0): number {
  const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return Math.max(retryAfterMs, Math.round(random() * ceiling))
}

/** How long to wait before look `poll` (0 is the first) at a running task, in milliseconds: growing, with full jitter. */
export function pollWaitMs(poll: number, random: Random): number {
  const ceiling = Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * POLL_GROWTH ** poll)
  return Math.max(SHORTEST_POLL_MS, Math.round(random() * ceiling))
}

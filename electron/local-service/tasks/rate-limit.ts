/**
 * Says whether one more request is too many, and how long to wait if it is.
 *
 * Owns the arithmetic of a sliding window. What is counted, and where, is the caller's business.
 */
import type { Limits } from '../options.ts'
import { Problem } from '../problem.ts'
import type { TaskStore } from '../store/task-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Nobody knows when a running task ends; a few seconds is what one takes. */
const CONCURRENCY_WAIT_SECONDS = 2

/** A 429 whose Retry-After is when `oldestAt` leaves a window of `windowMs`, at least one second. */
export function tooMany(message: string, oldestAt: number, windowMs: number, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((oldestAt + windowMs - now) / 1000))
  return new Problem(429, `${message} Try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
}

/** Throws a `Problem` 429 when `owner` may not submit one more task at `now`. Accepted tasks alone are counted. */
export function checkGenerateLimits(tasks: TaskStore, owner: string, limits: Limits, now: number): void {
  const windows = [
    { limit: limits.requestsPerDay, windowMs: DAY_MS, name: 'day' },
    { limit: limits.requestsPerMinute, windowMs: MINUTE_MS, name: 'minute' },
  ]
  for (const { limit, windowMs, name } of windows) {
    const oldestAt = tasks.createdAtOfRank(owner, now - windowMs, limit)
    if (oldestAt !== null) {
      throw tooMany(`Rate limit exceeded: ${limit} requests per ${name}.`, oldestAt, windowMs, now)
    }
  }
  if (tasks.countUnfinished(owner) >= limits.concurrentTasks) {
    const message = `Rate limit exceeded: ${limits.concurrentTasks} tasks at once. Wait for one to finish.`
    throw new Problem(429, message, { 'Retry-After': String(CONCURRENCY_WAIT_SECONDS) })
  }
}

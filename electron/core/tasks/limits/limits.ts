/**
 * All limits of one profile: what a request must wait for, and what each answer teaches. Survives a restart.
 *
 * Two buckets, since services count generate requests and looks apart; a bound on tasks at once; and a day's limit, which
 * is recognised by how long the service asks to wait.
 */
import { z } from 'zod'
import type { Random } from '../../ports/random.ts'
import { backoffMs } from './backoff.ts'
import { bucketStateSchema, createBucket, freshBucket, type Bucket, type BucketState } from './bucket.ts'
import { concurrencyStateSchema, createConcurrency, NO_BOUND } from './concurrency.ts'

/** A wait this long is no minute's limit. */
const DAY_WAIT_MS = 10 * 60_000
/** Refused for so long, with nothing at work and without a word on how long: every minute's window is over by then. */
const DAY_REFUSED_MS = 90_000
/** A day's limit that names no time is tried again after this, then after four times as long each time, up to the longest. */
const DAY_RETRY_MS = 15 * 60_000
const LONGEST_DAY_RETRY_MS = 4 * 60 * 60_000
/** Generate requests and looks refused within this of each other: one limit counts both. It is remembered for a while. */
const TOGETHER_MS = 60_000
const SHARED_MEMORY_MS = 60 * 60_000
/** The least wait after the first refusal, the second in a row, and so on. */
const LEAST_WAITS_MS = [1_000, 10_000, 30_000, 60_000] as const

/** Requests a minute to begin with, and how many at once. A service on this computer is asked more freely. */
const START = {
  remote: { submit: { perMinute: 60, burst: 10 }, look: { perMinute: 60, burst: 10 } },
  local: { submit: { perMinute: 300, burst: 30 }, look: { perMinute: 300, burst: 30 } },
} as const

export type Paid = 'submit' | 'look'

export const limitsStateSchema = z.object({
  submit: bucketStateSchema,
  look: bucketStateSchema,
  concurrency: concurrencyStateSchema,
  /** Wall-clock time until which a limit holds generate requests; only to take it up after a restart. */
  heldUntil: z.number().nullable(),
  heldFor: z.enum(['minute', 'day']).nullable(),
})
export type LimitsState = z.infer<typeof limitsStateSchema>

export interface Limits {
  /** Milliseconds until such a request may leave. */
  waitMs(what: Paid, now: number): number
  /** The share of the looks' burst that is left, 0 to 1. */
  spareLooks(now: number): number
  pay(what: Paid, now: number): void
  /** `atWork` tasks were at the service, at the least; with a refusal, at the most. */
  accepted(what: Paid, now: number, atWork: number): void
  /** `askedMs` is the service's Retry-After. */
  refused(what: Paid, now: number, atWork: number, askedMs: number | null): void
  /** Whether the bound on tasks at once lets one more be sent. */
  allowsOneMore(atWork: number): boolean
  /** A task ended: where the refusal was about the number at once, the wait for it is over. */
  taskEnded(now: number): void
  /** The computer slept or the clock was moved: waits that nobody asked for are over. The service's own word stands. */
  woken(now: number): void
  /** What holds generate requests back now. */
  hold(now: number): { readonly kind: 'minute' | 'day'; readonly waitMs: number } | null
  readonly bound: number | null
  /** What is known of how fast generate requests may leave. */
  pace(): { readonly perMinute: number; readonly burst: number }
  /** What is kept on disk. `wallNow` and `now` are the same moment on both clocks. */
  state(now: number, wallNow: number): LimitsState
}

export interface LimitsOptions {
  readonly kept: LimitsState | null
  readonly local: boolean
  readonly random: Random
  readonly now: number
  readonly wallNow: number
}

/** Holds generate requests back. */
interface Held {
  readonly kind: 'minute' | 'day'
  /** Monotonic. */
  readonly until: number
  /** A task's end may cut it short. */
  readonly soft: boolean
  /** The service named the time. */
  readonly asked: boolean
}

export function createLimits({ kept, local, random, now: startedAt, wallNow }: LimitsOptions): Limits {
  const start = local ? START.local : START.remote
  const fresh = (what: Paid) => freshBucket(start[what].perMinute)
  const buckets: Record<Paid, Bucket> = {
    submit: createBucket(kept?.submit ?? fresh('submit'), start.submit.burst),
    look: createBucket(kept?.look ?? fresh('look'), start.look.burst),
  }
  const concurrency = createConcurrency(kept?.concurrency ?? NO_BOUND)
  const refusals: Record<Paid, number> = { submit: 0, look: 0 }
  const countedUntil: Record<Paid, number> = { submit: -Infinity, look: -Infinity }
  const refusedAt: Record<Paid, number> = { submit: -Infinity, look: -Infinity }
  let sharedAt = -Infinity
  /** Lowers the rate of one kind of request, and of both where one limit counts both. */
  const lower = (what: Paid, now: number, waitMs: number, askedMs: number): void => {
    const other = what === 'submit' ? 'look' : 'submit'
    refusedAt[what] = now
    if (now - refusedAt[other] < TOGETHER_MS) sharedAt = now
    buckets[what].refused(now, waitMs, askedMs)
    if (now - sharedAt < SHARED_MEMORY_MS) buckets[other].refused(now, waitMs, askedMs)
  }
  /** Since when nothing but refusals came for generate requests, on the monotonic clock. */
  let refusedSince: number | null = null
  let dayRefusals = 0
  /** What was believed of the rate before refusals that may turn out to be about the number at once. */
  let unspoilt: BucketState | null = null
  /** When the service may be sent generate requests again, on the monotonic clock; a task's end may cut `soft` short. */
  let held: Held | null = restoreHold(kept, startedAt, wallNow)

  const submitWait = (now: number): number => Math.max(0, (held?.until ?? 0) - now)
  return {
    waitMs: (what, now) => Math.max(buckets[what].waitMs(now), what === 'submit' ? submitWait(now) : 0),
    spareLooks: (now) => buckets.look.spare(now),
    pay: (what, now) => buckets[what].pay(now),
    accepted: (what, now, atWork) => {
      refusals[what] = 0
      countedUntil[what] = -Infinity
      buckets[what].accepted(now)
      if (what !== 'submit') return
      held = null
      refusedSince = null
      dayRefusals = 0
      concurrency.accepted(atWork)
    },
    refused: (what, now, atWork, askedMs) => {
      // Those that left together are refused together: one refusal, as far as waiting goes.
      if (now >= countedUntil[what]) refusals[what]++
      const least = LEAST_WAITS_MS[Math.min(refusals[what], LEAST_WAITS_MS.length) - 1] ?? 0
      const waitMs = Math.max(askedMs === null ? least : 0, backoffMs(refusals[what], random, askedMs ?? 0))
      countedUntil[what] = Math.max(countedUntil[what], now + waitMs)
      if (what === 'look') return lower('look', now, waitMs, askedMs ?? 0)
      refusedSince ??= now
      const asked = askedMs !== null
      if (asked ? askedMs >= DAY_WAIT_MS : atWork === 0 && now - refusedSince >= DAY_REFUSED_MS) {
        const ownMs = Math.min(LONGEST_DAY_RETRY_MS, DAY_RETRY_MS * 4 ** dayRefusals++)
        held = { kind: 'day', until: now + (asked ? waitMs : ownMs), soft: false, asked }
        return
      }
      // A bound on tasks at once refuses no looks.
      const why = now - refusedAt.look < SHARED_MEMORY_MS ? 'other' : concurrency.refused(atWork, now)
      held = { kind: 'minute', until: now + waitMs, soft: why !== 'other' && !asked, asked }
      if (why === 'bound') return
      if (why === 'learned') {
        if (unspoilt) buckets.submit.restore(unspoilt)
        unspoilt = null
        return
      }
      if (concurrency.suspicions <= 1 && refusals.submit === 1) unspoilt = buckets.submit.state()
      lower('submit', now, waitMs, askedMs ?? 0)
    },
    allowsOneMore: (atWork) => concurrency.allows(atWork),
    taskEnded: (now) => {
      if (held?.soft) held = { ...held, until: now }
    },
    woken: (now) => {
      for (const bucket of [buckets.submit, buckets.look]) bucket.woken(now)
      if (held && !held.asked) held = { ...held, until: now }
    },
    hold: (now) => {
      const waitMs = submitWait(now)
      return held && waitMs > 0 ? { kind: held.kind, waitMs } : null
    },
    get bound() {
      return concurrency.bound
    },
    pace: () => buckets.submit.pace(),
    state: (now, wallNow) => {
      const waitMs = submitWait(now)
      return {
        submit: buckets.submit.state(),
        look: buckets.look.state(),
        concurrency: concurrency.state(),
        heldUntil: waitMs > 0 ? Math.round(wallNow + waitMs) : null,
        heldFor: waitMs > 0 ? (held?.kind ?? null) : null,
      }
    },
  }
}

/** A day at the most: whatever the wall clock did meanwhile, nothing is held for longer. */
const LONGEST_HOLD_MS = 25 * 60 * 60_000

function restoreHold(kept: LimitsState | null, now: number, wallNow: number): Held | null {
  if (kept?.heldUntil == null || kept.heldFor === null) return null
  const longestMs = kept.heldFor === 'day' ? LONGEST_HOLD_MS : DAY_WAIT_MS
  const waitMs = Math.min(longestMs, kept.heldUntil - wallNow)
  return waitMs > 0 ? { kind: kept.heldFor, until: now + waitMs, soft: false, asked: true } : null
}

/**
 * All limits of one profile: what a request must wait for, and what each answer teaches. Survives a restart.
 *
 * Two buckets, since services count generate requests and looks apart; a bound on tasks at once; and a day's limit, which
 * is recognised by how long the service asks to wait.
 */
import { z } from 'zod'
import type { Random } from '../../ports/random.ts'
import { backoffMs } from '../backoff.ts'
import { bucketStateSchema, createBucket, type Bucket } from './bucket.ts'
import { concurrencyStateSchema, createConcurrency } from './concurrency.ts'

/** A wait this long is no minute's limit. */
const DAY_WAIT_MS = 10 * 60_000
/** Refusals without a single acceptance in between, and without a word on how long, that look like a day's limit. */
const DAY_REFUSALS = 8
const DAY_RETRY_MS = 15 * 60_000
const LEAST_WAIT_MS = 1_000

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
  const fresh = (what: Paid) => ({ ratePerMinute: start[what].perMinute, ceilingPerMinute: null, steady: 0 })
  const buckets: Record<Paid, Bucket> = {
    submit: createBucket(kept?.submit ?? fresh('submit'), start.submit.burst),
    look: createBucket(kept?.look ?? fresh('look'), start.look.burst),
  }
  const concurrency = createConcurrency(kept?.concurrency ?? { bound: null, steady: 0 })
  const refusals: Record<Paid, number> = { submit: 0, look: 0 }
  /** When the service may be sent generate requests again, on the monotonic clock; a task's end may cut `soft` short. */
  let held: Held | null = restoreHold(kept, startedAt, wallNow)

  const submitWait = (now: number): number => Math.max(0, (held?.until ?? 0) - now)
  return {
    waitMs: (what, now) => Math.max(buckets[what].waitMs(now), what === 'submit' ? submitWait(now) : 0),
    spareLooks: (now) => buckets.look.spare(now),
    pay: (what, now) => buckets[what].pay(now),
    accepted: (what, now, atWork) => {
      refusals[what] = 0
      buckets[what].accepted(now)
      if (what !== 'submit') return
      held = null
      concurrency.accepted(atWork)
    },
    refused: (what, now, atWork, askedMs) => {
      refusals[what]++
      const waitMs = Math.max(LEAST_WAIT_MS, backoffMs(refusals[what], random, askedMs ?? 0))
      if (what === 'look') return buckets.look.refused(now, waitMs, askedMs ?? 0)
      if (
        (askedMs ?? 0) >= DAY_WAIT_MS ||
        (askedMs === null && refusals.submit >= DAY_REFUSALS && atWork === 0)
      ) {
        held = {
          kind: 'day',
          until: now + Math.max(waitMs, askedMs ?? DAY_RETRY_MS),
          soft: false,
          asked: askedMs !== null,
        }
        return
      }
      concurrency.refused(atWork)
      // A refusal that may be about the number at once teaches nothing about the rate.
      if (concurrency.suspected) {
        held = { kind: 'minute', until: now + waitMs, soft: askedMs === null, asked: askedMs !== null }
        return
      }
      buckets.submit.refused(now, waitMs, askedMs ?? 0)
      held = { kind: 'minute', until: now + waitMs, soft: false, asked: askedMs !== null }
    },
    allowsOneMore: (atWork) => concurrency.allows(atWork),
    taskEnded: (now) => {
      if (held?.soft && concurrency.suspected) held = { ...held, until: now }
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

/**
 * All limits of one profile: what a request must wait for, and what each response teaches. Survives a restart.
 *
 * Two rates, since services count generate requests and polls apart; a bound on tasks at once; and a limit per day, which is
 * recognised by how long the service asks to wait.
 */
import { z } from 'zod'
import type { Random, Clock } from '../../ports/clock.ts'
import { readFact, writeFact, type Database } from '../../store/database.ts'
import { writeIfPossible } from '../../store/disk-errors.ts'
import { backoffMs } from '../../network/backoff.ts'
import { bucketStateSchema, type BucketState, createBucket, freshBucket, type Bucket } from './bucket.ts'
import { concurrencyStateSchema, createConcurrency, NO_BOUND } from './concurrency.ts'
import { createSubmitHold } from './submit-hold.ts'

/** The shortest wait after the first refusal, the second in a row, and so on. */
const MIN_WAITS_MS = [1_000, 10_000, 30_000, 60_000] as const

/** Whatever a service asks for: polls are what keeps a result from expiring unseen. */
const MAX_POLL_WAIT_MS = 10 * 60_000

export type RequestKind = 'submit' | 'poll'

export const limitsStateSchema = z.object({
  submit: bucketStateSchema,
  poll: bucketStateSchema,
  concurrency: concurrencyStateSchema,
  /** Wall-clock time until which a limit holds generate requests; read after a restart only. */
  heldUntil: z.number().nullable(),
  heldFor: z.enum(['minute', 'day']).nullable(),
})
export type LimitsState = z.infer<typeof limitsStateSchema>

export interface Limits {
  /** Milliseconds until such a request may be sent. */
  waitMs(kind: RequestKind, now: number): number
  /** The share of the polls' burst that is left, 0 to 1. */
  sparePolls(now: number): number
  /** Takes one request's worth. */
  spend(kind: RequestKind, now: number): void
  /** `running` tasks were at the service, at the least; with a refusal, at the most. */
  accepted(kind: RequestKind, now: number, running: number): void
  /** `askedMs` is the service's Retry-After. */
  refused(kind: RequestKind, now: number, running: number, askedMs: number | null): void
  /** Whether the bound on tasks at once lets one more be sent. */
  allowsOneMore(running: number): boolean
  /** A task ended: a wait for the number at once is over. */
  taskEnded(now: number): void
  /** The computer slept or the clock was moved: waits that the service did not ask for are over. */
  timeJumped(now: number): void
  /** What holds generate requests back now. */
  hold(now: number): { readonly kind: 'minute' | 'day'; readonly waitMs: number } | null
  readonly bound: number | null
  /** How fast generate requests may be sent, as far as is known. */
  pace(): { readonly perMinute: number; readonly burst: number }
  /** What is stored. `epochNow` and `now` are the same moment on both clocks. */
  state(now: number, epochNow: number): LimitsState
}

interface LimitsOptions {
  readonly stored: LimitsState | null
  /** The service is on this computer or a private network. */
  readonly local: boolean
  readonly random: Random
  readonly now: number
  readonly epochNow: number
}

export function createLimits({ stored, local, random, now: startedAt, epochNow }: LimitsOptions): Limits {
  const rates = createRates(stored, local)
  const concurrency = createConcurrency(stored?.concurrency ?? NO_BOUND)
  const refusals = { submit: createRefusals(random), poll: createRefusals(random) }
  const hold = createSubmitHold(stored, startedAt, epochNow)
  /** The rate before refusals that may turn out to be about the number at once. */
  let beforeRefusals: BucketState | null = null

  const submitRefused = (now: number, running: number, waitMs: number, askedMs: number | null): void => {
    if (hold.holdForDay(now, running, waitMs, askedMs)) return
    // A bound on tasks at once refuses no polls.
    const pollsRefused = now - rates.refusedAt('poll') < SHARED_MEMORY_MS
    const why = pollsRefused ? 'other' : concurrency.refused(running, now)
    hold.holdForMinute(now, waitMs, { asked: askedMs !== null, endsWithTask: why !== 'other' })
    if (why === 'bound') return
    if (why === 'learned') {
      if (beforeRefusals) rates.submit.restore(beforeRefusals)
      beforeRefusals = null
      return
    }
    if (concurrency.suspicions <= 1 && refusals.submit.count === 1) beforeRefusals = rates.submit.state()
    rates.lower('submit', now, waitMs, askedMs ?? 0)
  }
  return {
    waitMs: (kind, now) => Math.max(rates[kind].waitMs(now), kind === 'submit' ? hold.waitMs(now) : 0),
    sparePolls: (now) => rates.poll.spare(now),
    spend: (kind, now) => rates[kind].spend(now),
    accepted: (kind, now, running) => {
      refusals[kind].reset()
      rates[kind].accepted(now)
      if (kind !== 'submit') return
      hold.accepted(now)
      concurrency.accepted(running)
    },
    refused: (kind, now, running, asked) => {
      const askedMs = kind === 'poll' && asked !== null ? Math.min(asked, MAX_POLL_WAIT_MS) : asked
      const waitMs = refusals[kind].waitMs(now, askedMs)
      if (kind === 'submit') submitRefused(now, running, waitMs, askedMs)
      else rates.lower('poll', now, waitMs, askedMs ?? 0)
    },
    allowsOneMore: (running) => concurrency.allows(running),
    taskEnded: (now) => hold.taskEnded(now),
    timeJumped: (now) => {
      rates.submit.timeJumped(now)
      rates.poll.timeJumped(now)
      hold.timeJumped(now)
    },
    hold: (now) => hold.current(now),
    get bound() {
      return concurrency.bound
    },
    pace: () => rates.submit.pace(),
    state: (now, epochNow) => {
      const held = hold.current(now)
      return {
        submit: rates.submit.state(),
        poll: rates.poll.state(),
        concurrency: concurrency.state(),
        heldUntil: held ? Math.round(epochNow + held.waitMs) : null,
        heldFor: held?.kind ?? null,
      }
    },
  }
}

/** Counts refusals in a row. Requests that were sent together are refused together: they count once. */
function createRefusals(random: Random) {
  let count = 0
  let countedUntil = -Infinity
  return {
    get count(): number {
      return count
    },
    /** How long to wait after a refusal now. */
    waitMs: (now: number, askedMs: number | null): number => {
      if (now >= countedUntil) count++
      const leastMs = MIN_WAITS_MS[Math.min(count, MIN_WAITS_MS.length) - 1] ?? 0
      const waitMs = Math.max(askedMs === null ? leastMs : 0, backoffMs(count, random, askedMs ?? 0))
      countedUntil = Math.max(countedUntil, now + waitMs)
      return waitMs
    },
    reset: (): void => {
      count = 0
      countedUntil = -Infinity
    },
  }
}

/** Generate requests and polls refused within this of each other: one limit counts both. */
const TOGETHER_MS = 60_000
/** For so long it is remembered that one limit counts both. */
const SHARED_MEMORY_MS = 60 * 60_000

/** Requests a minute to begin with, and how many at once. A service on this computer is asked more often. */
const START = {
  remote: { perMinute: 60, burst: 10 },
  local: { perMinute: 300, burst: 30 },
} as const

type Kind = 'submit' | 'poll'

interface Rates extends Readonly<Record<Kind, Bucket>> {
  /** Lowers the rate of one kind of request after a refusal, and of both where one limit counts both. */
  lower(kind: Kind, now: number, waitMs: number, askedMs: number): void
  /** When such a request was last refused; -Infinity for never. */
  refusedAt(kind: Kind): number
}

/** The rates of generate requests and of polls. A limit that counts both together is noticed, and lowers both. */
function createRates(stored: Readonly<Record<Kind, BucketState>> | null, local: boolean): Rates {
  const { perMinute, burst } = local ? START.local : START.remote
  const buckets: Record<Kind, Bucket> = {
    submit: createBucket(stored?.submit ?? freshBucket(perMinute), burst),
    poll: createBucket(stored?.poll ?? freshBucket(perMinute), burst),
  }
  const refusedAt: Record<Kind, number> = { submit: -Infinity, poll: -Infinity }
  let sharedAt = -Infinity
  return {
    submit: buckets.submit,
    poll: buckets.poll,
    refusedAt: (kind) => refusedAt[kind],
    lower: (kind, now, waitMs, askedMs) => {
      const other = kind === 'submit' ? 'poll' : 'submit'
      refusedAt[kind] = now
      if (now - refusedAt[other] < TOGETHER_MS) sharedAt = now
      buckets[kind].refused(now, waitMs, askedMs)
      if (now - sharedAt < SHARED_MEMORY_MS) buckets[other].refused(now, waitMs, askedMs)
    },
  }
}

/** The learned limits of every profile, stored in library.db so that a restart does not learn them again by refusals. */
export function createLimitsStore(db: Database, clock: Clock, random: Random) {
  const open = new Map<string, Limits>()
  const name = (profileId: string) => `limits.${profileId}`
  const load = (profileId: string): LimitsState | null =>
    limitsStateSchema.safeParse(JSON.parse(readFact(db, name(profileId)) ?? 'null')).data ?? null
  const save = (profileId: string): void => {
    const state = open.get(profileId)?.state(clock.monotonicMs(), clock.now())
    if (!state) return
    writeIfPossible(() => writeFact(db, name(profileId), JSON.stringify(state)))
  }
  return {
    /** Skipped when the disk refuses. */
    save,
    /** The limits of a profile, taken up from the last run. `local`: its service is on this computer or a private network. */
    of: (profileId: string, local: boolean): Limits => {
      const known = open.get(profileId)
      if (known) return known
      const limits = createLimits({
        stored: load(profileId),
        local,
        random,
        now: clock.monotonicMs(),
        epochNow: clock.now(),
      })
      open.set(profileId, limits)
      return limits
    },
    saveAll: (): void => {
      for (const profileId of open.keys()) save(profileId)
    },
  }
}
